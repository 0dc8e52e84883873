/** Words of rehearsals. */

import { countOf } from '../../../../shared/domain/units.ts';
import type { FaultKind, FaultPlace } from '../../../../shared/service-api/rehearsal.ts';

export const REHEARSAL = {
  lead: 'Try what happens when a service is slow or fails. Nothing is really paid.',
  loading: 'Reading the rehearsal…',
  builtInNote:
    'Starting and ending a rehearsal restarts the built-in service. Restorations in progress begin again; nothing is lost.',
  state: { on: 'A rehearsal is on.', off: 'No rehearsal is on.' },
  time: (time: string) => `The service’s clock shows ${time}.`,
  slowTitle: 'Slow',
  calls: 'Delay per call (s)',
  restorations: 'Minimum restoration time (s)',
  perMinute: 'Maximum calls per minute',
  noLimit: 'no limit',
  apply: 'Apply',
  failTitle: 'Fails',
  nothingFails: 'No call is set to fail.',
  place: 'What fails',
  kind: 'How',
  times: 'How often',
  add: 'Add failure',
  remove: 'Remove',
  removeOne: (words: string) => `Remove: ${words}`,
  left: (times: number) => `${countOf(times, 'more time')}`,
  declines: 'Decline every payment',
  declinesNote: 'Matters at a service with prices: its next invoice isn’t paid, and the account goes on hold.',
  nowTitle: 'Now',
  expireLinks: 'Expire all links',
  expireNote: 'Upload and download links signed until now stop working.',
  linksExpired: 'All links signed until now have expired.',
  clock: 'Move the clock forward',
  clockNote:
    'Moving the clock ends waits that would be over by then. It goes back when the rehearsal of the built-in service ends.',
  clockMoved: (words: string) => `The service’s clock went forward by ${words}.`,
  move: 'Move',
  end: 'End rehearsal',
} as const;

export const PLACE_WORDS: Readonly<Record<FaultPlace, string>> = {
  everything: 'Everything',
  projects: 'Creating projects',
  uploads: 'Uploads',
  starts: 'Starts',
  progress: 'Progress',
  links: 'Download links',
  downloads: 'Downloads',
};

export const KIND_WORDS: Readonly<Record<FaultKind, string>> = {
  '402': '402: a payment failed',
  '409': '409: not possible now',
  '429': '429: too many calls',
  '500': '500: internal fault',
  '503': '503: not available',
  'drop-before': 'Connection drops before it acts',
  'drop-after': 'Connection drops after it acted',
};

const HOUR_MS = 3_600_000;

/** How far the clock can go, by words; milliseconds. */
export const CLOCK_STEPS: Readonly<Record<string, number>> = {
  '1 hour': HOUR_MS,
  '3 hours': 3 * HOUR_MS,
  '1 day': 24 * HOUR_MS,
  '5 days': 120 * HOUR_MS,
  '31 days': 744 * HOUR_MS,
};
