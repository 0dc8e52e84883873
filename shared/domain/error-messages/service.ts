/** Errors of the way to the service, its keys and its billing. */

import {
  CHOOSE_CERTIFICATE,
  type ErrorEntry,
  final,
  type Message,
  retry,
  retryable,
  SHARED,
  thenContinue,
  thenRetry,
  waiting,
} from './message.ts';

const KEY_MISSING = {
  what: 'This connection has no API key.',
  safe: SHARED.notLost,
};
const SET_KEY =
  'Set one with `cleartake connections set-key` (or set CLEARTAKE_API_KEY, for a service given by --base-url), then run `cleartake resume`.';
const KEY_REFUSED = {
  what: 'The service doesn’t accept the API key.',
  safe: SHARED.notLost,
};
const REPLACE_KEY =
  'Check the key and set it with `cleartake connections set-key` (or in CLEARTAKE_API_KEY, for a service given by --base-url), then run `cleartake resume`.';

/** Where a page for people came in place of the service. */
export const PAGE_ANSWERED: Message = {
  what: 'A web page answered in place of the service: this network may want you to log in.',
  safe: SHARED.notLost,
  next: SHARED.retries,
};

/** A payment hold that no invoice explains: whoever runs the service has put it on the account, so no payment failed. */
export const HELD_ACCOUNT: Message = {
  what: 'The service put this account on hold.',
  safe: SHARED.notLost,
  next: {
    desk: 'Ask the service’s owner; waiting recordings continue once the hold ends.',
    terminal: 'Ask the service’s owner; once the hold ends, run `cleartake resume`.',
  },
};

export const SERVICE_ERRORS = {
  serviceUnreachable: retryable(
    { what: 'The service isn’t responding.', safe: SHARED.notLost, next: SHARED.retries },
    {
      what: 'The service didn’t respond, even after several attempts.',
      safe: SHARED.notLost,
      next: thenRetry('Check your network and the service’s address'),
    },
  ),
  certificateNotTrusted: final({
    what: 'This computer doesn’t trust the service’s certificate.',
    next: CHOOSE_CERTIFICATE,
  }),
  /** Whoever finds out replaces the message by one that names the proxy. */
  proxyFailed: retryable(
    { what: 'The proxy didn’t connect.', safe: SHARED.notLost, next: SHARED.retries },
    {
      what: 'The proxy didn’t connect, even after several attempts.',
      safe: SHARED.notLost,
      next: thenRetry('Check the proxy'),
    },
  ),
  serviceBusy: retryable(
    { what: 'The service is busy.', safe: SHARED.notLost, next: SHARED.retries },
    { what: 'The service stayed busy.', safe: SHARED.notLost, next: retry(' later') },
  ),
  serviceFailed: retryable(
    { what: 'The service had a problem.', safe: SHARED.notLost, next: SHARED.retries },
    {
      what: 'The service had a problem every time.',
      safe: SHARED.notLost,
      next: retry(' later; if that doesn’t help, contact the service’s owner'),
    },
  ),
  serviceAnswerUnreadable: retryable(
    { what: 'The service sent a response that Cleartake can’t read.', safe: SHARED.notLost, next: SHARED.retries },
    {
      what: 'Cleartake couldn’t read any of the service’s responses.',
      safe: SHARED.notLost,
      next: thenRetry('Check the connection’s address, and whether this network needs a login in a browser'),
    },
  ),
  keyStoreLocked: retryable(
    {
      what: 'This computer’s key store is locked, so Cleartake can’t read the API key.',
      next: 'Unlock it; Cleartake retries automatically.',
    },
    {
      what: 'This computer’s key store stayed locked, so Cleartake can’t read the API key.',
      next: thenRetry('Unlock it'),
    },
  ),
  keyFileUnsafe: final({
    what: 'Other users can read the key file, so Cleartake doesn’t use it.',
    next: 'Restrict it to your account, or delete it and enter the key again.',
  }),
  keyMissing: waiting(
    { ...KEY_MISSING, next: { desk: 'Enter the key; waiting recordings then continue.', terminal: SET_KEY } },
    { ...KEY_MISSING, next: { desk: 'Enter the key under Connections, then retry.', terminal: SET_KEY } },
  ),
  keyRefused: waiting(
    { ...KEY_REFUSED, next: { desk: 'Enter the key again; waiting recordings then continue.', terminal: REPLACE_KEY } },
    { ...KEY_REFUSED, next: { desk: 'Check the key under Connections, then retry.', terminal: REPLACE_KEY } },
  ),
  otherAccount: final({
    what: 'The service doesn’t know the unfinished restorations with this key, which may belong to another account.',
    safe: 'Nothing was started with it, and the unfinished work waits for a key of its own account.',
    next: {
      desk: 'Enter a key of that account, or add the service as a connection of its own for the other one.',
      terminal:
        'Use a key of that account, or pass --other-account to `cleartake restore --base-url`; the unfinished work then stays with its own.',
    },
  }),
  connectionRemoved: final({
    what: 'The connection for this recording was removed.',
    safe: SHARED.notLost,
    next: {
      desk: 'Add the recording again to use the selected service.',
      terminal: 'Run `cleartake restore` with the recording again.',
    },
  }),
  keyMayNot: final({
    what: 'This API key doesn’t have permission for this.',
    next: 'Ask the account’s owner for an active key with read and write permission.',
  }),
  paidPlanRequired: final({
    what: 'The account behind this key has no paid plan.',
    next: thenRetry('Upgrade the account'),
  }),
  billingStopped: final({
    what: 'The service stopped this account for a billing reason.',
    safe: SHARED.notLost,
    next: thenContinue('Settle the billing there'),
  }),
  paymentFailed: final({
    what: 'The service put this account on hold because a payment failed.',
    safe: SHARED.notLost,
    next: thenContinue('Update the billing'),
  }),
  spendLimitExceeded: final({
    what: 'The account reached its spending limit.',
    safe: SHARED.notLost,
    next: thenContinue('Raise the limit'),
  }),
  costCapReached: final({
    what: 'Waiting: cap reached.',
    next: {
      desk: 'Raise the cap to continue.',
      terminal: 'Raise the cap, then run `cleartake resume`.',
    },
  }),
  costsMoreThanQuoted: final({
    what: 'This would cost more than quoted.',
    next: {
      desk: 'Accept the price to continue.',
      terminal: 'Accept the price on the desk, or cancel the recording there.',
    },
  }),
} as const satisfies Record<string, ErrorEntry>;
