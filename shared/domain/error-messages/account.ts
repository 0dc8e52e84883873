/** What refused calls on an account mean: its API keys and webhooks (service specification, "Endpoints"). */

import { type ErrorEntry, final, type Message, SHARED } from './message.ts';

/** Calls on an account, as these messages name them. */
export type AccountCall =
  | 'listKeys'
  | 'rotateKey'
  | 'configureWebhook'
  | 'sendTestEvent'
  | 'createKey'
  | 'revokeKey'
  | 'readWebhooks'
  | 'changeWebhooks'
  | 'readPortal'
  | 'changeBilling'
  | 'changePlan'
  | 'payInvoice'
  | 'createUser'
  | 'rehearse';

/** Outcomes of a call: a status of the service, or that its answer never came, or came without what it must have. */
export type AccountOutcome = 400 | 401 | 402 | 403 | 404 | 405 | 409 | 500 | 503 | 'lost' | 'unreadable';

const { notChanged } = SHARED;
const tryAgain = 'Try again.';
const details = 'See the details for the reason.';

const KEY_REFUSED: Message = {
  what: 'The service doesn’t accept the API key of this connection.',
  safe: notChanged,
  next: { desk: 'Replace the key, then try again.', terminal: 'Check the key, then try again.' },
};
const NO_SUCH_CALL: Message = {
  what: 'This service doesn’t offer this.',
  safe: notChanged,
  next: 'Use the service’s own pages instead.',
};
const REFUSED: Message = { what: 'The service refused the request.', safe: notChanged, next: details };

/** Everywhere the same, unless a call says otherwise. */
const COMMON = { 400: REFUSED, 401: KEY_REFUSED, 404: NO_SUCH_CALL, 405: NO_SUCH_CALL } as const;

const NOT_OURS: Message = {
  what: 'There is no such endpoint or message here, or this isn’t Cleartake’s own service.',
  safe: notChanged,
  next: 'List the endpoints again, or use the service’s own pages.',
};

const NO_PORTAL: Message = {
  what: 'There is no such entry here, or this isn’t Cleartake’s own service.',
  safe: notChanged,
  next: 'Open the account again, or use the service’s own pages.',
};
const BANK_SILENT: Message = {
  what: 'The bank didn’t respond.',
  safe: 'An invoice is never charged twice.',
  next: 'Try again in a minute.',
};

function adminKey(permission: string): Message {
  return {
    what: `This needs an active admin key with the permission ${permission}.`,
    safe: notChanged,
    next: 'Ask the account’s owner for one.',
  };
}

function failed(what: string, safe: string = notChanged): Message {
  return { what, safe, next: tryAgain };
}

