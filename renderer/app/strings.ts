/** Words of the frame around the pages: navigation, top bar, footer, full-page messages. */

import { countOf } from '../../shared/domain/units.ts';
import { CONNECTIONS } from '../features/connections/strings.ts';
import { COSTS } from '../features/costs/strings.ts';
import { DESK_TITLE } from '../features/desk/strings.ts';
import { HISTORY_PAGE } from '../features/history/strings.ts';
import { LISTEN } from '../features/listen/strings.ts';
import { SETTINGS } from '../features/settings/strings.ts';
import type { PageName } from '../state/route-store.ts';
import type { ConnectionHealth } from '../state/session-store.ts';

/** Each page names itself. */
export const PAGE_LABELS: Readonly<Record<PageName, string>> = {
  desk: DESK_TITLE,
  listen: LISTEN.title,
  history: HISTORY_PAGE.title,
  costs: COSTS.title,
  connections: CONNECTIONS.title,
  settings: SETTINGS.title,
};

export const SHELL = {
  name: 'Cleartake',
  working: (done: number, all: number) => `${done} of ${all} · Cleartake`,
  ended: (done: number, all: number) => `✓ ${done} of ${all} · Cleartake`,
  navigation: 'Pages',
  needAttention: (count: number) => (count === 1 ? 'needs attention' : 'need attention'),
  theme: 'Appearance',
  themes: SETTINGS.appearance.themes,
  shortcuts: 'Keyboard shortcuts',
  free: 'free',
  fromPrice: (usd: string) => `from ${usd} USD a minute`,
  noPrice: 'no price set',
  /** After the name of a connection. */
  more: (count: number) => ` and ${count} more`,
  startUses: (connection: string) => ` · Start uses ${connection}`,
  key: { missing: 'no API key', refused: 'key rejected' },
  /** Of the service that new recordings use. */
  health: {
    unknown: 'Not asked yet.',
    good: 'Answering.',
    silent: 'Not answering.',
    held: 'New restorations are stopped there.',
    refused: 'No working API key.',
  } satisfies Record<ConnectionHealth, string>,
  restoreWith: 'Restore new recordings with',
  manage: 'Manage connections…',
  skip: 'Skip to content',
} as const;

export const REHEARSING = {
  label: 'Rehearsal',
  builtIn: 'Rehearsal: the built-in service is slow or fails on purpose. Nothing is really paid.',
  remote: (name: string) => `Rehearsal: ${name} is slow or fails on purpose. Nothing is really paid.`,
  end: 'End rehearsal',
} as const;

export const GATES = {
  connecting: { title: 'Opening your desk…', text: 'One moment.' },
  refused: {
    title: 'This address is incomplete',
    text: 'When Cleartake starts, it prints an address that contains a token. Open that complete address to see your desk.',
    action: 'Try again',
  },
  gone: {
    title: 'Cleartake isn’t running',
    text: 'Nothing was lost: the queue is saved and continues where it stopped. Start Cleartake again. If it prints a new address, open that one. This page keeps trying.',
    action: 'Try now',
  },
  broken: {
    title: 'Something went wrong on this page',
    text: 'Your recordings and results are safe. Reload to continue.',
    action: 'Reload',
  },
  lost: 'Connection to Cleartake lost. Reconnecting…',
} as const;

export const FOOTER = {
  progress: 'All recordings',
  idle: 'Nothing is running',
  ofAll: (done: number, all: number) => `${done} of ${all}`,
  done: 'done',
  failed: (count: number) => `${count} failed`,
  left: 'left',
  finished: (moment: string) => `finished ${moment}`,
  at: (time: string) => `at ${time}`,
  connected: 'Connected',
  reconnecting: 'Reconnecting…',
  paused: 'Paused',
  processing: (count: number) => `${count} processing`,
  waiting: (count: number) => `${count} waiting`,
  speed: 'real time',
  today: 'Today',
  amount: (usd: string) => `${usd} USD`,
  inDay: 'today',
  inMonth: 'this month',
  cap: 'cap',
  charged: 'charged',
  held: 'held',
  unpriced: (count: number) => `${count} unknown`,
  unpricedWhy: (count: number) => `Price unknown for ${countOf(count, 'more restoration')}`,
} as const;

/** Spoken by screen readers while the batch runs. */
export const PROGRESS = {
  done: (done: number, all: number) => `${done} of ${all} recordings done`,
  ended: (done: number, failed: number) =>
    failed === 0 ? `Batch finished. ${done} done.` : `Batch finished. ${done} done, ${failed} failed.`,
  failed: (count: number) => `${count} failed`,
  questions: (count: number) => `${count} ${count === 1 ? 'needs' : 'need'} your answer`,
  left: (time: string) => `${time} left`,
} as const;
