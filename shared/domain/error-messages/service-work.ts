/** Errors of work at the service: a project, a start, a restoration or a result was refused, failed or got lost. */

import { type ErrorEntry, final, type Message, RESUME, retry, retryable, SHARED, thenRetry } from './message.ts';

/** For a result that was paid for and can't be had now. */
const DOWNLOAD_LATER = {
  desk: 'Retry later to download it, which costs nothing; if that doesn’t help, contact the service’s owner.',
  terminal:
    'Run `cleartake download RECORDING` later, which costs nothing; if that doesn’t help, contact the service’s owner.',
} as const;

/** What the refusal of an upload means, by its status, where that tells more than `uploadNotAccepted`. */
export const UPLOAD_REFUSALS: Readonly<Record<number, Message>> = {
  413: {
    what: 'This recording is too large for the service’s storage.',
    safe: SHARED.notLost,
    next: 'Split it into parts and add those.',
  },
  415: {
    what: 'The service’s storage doesn’t accept this type of file.',
    safe: SHARED.notLost,
    next: 'Export it as WAV, FLAC or MP3 and add that file.',
  },
};

const THEN_BILLED = {
  desk: 'Retry to restore this one; that is billed.',
  terminal: `Run ${RESUME} to restore this one; that is billed.`,
} as const;

/** @param other file name of the recording with the same content, which was to be restored for both */
export function twinNotRestored(other: string): Message {
  return { what: `${other}, which is the same recording, wasn’t restored.`, next: THEN_BILLED };
}

