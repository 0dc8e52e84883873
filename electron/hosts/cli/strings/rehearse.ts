/** Words of `cleartake rehearse`. */

import { countOf } from '../../../../shared/domain/units.ts';
import type { FaultKind, FaultPlace } from '../../../../shared/service-api/rehearsal.ts';

export const REHEARSE = {
  on: 'The service rehearses: it is slow or fails on purpose. Nothing is really paid. End it with `cleartake rehearse end`.',
  off: 'No rehearsal is on.',
  ended: 'The rehearsal is over.',
  calls: (ms: number) => `Each call takes ${ms / 1000} s longer`,
  restorations: (ms: number) => `Each restoration takes at least ${ms / 1000} s`,
  perMinute: (count: number) => `At most ${countOf(count, 'call')} a minute`,
  declines: 'Payments are declined',
  fault: (place: string, kind: FaultKind, times: number) => `${place}: ${KINDS[kind]}, ${countOf(times, 'more time')}`,
  time: (now: string) => `The service’s time is ${now}`,
  linksExpired: 'All links signed until now have expired.',
  clockMoved: 'The service’s clock was moved forward.',
} as const;

const KINDS: Readonly<Record<FaultKind, string>> = {
  '402': '402, payment failed',
  '409': '409, not possible now',
  '429': '429, too many calls',
  '500': '500, internal fault',
  '503': '503, not available',
  'drop-before': 'connection dropped before anything is done',
  'drop-after': 'connection dropped after everything is done',
};

export const PLACES: Readonly<Record<FaultPlace, string>> = {
  everything: 'everything',
  projects: 'creating projects',
  uploads: 'uploads',
  starts: 'starts of restorations',
  progress: 'questions for progress',
  links: 'download links',
  downloads: 'downloads',
};

export const REHEARSE_HELP = {
  command: 'let a Cleartake service be slow or fail on purpose; nothing is really paid',
  status: 'show what is rehearsed',
  slow: 'make calls or restorations slower',
  calls: 'seconds that each call takes longer',
  restorations: 'seconds that each restoration takes at least',
  perMinute: 'calls a minute that a key may make; none for the service’s own limit',
  fail: 'let the next calls fail: PLACE is what fails, KIND is how',
  times: 'how often',
  payments: 'let the simulated bank decline payments, or accept them again',
  expireLinks: 'expire every upload and download link signed until now',
  clock: 'move the service’s clock forward, for example by 36h or 5d; it never goes back',
  end: 'end the rehearsal; what waited continues',
  connection: 'a connection of the desk, with an admin key; without it, the built-in service',
} as const;

export const REHEARSE_INVALID = {
  seconds: (most: number) => `Use seconds from 0 to ${most}.`,
  duration: 'Use hours or days, for example 36h or 5d, up to 366d.',
  nothing: 'Say what is slow, with --calls, --restorations or --calls-per-minute.',
} as const;
