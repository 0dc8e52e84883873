/** Errors of updating Cleartake itself. */

import { type ErrorEntry, final } from './message.ts';

const SAFE = 'This version keeps working.';

export const UPDATE_ERRORS = {
  updateUnreachable: final({
    what: 'Cleartake couldn’t look for updates.',
    safe: SAFE,
    next: 'Check the internet connection, then check again.',
  }),
  updateDamaged: final({
    what: 'The downloaded update is damaged, so it was deleted.',
    safe: SAFE,
    next: 'Download it again.',
  }),
  updateUntrusted: final({
    what: 'The downloaded update isn’t signed by Cleartake’s publisher, so it was deleted.',
    safe: SAFE,
    next: 'Don’t install it by hand either; report it to whoever gave you Cleartake.',
  }),
  updateFailed: final({
    what: 'The update couldn’t be downloaded.',
    safe: SAFE,
    next: 'Check the internet connection and the space on the disk, then download it again.',
  }),
  updateWhileWorking: final({
    what: 'Cleartake doesn’t restart while recordings are being processed.',
    safe: 'The update stays downloaded.',
    next: 'Restart once they are done, or pause the queue first.',
  }),
} as const satisfies Record<string, ErrorEntry>;
