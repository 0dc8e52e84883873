/** Errors of this computer: its disk, its store, the engine. */

import { type ErrorEntry, final, retryable, SHARED, thenRetry } from './message.ts';

export const COMPUTER_ERRORS = {
  diskFull: retryable(
    {
      what: 'The disk is full.',
      safe: 'Finished results are kept.',
      next: 'Free some space; Cleartake continues automatically.',
    },
    { what: 'The disk is still full.', safe: 'Finished results are kept.', next: thenRetry('Free some space') },
  ),
  storeUnwritable: retryable(
    {
      what: 'Cleartake couldn’t save its progress.',
      safe: 'Finished results are kept.',
      next: 'Check the disk that holds the data folder; Cleartake continues automatically.',
    },
    {
      what: 'Cleartake still can’t save its progress.',
      safe: 'Finished results are kept.',
      next: thenRetry('Check the disk that holds the data folder'),
    },
  ),
  diskFailed: retryable(
    {
      what: 'The disk couldn’t be read or written.',
      safe: 'Finished results are kept.',
      next: 'Check the disk and its cable; Cleartake continues automatically.',
    },
    {
      what: 'The disk still can’t be read or written.',
      safe: 'Finished results are kept.',
      next: thenRetry('Check the disk and its cable'),
    },
  ),
  diskReadOnly: retryable(
    {
      what: 'The disk is read-only.',
      safe: 'Finished results are kept.',
      next: 'Make it writable; Cleartake continues automatically.',
    },
    { what: 'The disk is still read-only.', safe: 'Finished results are kept.', next: thenRetry('Make it writable') },
  ),
  shareLost: retryable(
    {
      what: 'The connection to the network drive is lost.',
      safe: 'Finished results are kept.',
      next: 'Connect it again; Cleartake continues automatically.',
    },
    {
      what: 'The connection to the network drive is still lost.',
      safe: 'Finished results are kept.',
      next: thenRetry('Connect it again'),
    },
  ),
  placeSilent: retryable(
    {
      what: 'The disk or network drive doesn’t answer.',
      safe: 'Finished results are kept.',
      next: 'Check it; Cleartake continues automatically.',
    },
    {
      what: 'The disk or network drive still doesn’t answer.',
      safe: 'Finished results are kept.',
      next: thenRetry('Check it'),
    },
  ),
  tooManyFiles: retryable(
    {
      what: 'This computer lets Cleartake open no more files.',
      safe: 'Finished results are kept.',
      next: 'Close other programs, or raise the limit of open files; Cleartake continues automatically.',
    },
    {
      what: 'This computer still lets Cleartake open no more files.',
      safe: 'Finished results are kept.',
      next: thenRetry('Close other programs, or raise the limit of open files'),
    },
  ),
  fileInUse: retryable(
    {
      what: 'Another program is using the file.',
      safe: 'Finished results are kept.',
      next: 'Close it there; Cleartake continues automatically.',
    },
    {
      what: 'Another program is still using the file.',
      safe: 'Finished results are kept.',
      next: thenRetry('Close it there'),
    },
  ),
  storageQuotaExceeded: final({
    what: 'Your account has no storage left on the service.',
    safe: SHARED.notLost,
    next: thenRetry('Delete old projects there'),
  }),
  outputUnwritable: final({
    what: 'Cleartake doesn’t have permission to write to the output folder.',
    safe: 'The results are kept.',
    next: thenRetry('Choose another folder', 'Allow writing there'),
  }),
  /** Whoever reads the file replaces the message by one that says what is wrong with it. */
  certificateFileUnusable: final({
    what: 'This file has no CA certificate that can be used.',
    safe: SHARED.notChanged,
    next: 'Ask your company’s IT for its CA certificate, in PEM or DER.',
  }),
  pathNotGiven: final({
    what: 'Cleartake opens only files and folders that you drop or choose.',
    safe: SHARED.notChanged,
    next: 'Drop it on the window, or choose it there.',
  }),
  presetInvalid: final({
    what: 'This preset can’t be used.',
    safe: SHARED.notChanged,
    next: 'Check its settings.',
  }),
  /** Whoever checks the model replaces the message by one that says what is wrong with it. */
  ownModelUnusable: final({
    what: 'This network can’t be used as a model.',
    safe: SHARED.notChanged,
    next: 'Correct its description, then add it again.',
  }),
  ownModelElsewhere: final({
    what: 'Only this computer has the models that you added.',
    safe: SHARED.notSent,
    next: 'Choose This computer, or one of the service’s models.',
  }),
  ownModelGone: final({
    what: 'The model for this recording is no longer on this computer.',
    safe: SHARED.unharmed,
    next: {
      desk: 'Add the model again in Settings under Models, or restore the recording with another one.',
      terminal: 'Add the model again with `cleartake models add`, or restore the recording with another one.',
    },
  }),
  resultLost: final({
    what: 'The restored file keeps disappearing from this computer.',
    next: thenRetry('Check the disk and any clean-up software'),
  }),
  dataFolderBusy: final({
    what: 'Another Cleartake is using this data folder.',
    safe: SHARED.notChanged,
    next: 'Close it, or use another data folder.',
  }),
  databaseFailed: final({
    what: 'The history on this computer can’t be read.',
    next: 'Restart Cleartake; if that doesn’t help, send us the diagnostics.',
  }),
  engineCrashed: retryable(
    { what: 'The audio engine stopped on this recording.', safe: SHARED.unharmed, next: SHARED.retries },
    {
      what: 'The audio engine stopped on this recording every time.',
      safe: SHARED.unharmed,
      next: 'Export it as WAV and add that file.',
    },
  ),
  engineTimedOut: retryable(
    { what: 'The audio engine took too long on this recording.', safe: SHARED.unharmed, next: SHARED.retries },
    {
      what: 'The audio engine took too long on this recording every time.',
      safe: SHARED.unharmed,
      next: 'Export it as WAV and add that file.',
    },
  ),
  processStartFailed: retryable(
    {
      what: 'Part of Cleartake didn’t start.',
      safe: SHARED.notLost,
      next: 'Try again; if that doesn’t help, restart Cleartake.',
    },
    {
      what: 'Part of Cleartake didn’t start, even after several attempts.',
      safe: SHARED.notLost,
      next: thenRetry('Restart Cleartake'),
    },
  ),
} as const satisfies Record<string, ErrorEntry>;
