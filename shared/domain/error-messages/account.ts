/** What refused calls on an account mean: its API keys and webhooks (service specification, "Endpoints"). */

import { type AccountOutcome, adminKey, type CallMessages, COMMON, failed, notChanged } from './account-outcomes.ts';
import { type ErrorEntry, final, type Message } from './message.ts';
import { PORTAL_MESSAGES } from './portal.ts';

const NOT_OURS: Message = {
  what: 'There is no such endpoint or message here, or this isn’t Cleartake’s own service.',
  safe: notChanged,
  next: 'List the endpoints again, or use the service’s own pages.',
};

const NO_KEY: Message = { what: 'This key doesn’t exist.', safe: notChanged, next: 'List the keys again.' };
const KEY_UNCERTAIN: Message = {
  what: 'The service didn’t confirm the change of the key.',
  safe: 'Nothing else was changed.',
  next: 'List the keys again to see whether it was made.',
};

const WEBHOOKS_OFF: Message = {
  what: 'Webhooks are switched off at this service.',
  safe: notChanged,
  next: 'Ask the service’s owner to switch them on, then try again.',
};

const CHANGE_WEBHOOKS = {
  ...COMMON,
  403: adminKey('admin'),
  404: NOT_OURS,
  409: { what: 'The endpoint is disabled.', safe: notChanged, next: 'Enable it, then try again.' },
  500: failed('The service couldn’t do this.'),
  503: WEBHOOKS_OFF,
  lost: {
    what: 'The service didn’t confirm this, so it may or may not have happened.',
    safe: 'Nothing was sent twice.',
    next: 'List the endpoints and deliveries again.',
  },
} as const satisfies CallMessages;

