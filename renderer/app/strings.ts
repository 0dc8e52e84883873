/** Words of the frame around the pages: navigation, top bar, footer, full-page messages, shortcuts. */

import { countOf } from '../../shared/domain/units.ts';
import { CONNECTIONS } from '../features/connections/strings.ts';
import { COSTS } from '../features/costs/strings.ts';
import { DESK_TITLE } from '../features/desk/strings.ts';
import { HISTORY } from '../features/history/strings.ts';
import { LISTEN } from '../features/listen/strings.ts';
import { SETTINGS } from '../features/settings/strings.ts';
import { PAGES, type PageName } from '../state/route-store.ts';
import { OWN_COMMANDS, PLAIN } from './commands/strings.ts';

/** Each page names itself. */
export const PAGE_LABELS: Readonly<Record<PageName, string>> = {
  desk: DESK_TITLE,
  listen: LISTEN.title,
  history: HISTORY.title,
  costs: COSTS.title,
  connections: CONNECTIONS.title,
  settings: SETTINGS.title,
};

export const SHELL = {
  name: 'Cleartake',
  working: (done: number, all: number) => `${done} of ${all} · Cleartake`,
  ended: (done: number, all: number) => `✓ ${done} of ${all} · Cleartake`,
  navigation: 'Pages',
  needAttention: 'need attention',
  recordings: (count: number) => countOf(count, 'recording'),
  theme: 'Appearance',
  themes: SETTINGS.appearance.themes,
  shortcuts: 'Keyboard shortcuts',
  free: 'free',
  fromPrice: (usd: string) => `from ${usd} USD a minute`,
  noPrice: 'no price set',
  /** After the name of a connection. */
  more: (count: number) => ` and ${count} more`,
  startUses: (connection: string) => ` · Start uses ${connection}`,
  startUsesAll: (connections: string) => `Recordings that wait for Start use ${connections}.`,
  key: { missing: 'no API key', refused: 'key rejected' },
  changeConnection: 'New recordings are restored here. Open Connections to change it.',
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
  unpricedWhy: (count: number) => `Price unknown for ${countOf(count, 'more generation')}`,
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

export interface ShortcutGroup {
  readonly title: string;
  readonly keys: readonly (readonly [keys: string, does: string])[];
}

/** @param mod `Ctrl` or `⌘` */
export function shortcutGroups(mod: string): readonly ShortcutGroup[] {
  return [
    {
      title: 'Everywhere',
      keys: [
        [`${mod} K`, OWN_COMMANDS.palette.label],
        [`${mod} 1 – ${PAGES.length}`, PAGES.map((page) => PAGE_LABELS[page]).join(', ')],
        [PLAIN.shortcuts.keys ?? '', PLAIN.shortcuts.label],
      ],
    },
    {
      title: 'Listen',
      keys: [
        ['Space', 'Play or pause'],
        ['X', 'Switch between original and result'],
        ['1 – 9', 'Choose a take'],
        ['D', 'Hear what the model removed or added'],
        ['L', 'Level match on or off'],
        ['V', 'Hear the preview of strength and loudness'],
        ['[ ]', 'Start and end of the loop'],
        ['B', 'Blind test'],
        ['← →', 'Back or forward 5 seconds'],
        ['S', 'Waveform or spectrogram'],
        ['N P', 'Next or previous mark'],
        ['E', 'Export a take, a passage or what was removed'],
        [', .', 'Previous or next recording of the batch'],
        ['A R', 'Accept or redo what is held for review'],
        ['+ −', 'Zoom in or out'],
        ['Scroll, pinch', 'Zoom around the pointer'],
        ['Shift scroll', 'Move through the recording'],
        ['0', 'Zoom to fit'],
        ['Home', 'Go to the start'],
      ],
    },
    {
      title: 'Desk',
      keys: [
        [`${mod} O`, PLAIN['choose-files'].label],
        [OWN_COMMANDS.find.keys, OWN_COMMANDS.find.label],
        ['↑ ↓', 'Previous or next recording'],
        ['Alt ↑ ↓', 'Move up or down in the queue'],
        ['Alt Home End', 'Move to the top or bottom'],
        ['Space', 'Select'],
        ['Shift ↑ ↓', 'Extend the selection'],
        [`${mod} A`, OWN_COMMANDS.selectAll.label],
        ['Enter', 'Compare, or do the next step'],
        ['A', 'Accept what is held for review'],
        ['R', 'Redo what is held for review'],
        ['M', 'Open the menu of the row'],
        [OWN_COMMANDS.clearSelection.keys, OWN_COMMANDS.clearSelection.label],
        ['Delete', 'Remove from the queue'],
        [`${mod} Enter`, PLAIN.start.label],
        [`${mod} Z`, 'Undo a removal'],
      ],
    },
  ];
}
