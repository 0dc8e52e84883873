/** Words of the shell: rail, top bar, footer, full-page states, shortcuts. */

import { countOf } from '../../shared/domain/units.ts';
import { CONNECTIONS } from '../features/connections/strings.ts';
import { DESK_TITLE } from '../features/desk/strings.ts';
import { HISTORY } from '../features/history/strings.ts';
import { LISTEN } from '../features/listen/strings.ts';
import { SETTINGS } from '../features/settings/strings.ts';
import type { PageName } from '../state/route-store.ts';

/** Each page names itself. */
export const PAGE_LABELS: Readonly<Record<PageName, string>> = {
  desk: DESK_TITLE,
  listen: LISTEN.title,
  history: HISTORY.title,
  connections: CONNECTIONS.title,
  settings: SETTINGS.title,
};

export const SHELL = {
  name: 'Cleartake',
  title: (percent: number) => `${percent} % · Cleartake`,
  places: 'Places',
  theme: 'Appearance',
  themes: { auto: 'Follow the system', light: 'Light', dark: 'Dark' },
  shortcuts: 'Keyboard shortcuts',
  free: 'free',
  key: { missing: 'no API key', refused: 'key refused' },
  changeConnection: 'Where recordings are restored. Open Connections to change it.',
  skip: 'Skip to content',
} as const;

export const GATES = {
  connecting: { title: 'Opening your desk', text: 'One moment.' },
  refused: {
    title: 'This address is missing its key',
    text: 'Cleartake prints an address with a token when it starts. Open that complete address, from “http” to its last letter, and the desk appears here.',
    action: 'Try again',
  },
  gone: {
    title: 'Cleartake is not running',
    text: 'Nothing was lost: the queue is kept on disk and goes on where it was. Start Cleartake again; if it prints a new address, open that one. This page keeps trying.',
    action: 'Try now',
  },
  broken: {
    title: 'The desk tripped over something',
    text: 'Your recordings and results are safe: they are kept by the host, not by this page. Reload to go on.',
    action: 'Reload',
  },
  lost: 'Lost touch with Cleartake. Trying again…',
} as const;

export const FOOTER = {
  idle: 'Nothing is running',
  connected: 'Connected',
  reconnecting: 'Reconnecting…',
  paused: 'Paused',
  finishing: (count: number) => `Nothing new is started. ${count === 1 ? '1 is' : `${count} are`} finished first.`,
  needYou: (count: number) => `${count} ${count === 1 ? 'needs' : 'need'} you`,
  today: 'Today',
  held: 'held',
  unpriced: (count: number) => `${count} unknown`,
  unpricedWhy: (count: number) => `${countOf(count, 'generation')} more without a known price`,
  speed: 'playing speed',
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
        [`${mod} 1 – 5`, 'Desk, Listen, History, Connections, Settings'],
        ['?', 'This sheet'],
      ],
    },
    {
      title: 'Listen',
      keys: [
        ['Space', 'Play or pause'],
        ['X', 'Switch between original and result'],
        ['1 – 4', 'Choose a take'],
        ['← →', 'Five seconds back or on'],
        ['+ −', 'Zoom in or out'],
        ['0', 'Show everything'],
        ['Home', 'Back to the beginning'],
      ],
    },
    {
      title: 'Desk',
      keys: [
        [`${mod} O`, 'Choose files'],
        ['↑ ↓', 'Go from recording to recording'],
        ['Alt ↑ ↓', 'Move a recording in the queue'],
        ['Alt Home End', 'To the top, to the bottom'],
        ['Space', 'Select'],
        ['Shift ↑ ↓', 'Select several'],
        [`${mod} A`, 'Select all'],
        ['Enter', 'Compare, or the next step of a row'],
        ['M', 'Menu of the row, with everything it offers'],
        ['Esc', 'Clear the selection'],
        ['Delete', 'Remove from the queue'],
        [`${mod} Enter`, 'Start'],
      ],
    },
  ];
}
