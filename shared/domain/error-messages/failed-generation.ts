/** What a restoration that failed at the service says, by the code in its `errorDetails`. Each code of Cleartake's own service has words. */

import { type Message, retry, thenRetry } from './message.ts';

const exportAgain = 'Export it as WAV, FLAC or MP3 and add that file.';
const copyAgain = 'Copy it from its source again, then add it again.';

export const FAILED_GENERATIONS = {
  sourceMissing: {
    what: 'The service no longer has the uploaded recording.',
    next: 'Add the recording again to upload it once more.',
  },
  mediaEmpty: { what: 'The service found the uploaded recording empty.', next: copyAgain },
  mediaNotRecognized: { what: 'The service can’t read this file as a recording.', next: exportAgain },
  mediaNoSound: {
    what: 'The service found no audio track in this file.',
    next: 'Add the version of the video that has sound.',
  },
  mediaTruncated: {
    what: 'The service found that the recording ends earlier than its header says.',
    next: copyAgain,
  },
  mediaDamaged: { what: 'The service found the recording damaged.', next: copyAgain },
  mediaUnsupported: {
    what: 'The service can’t read this codec, channel count or sample rate.',
    next: 'Export it as a 48 kHz stereo WAV and add that file.',
  },
  diskFull: {
    what: 'The service has no disk space left.',
    next: retry(' later; if that doesn’t help, contact the service’s owner'),
  },
  storageQuotaExceeded: {
    what: 'Your account has no storage left on the service.',
    next: thenRetry('Delete old projects there'),
  },
  engineCrashed: {
    what: 'The service’s audio engine stopped on this recording every time.',
    next: exportAgain,
  },
  engineTimedOut: {
    what: 'The service’s audio engine took too long on this recording every time.',
    next: exportAgain,
  },
  ownModelGone: {
    what: 'The model for this recording is no longer on this computer.',
    next: {
      desk: 'Add the model again in Settings under Models, or restore the recording with another one.',
      terminal: 'Add the model again with `cleartake models add`, or restore the recording with another one.',
    },
  },
  ownModelUnusable: {
    what: 'The model for this recording can’t be used.',
    next: {
      desk: 'Remove it in Settings under Models and add it again, or use another one.',
      terminal: 'Remove it with `cleartake models remove` and add it again, or use another one.',
    },
  },
  cancelled: { what: 'This restoration was cancelled at the service.', next: retry(' to start it again') },
} as const satisfies Record<string, Message>;

export type FailureCode = keyof typeof FAILED_GENERATIONS;

/** The words of a code; null for one that only another service knows. */
export function failedGeneration(code: string): Message | null {
  return Object.hasOwn(FAILED_GENERATIONS, code) ? FAILED_GENERATIONS[code as FailureCode] : null;
}
