/** Errors of the recording itself: it cannot be found, read or restored as it is. */

import { type ErrorEntry, final, RESUME, retry, SHARED, thenRetry } from './message.ts';

export const RECORDING_ERRORS = {
  sourceMissing: final({
    what: 'The file was moved or deleted.',
    next: {
      desk: 'Put it back and retry, or use Find it… to show Cleartake where it is now.',
      terminal: 'Put it back, or restore it from its new location.',
    },
  }),
  sourceUnreadable: final({
    what: 'Cleartake doesn’t have permission to read this file.',
    next: thenRetry('Allow access in your file manager', 'Allow access to it'),
  }),
  sourceNotAFile: final({
    what: 'This is a pipe or a device, not a file.',
    safe: SHARED.notSent,
    next: 'Record it into a file, then add that file.',
  }),
  sourceChanged: final({
    what: 'The file changed after it was added.',
    next: retry(' to use the new version'),
  }),
  bookendUnusable: final({
    what: 'The intro, outro or cover picture can’t be used.',
    safe: 'The restored recording is kept.',
    next: {
      desk: 'Put the file there, or choose another under Change preset…, then retry.',
      terminal: `Put the file there, then run ${RESUME}; or run the command again with another file.`,
    },
  }),
  mediaEmpty: final({
    what: 'The file is empty.',
    next: 'Copy it from the recorder again, then add it again.',
  }),
  mediaNotRecognized: final({
    what: 'Cleartake can’t read this file as a recording.',
    next: 'Export it as WAV, FLAC or MP3 and add that file.',
  }),
  mediaNoSound: final({
    what: 'The file has no audio track.',
    next: 'Add the version of the video that has sound.',
  }),
  mediaSilent: final({
    what: 'The recording is silent from start to finish.',
    next: 'Check which microphone track you exported.',
  }),
  mediaTooShort: final({
    what: 'There is less than a tenth of a second of sound in the file.',
    safe: SHARED.notSent,
    next: 'Check whether the recorder stopped at once, or copy it again.',
  }),
  mediaTruncated: final({
    what: 'The recording ends earlier than its header says.',
    next: {
      desk: 'Choose Repair… to restore what is there, or copy it from its source again.',
      terminal: 'Copy it from its source again, or restore what is there with `cleartake restore --partial`.',
    },
  }),
  mediaDamaged: final({
    what: 'The recording is damaged: no sound in it can be decoded.',
    next: 'Copy it from its source again, or try its recorder’s own repair, then add it again.',
  }),
  mediaUnsupported: final({
    what: 'Cleartake can’t read this codec, channel count or sample rate.',
    next: 'Export it as a 48 kHz stereo WAV and add that file.',
  }),
  ownResult: final({
    what: 'This is a result that Cleartake made.',
    next: 'To restore it again, add the file itself instead of its folder.',
  }),
  nameTooLong: final({
    what: 'The file name is too long for this computer.',
    safe: SHARED.notLost,
    next: 'Choose a shorter naming template or output folder.',
  }),
} as const satisfies Record<string, ErrorEntry>;