const KEY_AND_WEBHOOK_MESSAGES = {
  listKeys: {
    ...COMMON,
    403: adminKey('keys:read'),
    500: failed('The service couldn’t list the API keys.', notChanged),
    503: failed('The service couldn’t list the API keys.', notChanged),
  },
  rotateKey: {
    ...COMMON,
    403: {
      what: 'The service didn’t rotate this key.',
      safe: 'Its secret still works.',
      next: 'Use an admin key with the permission keys:write; admin keys themselves can’t be rotated.',
    },
    adminKey: {
      what: 'Admin keys can’t be rotated.',
      safe: 'Its secret still works.',
      next: 'Create another admin key, then revoke this one.',
    },
    widerKey: {
      what: 'This key has permissions that the admin key of this connection lacks.',
      safe: 'Its secret still works.',
      next: 'Rotate it with an admin key that has them all.',
    },
    404: { what: 'This key no longer exists.', safe: notChanged, next: 'List the keys again.' },
    keyRevoked: {
      what: 'This key is revoked, so a new secret for it would never work.',
      safe: notChanged,
      next: 'Create another key.',
    },
    500: failed('The service couldn’t rotate the key.', 'Its secret may have changed all the same.'),
    503: failed('The service couldn’t rotate the key.', 'Its secret may have changed all the same.'),
    lost: {
      what: 'The service didn’t confirm the rotation, so the old secret may have stopped working.',
      safe: 'Nothing was sent twice.',
      next: 'List the keys again; if “Rotated” shows a new time, rotate once more, because the secret you missed can’t be shown again.',
    },
    unreadable: {
      what: 'The key was rotated and its old secret stopped working, but Cleartake can’t read the new secret.',
      safe: 'Nothing was sent twice.',
      next: 'Rotate it again, or get a new secret on the service’s own pages.',
    },
  },
  configureWebhook: {
    ...COMMON,
    400: {
      what: 'The service refused this endpoint.',
      safe: notChanged,
      next: 'Check that it has an https:// address and at least one event type.',
    },
    403: adminKey('webhooks:write'),
    404: {
      what: 'The API key of this endpoint no longer exists.',
      safe: notChanged,
      next: 'Choose another key.',
    },
    500: failed('The service couldn’t set up the endpoint.'),
    503: WEBHOOKS_OFF,
    lost: {
      what: 'The service didn’t confirm the endpoint, so it may or may not be set up.',
      safe: 'Nothing was sent twice.',
      next: 'Send a test event to find out, or set it up again.',
    },
    unreadable: {
      what: 'The endpoint was set up, but Cleartake can’t read the service’s response.',
      safe: 'Nothing was sent twice.',
      next: 'Send a test event to check it.',
    },
  },
  sendTestEvent: {
    ...COMMON,
    400: {
      what: 'The service refused this test event.',
      safe: 'Nothing was delivered.',
      next: 'Check its type and mode, and that the sample payload is a JSON object.',
    },
    403: {
      what: 'The service didn’t send the test event.',
      safe: 'Nothing was delivered.',
      next: 'Use an active key with the permission read; a key can test only its own endpoints.',
    },
    500: failed(
      'The service couldn’t send the test event: webhooks may be switched off there.',
      'Test events change nothing.',
    ),
    503: failed('The service couldn’t send the test event.', 'Test events change nothing.'),
    lost: {
      what: 'The service didn’t confirm the test event, so it may still arrive.',
      safe: 'Test events change nothing.',
      next: 'Look at your receiver, or send another one.',
    },
    unreadable: {
      what: 'The test event was sent, but Cleartake can’t read the service’s response.',
      safe: 'Test events change nothing.',
      next: 'Look at your receiver.',
    },
  },
  createKey: {
    ...COMMON,
    403: {
      what: 'The service didn’t create the key.',
      safe: notChanged,
      next: 'Use an admin key that has all permissions of the new key.',
    },
    404: { what: 'The account of the new key doesn’t exist.', safe: notChanged, next: 'List the users again.' },
    409: {
      what: 'The account has as many keys as it may have.',
      safe: notChanged,
      next: 'Revoke one that isn’t used, then try again.',
    },
    500: failed('The service couldn’t create the key.'),
    503: failed('The service couldn’t create the key.'),
    lost: {
      what: 'The service didn’t confirm the new key, so it may exist.',
      safe: 'Nothing was sent twice.',
      next: 'List the keys; if it is there, revoke it and create another, because its secret can’t be shown again.',
    },
    unreadable: {
      what: 'The key was created, but Cleartake can’t read its secret.',
      safe: 'Nothing was sent twice.',
      next: 'Revoke it, then create another.',
    },
  },
  revokeKey: {
    ...COMMON,
    403: adminKey('admin'),
    404: NO_KEY,
    ownKey: { what: 'A key can’t revoke itself.', safe: 'The key still works.', next: 'Use another admin key.' },
    builtInKey: {
      what: 'Cleartake needs this key for the service on this computer.',
      safe: 'The key still works.',
      next: 'Revoke another one.',
    },
    500: failed('The service couldn’t revoke the key.', 'It may be revoked all the same.'),
    503: failed('The service couldn’t revoke the key.', 'It may be revoked all the same.'),
    lost: {
      what: 'The service didn’t confirm that the key is revoked.',
      safe: 'Nothing else was changed.',
      next: 'List the keys again; if it is still active, revoke it once more.',
    },
  },
  changeKey: {
    ...COMMON,
    403: adminKey('admin'),
    404: NO_KEY,
    keyRevoked: { what: 'This key is revoked for good.', safe: notChanged, next: 'Create another key.' },
    ownKey: { what: 'A key can’t stop itself.', safe: 'The key still works.', next: 'Use another admin key.' },
    builtInKey: {
      what: 'Cleartake needs this key for the service on this computer.',
      safe: 'The key still works.',
      next: 'Choose another one.',
    },
    500: failed('The service couldn’t change the key.'),
    503: failed('The service couldn’t change the key.'),
    lost: KEY_UNCERTAIN,
  },
  limitKey: {
    ...COMMON,
    400: {
      what: 'The service refused this limit.',
      safe: notChanged,
      next: 'Use a whole number of calls a minute, or none.',
    },
    403: {
      what: 'The service didn’t change the limit of this key.',
      safe: notChanged,
      next: 'Use an admin key; only the service’s owner can allow more calls than the plan does.',
    },
    404: NO_KEY,
    500: failed('The service couldn’t change the limit of the key.'),
    503: failed('The service couldn’t change the limit of the key.'),
    lost: KEY_UNCERTAIN,
  },
  readWebhooks: {
    ...COMMON,
    403: adminKey('admin'),
    404: NOT_OURS,
    500: failed('The service couldn’t list its webhooks.', notChanged),
    503: failed('The service couldn’t list its webhooks.', notChanged),
  },
  changeWebhooks: CHANGE_WEBHOOKS,
  updateWebhook: {
    ...CHANGE_WEBHOOKS,
    400: {
      what: 'The service refused this address.',
      safe: notChanged,
      next: 'Use an https:// address without a user name or password.',
    },
    409: {
      what: 'This key already has an endpoint at this address in this mode.',
      safe: notChanged,
      next: 'Change that one, or choose another address.',
    },
  },
  rotateWebhookSecret: {
    ...CHANGE_WEBHOOKS,
    409: {
      what: 'Too many earlier secrets of this endpoint are still valid.',
      safe: notChanged,
      next: 'Try again tomorrow, or let the earlier ones stop at once.',
    },
    lost: {
      what: 'The service didn’t confirm the new signing secret, so it may have changed.',
      safe: 'The earlier one may stay valid for a day.',
      next: 'Rotate it again.',
    },
  },
} as const satisfies Readonly<Record<string, CallMessages>>;

/** Calls on an account, as these messages name them. */
export type AccountCall = keyof typeof KEY_AND_WEBHOOK_MESSAGES | keyof typeof PORTAL_MESSAGES;

export const ACCOUNT_MESSAGES: Readonly<Record<AccountCall, CallMessages>> = {
  ...KEY_AND_WEBHOOK_MESSAGES,
  ...PORTAL_MESSAGES,
};

/** The words of an outcome; a code of the service says more than its status. */
export function accountMessage(call: AccountCall, status: number, code: string): Message | undefined {
  const messages = ACCOUNT_MESSAGES[call];
  const outcome = Object.hasOwn(messages, code) ? code : status;
  return messages[outcome as AccountOutcome];
}

export const ACCOUNT_ERRORS = {
  accountChangeUncertain: final({
    what: 'The service didn’t confirm the change, so it may or may not have happened.',
    safe: 'Nothing was sent twice.',
    next: 'Check at the service before you try again.',
  }),
} as const satisfies Record<string, ErrorEntry>;