export const SERVICE_WORK_ERRORS = {
  paidWorkUnfetched: final({
    what: 'You may already have paid for a result that was never downloaded.',
    next: {
      desk: 'Retry the earlier row to fetch it.',
      terminal: `Run ${RESUME} to fetch it, or \`restore --again\` to start, and perhaps pay for, a new one.`,
    },
  }),
  paidWorkTakenUp: final({
    what: 'A later row is downloading the result you already paid for.',
    next: {
      desk: 'Once it is done, retry to have the result here too.',
      terminal: `Once it is done, run ${RESUME} to have the result here too.`,
    },
  }),
  sameWorkUnderWay: retryable(
    {
      what: 'The same recording is being restored in another row.',
      next: 'Cleartake uses that result as soon as it is there.',
    },
    {
      what: 'The same recording was being restored in another row.',
      next: retry(' once that row is done'),
    },
  ),
  sameWorkUnfinished: final({
    what: 'An earlier command began to restore the same recording and hasn’t finished.',
    next: {
      desk: 'Once that row is done, retry to have the result here too.',
      terminal: `Run ${RESUME} to finish it and have the result here too.`,
    },
  }),
  sameWorkHeld: final({
    what: 'The same recording is being restored in another row, which waits for you.',
    next: thenRetry('Let that row continue', 'Let that recording continue'),
  }),
  /** Whoever knows the other recording replaces the message by one that names it. */
  twinNotRestored: final({
    what: 'The same recording in another row wasn’t restored.',
    next: THEN_BILLED,
  }),
  earlierResultGone: final({
    what: 'The earlier paid result is no longer available.',
    next: {
      desk: 'Retry to restore the recording again; that is billed.',
      terminal: 'Run `cleartake restore --again` with the recording to restore it again; that is billed.',
    },
  }),
  requestRefused: final({
    what: 'The service refused the request.',
    next: retry(' later; if that doesn’t help, contact the service’s owner'),
  }),
  requestInvalid: final({
    what: 'The service doesn’t accept this request as valid.',
    next: 'Update Cleartake; if that doesn’t help, contact the service’s owner.',
  }),
  callUnknown: final({
    what: 'This address doesn’t offer the call that Cleartake needs.',
    next: {
      desk: 'Check the address under Connections, then retry.',
      terminal: `Check the address with \`cleartake connections list\`, then run ${RESUME}.`,
    },
  }),
  otherModel: final({
    what: 'The service offers another model at this address.',
    next: {
      desk: 'Check the address under Connections, then retry.',
      terminal: `Check the address with \`cleartake connections list\`, then run ${RESUME}.`,
    },
  }),
  startRepeated: final({
    what: 'The service says that this start was used for another request before.',
    next: retry(),
  }),
  lengthUnknown: final({
    what: 'The service couldn’t tell how long this recording is, so it has no price.',
    next: 'Export it as WAV, FLAC or MP3 and add that file.',
  }),
  recordingTooLong: final({
    what: 'This recording is longer than the service accepts.',
    next: 'Split it into parts and add those.',
  }),
  amountTooLarge: final({
    what: 'The account’s costs are larger than the service can count.',
    next: 'Contact the service’s owner.',
  }),
  tooManyGenerations: final({
    what: 'The service keeps no more restorations for this upload.',
    safe: 'Earlier results are kept.',
    next: 'Remove the row, then add the recording again to upload it once more.',
  }),
  tooManyProjects: final({
    what: 'The account has as many projects as the service allows.',
    next: thenRetry('Delete old projects there'),
  }),
  projectUnknown: final({
    what: 'The service doesn’t know this project or its restorations.',
    safe: SHARED.unharmed,
    next: {
      desk: 'Check the connection’s key and address, then retry: what the service doesn’t find is uploaded again and may be paid again.',
      terminal: `Check the connection’s key and address, then run ${RESUME}: what the service doesn’t find is uploaded again and may be paid again.`,
    },
  }),
  uploadRefused: retryable(
    { what: 'The service refused the upload.', next: SHARED.retries },
    {
      what: 'The service refused the upload every time.',
      next: retry(' later; if that doesn’t help, contact the service’s owner'),
    },
  ),
  uploadNotAccepted: final({
    what: 'The service’s storage doesn’t accept this upload.',
    safe: SHARED.notLost,
    next: retry(' later; if that doesn’t help, contact the service’s owner'),
  }),
  creationUnclear: final({
    what: 'The service’s responses don’t tell which project it created for this recording.',
    safe: 'Cleartake stopped before it creates more of them.',
    next: retry(' later; if that doesn’t help, contact the service’s owner'),
  }),
  unsafeAddress: final({
    what: 'The service sent an address that isn’t safe to use.',
    next: 'Contact the service’s owner.',
  }),
  redirectRefused: retryable(
    {
      what: 'The request was redirected to another address.',
      next: {
        desk: 'Log in to this network in a browser, or check the address under Connections; Cleartake retries automatically.',
        terminal:
          'Log in to this network in a browser, or check the address with `cleartake connections list`; Cleartake retries automatically.',
      },
    },
    {
      what: 'Every request was redirected to another address.',
      next: thenRetry(
        'Log in to this network in a browser, or correct the address under Connections',
        'Log in to this network in a browser, or check the address with `cleartake connections list`',
      ),
    },
  ),
  generationFailed: final({
    what: 'The service couldn’t restore this recording.',
    next: retry(', or try the other model'),
  }),
  generationUnknown: retryable(
    {
      what: 'The service doesn’t know a restoration that it started.',
      next: 'Cleartake keeps checking.',
    },
    {
      what: 'The service doesn’t know a restoration that it started.',
      next: thenRetry('Check the connection’s key and address'),
    },
  ),
  notCompleteYet: retryable(
    { what: 'The result isn’t ready yet.', safe: SHARED.notLost, next: 'Cleartake waits for it.' },
    { what: 'The service keeps saying that the result isn’t ready.', safe: SHARED.notLost, next: retry(' later') },
  ),
  resultWithheld: final({
    what: 'The service reports this restoration as complete, but keeps refusing its result as not ready.',
    next: DOWNLOAD_LATER,
  }),
  resultTypeRefused: final({
    what: 'The service doesn’t give this result in any file type that Cleartake asked for.',
    next: DOWNLOAD_LATER,
  }),
  notReadyToStart: retryable(
    { what: 'The service isn’t ready to start this recording yet.', next: SHARED.retries },
    {
      what: 'The service was never ready to start this recording.',
      next: retry(' to upload it again'),
    },
  ),
  startUncertain: retryable(
    {
      what: 'We don’t know yet whether the restoration started.',
      next: 'Cleartake checks the service’s list before it tries again.',
    },
    {
      what: 'We don’t know whether the restoration started, and the service’s list can’t be read.',
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
      safe: 'Nothing was overwritten.',
      next: retry(' later'),
    },
  ),
  resultOfOtherLength: final({
    what: 'The result has a different length than the recording.',
    safe: 'It is kept.',
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