export const ACCOUNT_MESSAGES: Readonly<Record<AccountCall, Readonly<Partial<Record<AccountOutcome, Message>>>>> = {
  listKeys: {
    ...COMMON,
    403: adminKey('keys:read'),
    500: failed('The service couldn’t list the API keys.'),
    503: failed('The service couldn’t list the API keys.'),
  },
  rotateKey: {
    ...COMMON,
    403: {
      what: 'The service didn’t rotate this key.',
      safe: 'Its secret still works.',
      next: 'Use an active admin key with the permission keys:write; admin keys can’t be rotated, nor keys with more permissions than that one.',
    },
    404: {
      what: 'This key no longer exists, or was revoked.',
      safe: notChanged,
      next: 'List the keys again.',
    },
    500: failed('The service couldn’t rotate the key.', 'Its secret still works.'),
    503: failed('The service couldn’t rotate the key.', 'Its secret still works.'),
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
      next: 'Check that it has an https:// address and at least one event type; the details have the reason.',
    },
    403: adminKey('webhooks:write'),
    404: {
      what: 'The API key of this endpoint no longer exists.',
      safe: notChanged,
      next: 'Choose another key.',
    },
    500: failed('The service couldn’t set up the endpoint.'),
    503: {
      what: 'Webhooks are switched off at this service.',
      safe: notChanged,
      next: 'Ask the service’s owner to switch them on, then try again.',
    },
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
      next: 'Check the sample payload; the details have the reason.',
    },
    403: {
      what: 'The service didn’t send the test event.',
      safe: 'Nothing was delivered.',
      next: 'This needs an active key with the permission read, and only the key’s own endpoints can be tested.',
    },
    500: failed(
      'The service couldn’t send the test event: webhooks may be switched off there.',
      'Nothing was delivered.',
    ),
    503: failed('The service couldn’t send the test event.', 'Nothing was delivered.'),
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
      next: 'This needs an active admin key, and the new key can’t have more permissions than that one.',
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
    404: { what: 'This key doesn’t exist.', safe: notChanged, next: 'List the keys again.' },
    500: failed('The service couldn’t revoke the key.', 'The key still works.'),
    503: failed('The service couldn’t revoke the key.', 'The key still works.'),
    lost: {
      what: 'The service didn’t confirm that the key is revoked.',
      safe: 'Nothing else was changed.',
      next: 'List the keys again; if it is still active, revoke it once more.',
    },
  },
  readWebhooks: {
    ...COMMON,
    403: adminKey('admin'),
    404: NOT_OURS,
    500: failed('The service couldn’t list its webhooks.'),
    503: failed('The service couldn’t list its webhooks.'),
  },
  changeWebhooks: {
    ...COMMON,
    403: adminKey('admin'),
    404: NOT_OURS,
    409: { what: 'The endpoint is disabled.', safe: notChanged, next: 'Enable it, then try again.' },
    500: failed('The service couldn’t do this.'),
    503: {
      what: 'Webhooks are switched off at this service.',
      safe: notChanged,
      next: 'Ask the service’s owner to switch them on, then try again.',
    },
    lost: {
      what: 'The service didn’t confirm this, so it may or may not have happened.',
      safe: 'Nothing was sent twice.',
      next: 'List the endpoints and deliveries again.',
    },
  },
  readPortal: {
    ...COMMON,
    403: adminKey('admin'),
    404: NO_PORTAL,
    405: NO_PORTAL,
    500: failed('The service couldn’t read the account.'),
    503: failed('The service couldn’t read the account.'),
  },
  changeBilling: {
    ...COMMON,
    400: {
      what: 'The service refused this value.',
      safe: notChanged,
      next: 'A payment method is a name such as “Studio card”, never a card number; amounts are positive.',
    },
    403: adminKey('admin'),
    404: NO_PORTAL,
    405: NO_PORTAL,
    409: {
      what: 'Spend limits and alerts need the developer plan.',
      safe: notChanged,
      next: 'Change to the developer plan first.',
    },
    500: failed('The service couldn’t change the account.'),
    503: BANK_SILENT,
    lost: {
      what: 'The service didn’t confirm the change, so it may or may not have happened.',
      safe: 'An invoice is never charged twice.',
      next: 'Read the account again.',
    },
  },
  changePlan: {
    ...COMMON,
    402: {
      what: 'The plan can’t change yet: the developer plan needs a payment method, and the free plan needs all invoices paid.',
      safe: notChanged,
      next: 'Add or replace the payment method, then try again.',
    },
    403: adminKey('admin'),
    404: NO_PORTAL,
    405: NO_PORTAL,
    500: failed('The service couldn’t change the plan.'),
    503: BANK_SILENT,
    lost: {
      what: 'The service didn’t confirm the plan, so it may or may not have changed.',
      safe: 'An invoice is never charged twice.',
      next: 'Read the account again.',
    },
  },
  payInvoice: {
    ...COMMON,
    402: {
      what: 'The payment was declined again.',
      safe: 'Your recordings wait, and nothing is lost.',
      next: 'Replace the payment method, then pay again.',
    },
    403: adminKey('admin'),
    404: NO_PORTAL,
    405: NO_PORTAL,
    500: failed('The service couldn’t charge the invoice.'),
    503: BANK_SILENT,
    lost: {
      what: 'The service didn’t confirm the payment.',
      safe: 'An invoice is never charged twice.',
      next: 'Read the account again to see whether it is paid.',
    },
  },
  createUser: {
    ...COMMON,
    400: {
      what: 'The service refused this user.',
      safe: notChanged,
      next: 'Use a name of up to 100 characters, and two capital letters for the country.',
    },
    403: {
      what: 'Only whoever runs the service can create users.',
      safe: notChanged,
      next: 'Use an admin key of the service’s owner.',
    },
    404: NO_PORTAL,
    405: NO_PORTAL,
    409: { what: 'This name is taken.', safe: notChanged, next: 'Choose another name.' },
    500: failed('The service couldn’t create the user.'),
    503: failed('The service couldn’t create the user.'),
    lost: {
      what: 'The service didn’t confirm the user, so it may exist.',
      safe: 'Nothing was sent twice.',
      next: 'List the users again.',
    },
  },
  rehearse: {
    ...COMMON,
    403: {
      what: 'Only the operator of a service can rehearse there.',
      safe: notChanged,
      next: 'Use an admin key that was created by the first start of that service.',
    },
    404: {
      what: 'This service wasn’t started for a rehearsal, or isn’t Cleartake’s own.',
      safe: notChanged,
      next: 'Its owner can start it with --rehearsal and a data folder of its own.',
    },
    500: failed('The service couldn’t change the rehearsal.'),
    503: failed('The service couldn’t change the rehearsal.'),
    lost: {
      what: 'The service didn’t confirm the change of the rehearsal.',
      safe: 'Nothing was sent twice.',
      next: 'Look at the rehearsal again.',
    },
  },
};

export const ACCOUNT_ERRORS = {
  accountChangeUncertain: final({
    what: 'The service didn’t confirm the change, so it may or may not have happened.',
    safe: 'Nothing was sent twice.',
    next: 'Check at the service before you try again.',
  }),
} as const satisfies Record<string, ErrorEntry>;
