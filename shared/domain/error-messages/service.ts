/** Errors of the service, of its account and of the way there. */

import { type ErrorEntry, final, held, RESUME, retry, retryable, SHARED, thenRetry } from './message.ts';

const KEY_MISSING = {
  what: 'This connection has no API key.',
  safe: 'Nothing was lost, and nothing is sent without a key.',
};
const SET_KEY = `Set one with \`cleartake connections set-key\` (or set CLEARTAKE_API_KEY, for a service given by --base-url), then run ${RESUME}.`;
const KEY_REFUSED = {
  what: 'The service doesn’t accept the API key.',
  safe: 'Nothing was lost, and nothing more is sent with this key.',
};
const REPLACE_KEY = `Check the key and set it with \`cleartake connections set-key\`, then run ${RESUME}.`;
const KEY_STORE_SAFE = 'Nothing was sent or changed.';

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
    safe: SHARED.notSent,
    next: 'Ask the service’s owner for the certificate and start Cleartake with NODE_EXTRA_CA_CERTS set to its file.',
  }),
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
      safe: KEY_STORE_SAFE,
      next: 'Unlock it; Cleartake retries automatically.',
    },
    {
      what: 'This computer’s key store stayed locked, so Cleartake can’t read the API key.',
      safe: KEY_STORE_SAFE,
      next: thenRetry('Unlock it'),
    },
  ),
  keyFileUnsafe: final({
    what: 'Other users can read the key file, so Cleartake doesn’t use it.',
    safe: SHARED.notSent,
    next: 'Restrict it to your account, or delete it and enter the key again.',
  }),
  keyMissing: held(
    { ...KEY_MISSING, next: { desk: 'Enter the key; waiting recordings then continue.', terminal: SET_KEY } },
    { ...KEY_MISSING, next: { desk: 'Enter the key under Connections, then retry.', terminal: SET_KEY } },
  ),
  keyRefused: held(
    { ...KEY_REFUSED, next: { desk: 'Enter the key again; waiting recordings then continue.', terminal: REPLACE_KEY } },
    { ...KEY_REFUSED, next: { desk: 'Check the key under Connections, then retry.', terminal: REPLACE_KEY } },
  ),
  connectionRemoved: final({
    what: 'The connection for this recording was removed.',
    safe: 'Nothing was lost, and nothing is sent.',
    next: {
      desk: 'Add the recording again to use the selected service.',
      terminal: 'Run `cleartake restore` with the recording again.',
    },
  }),
  keyMayNot: final({
    what: 'This API key doesn’t have permission for this.',
    safe: SHARED.notCharged,
    next: 'Ask the account’s owner for a key with read and write permission.',
  }),
  paidPlanRequired: final({
    what: 'The account behind this key has no paid plan.',
    safe: SHARED.notCharged,
    next: thenRetry('Upgrade the account'),
  }),
  paymentFailed: final({
    what: 'The service put this account on hold because a payment failed.',
    safe: SHARED.notLost,
    next: 'Update the billing; waiting recordings then continue.',
  }),
  spendLimitExceeded: final({
    what: 'The account reached its spending limit.',
    safe: SHARED.notLost,
    next: 'Raise the limit; waiting recordings then continue.',
  }),
  costCapReached: final({
    what: 'Waiting: cap reached.',
    safe: SHARED.notCharged,
    next: {
      desk: 'Raise the cap to continue.',
      terminal: 'Raise the cap, then run `cleartake resume`.',
    },
  }),
  costsMoreThanQuoted: final({
    what: 'This would cost more than quoted.',
    safe: SHARED.notCharged,
    next: {
      desk: 'Accept the price to continue.',
      terminal: 'Accept the price on the desk, or cancel the recording there.',
    },
  }),
  paidWorkUnfetched: final({
    what: 'You may already have paid for a result that was never downloaded.',
    safe: 'Nothing was started again.',
    next: {
      desk: 'Retry the earlier row to fetch it.',
      terminal: `Run ${RESUME} to fetch it, or \`restore --again\` to start, and perhaps pay for, a new one.`,
    },
  }),
  paidWorkTakenUp: final({
    what: 'A later row is downloading the result you already paid for.',
    safe: 'Nothing is charged twice.',
    next: {
      desk: 'Once it is done, retry to have the result here too.',
      terminal: `Once it is done, run ${RESUME} to have the result here too.`,
    },
  }),
  earlierResultGone: final({
    what: 'The earlier paid result is no longer available.',
    safe: SHARED.notCharged,
    next: retry(' to restore the recording again; that is billed'),
  }),
  requestRefused: final({
    what: 'The service refused the request.',
    safe: SHARED.notCharged,
    next: 'See the details for the reason.',
  }),
  projectUnknown: final({
    what: 'The service doesn’t know this project.',
    safe: SHARED.unharmed,
    next: {
      desk: 'Check the connection’s key and address, then retry: what the service doesn’t find is uploaded again and may be paid again.',
      terminal: `Check the connection’s key and address, then run ${RESUME}: what the service doesn’t find is uploaded again and may be paid again.`,
    },
  }),
  uploadRefused: retryable(
    { what: 'The service refused the upload.', safe: SHARED.notCharged, next: SHARED.retries },
    {
      what: 'The service refused the upload every time.',
      safe: SHARED.notCharged,
      next: retry(' later; if that doesn’t help, contact the service’s owner'),
    },
  ),
  unsafeAddress: final({
    what: 'The service sent an address that isn’t safe to use.',
    safe: 'Nothing was sent there.',
    next: 'Contact the service’s owner.',
  }),
  redirectRefused: retryable(
    {
      what: 'The request was redirected to another address.',
      safe: 'Nothing was sent there.',
      next: {
        desk: 'Log in to this network in a browser, or check the address under Connections; Cleartake retries automatically.',
        terminal:
          'Log in to this network in a browser, or check the address with `cleartake connections list`; Cleartake retries automatically.',
      },
    },
    {
      what: 'Every request was redirected to another address.',
      safe: 'Nothing was sent there.',
      next: thenRetry(
        'Log in to this network in a browser, or correct the address under Connections',
        'Log in to this network in a browser, or check the address with `cleartake connections list`',
      ),
    },
  ),
  generationFailed: final({
    what: 'The service couldn’t restore this recording.',
    safe: 'Failed restorations aren’t charged.',
    next: retry(', or try the other model'),
  }),
  notCompleteYet: retryable(
    { what: 'The result isn’t ready yet.', safe: SHARED.notLost, next: 'Cleartake waits for it.' },
    { what: 'The service keeps saying that the result isn’t ready.', safe: SHARED.notLost, next: retry(' later') },
  ),
  notReadyToStart: retryable(
    { what: 'The service isn’t ready to start this recording yet.', safe: SHARED.notCharged, next: SHARED.retries },
    {
      what: 'The service was never ready to start this recording.',
      safe: SHARED.notCharged,
      next: retry(' to upload it again'),
    },
  ),
  startUncertain: retryable(
    {
      what: 'We don’t know yet whether the restoration started.',
      safe: 'Nothing is started twice.',
      next: 'Cleartake checks the service’s list before it tries again.',
    },
    {
      what: 'We don’t know whether the restoration started, and the service’s list can’t be read.',
      safe: 'Nothing was started twice.',
      next: retry(' later'),
    },
  ),
  slowToFinish: retryable(
    {
      what: 'This recording is taking unusually long.',
      safe: SHARED.notLost,
      next: 'Cleartake keeps checking and continues with the others.',
    },
    { what: 'This recording took unusually long.', safe: SHARED.notLost, next: retry(' to check again') },
  ),
  downloadDamaged: retryable(
    { what: 'The download was incomplete.', safe: 'Nothing was overwritten.', next: 'Cleartake downloads it again.' },
    {
      what: 'The download was incomplete every time.',
      safe: 'Nothing was overwritten, and you won’t be charged again.',
      next: retry(' later'),
    },
  ),
  resultOfOtherLength: final({
    what: 'The result has a different length than the recording.',
    safe: 'It is kept, and you won’t be charged again.',
    next: {
      desk: 'Listen to it, then retry to download it again.',
      terminal: `Listen to it, then run ${RESUME} to download it again.`,
    },
  }),
  linkExpired: retryable(
    { what: 'The download link expired.', safe: SHARED.notLost, next: 'Cleartake requests a new one.' },
    {
      what: 'Every download link expired before it could be used.',
      safe: SHARED.notLost,
      next: thenRetry('Check this computer’s clock'),
    },
  ),
} as const satisfies Record<string, ErrorEntry>;
