/** Names and keys of the commands: the palette, the shortcut sheet and the page's keys all read them here. */

import type { PlainCommand } from '../../../shared/contract/page/bridge.ts';
import { countOf } from '../../../shared/domain/units.ts';
import { inSentence } from '../../components/text/format.ts';
import { PAGES } from '../../state/route-store.ts';

export const PALETTE = {
  title: 'Commands',
  field: 'Find a command or a recording',
  none: 'Nothing matches.',
  results: (count: number) => countOf(count, 'command'),
} as const;

export const COMMAND_GROUPS = {
  rows: (count: number, name: string) => (count === 1 ? name : countOf(count, 'selected recording')),
  recordings: 'Recordings',
  queue: 'Queue',
  view: 'View',
  presets: 'Presets',
  places: 'Go to',
  app: 'Cleartake',
} as const;

export interface CommandWords {
  readonly label: string;
  /** Null where it has none. */
  readonly keys: string | null;
}

function keyOfPage(page: (typeof PAGES)[number]): string {
  return `mod ${PAGES.indexOf(page) + 1}`;
}

/** Every command that the window's menu can send: none can be missing here. */
export const PLAIN_COMMANDS: Readonly<Record<PlainCommand, CommandWords>> = {
  'choose-files': { label: 'Choose files…', keys: 'mod O' },
  'choose-folder': { label: 'Choose folder…', keys: null },
  start: { label: 'Start', keys: 'mod Enter' },
  'pause-all': { label: 'Pause all', keys: null },
  'resume-all': { label: 'Resume all', keys: null },
  'retry-failed': { label: 'Retry failed', keys: null },
  shortcuts: { label: 'Keyboard shortcuts', keys: '?' },
  desk: { label: 'Desk', keys: keyOfPage('desk') },
  listen: { label: 'Listen', keys: keyOfPage('listen') },
  history: { label: 'History', keys: keyOfPage('history') },
  costs: { label: 'Costs', keys: keyOfPage('costs') },
  connections: { label: 'Connections', keys: keyOfPage('connections') },
  settings: { label: 'Settings', keys: keyOfPage('settings') },
};

/** Commands of the page alone. */
export const OWN_COMMANDS = {
  paths: { label: 'Paste paths…', keys: null },
  pathsInBrowser: { label: 'Path on this computer…', keys: null },
  samples: { label: 'Add the samples', keys: null },
  palette: { label: 'Commands', keys: 'mod K' },
  find: { label: 'Find by name or folder', keys: '/' },
  selectAll: { label: 'Select all', keys: 'mod A' },
  clearSelection: { label: 'Clear selection', keys: 'Esc' },
  show: (filter: string) => `Show: ${filter}`,
  sort: (column: string) => `Sort by ${inSentence(column)}`,
  rows: (density: string) => `${density} rows`,
  theme: (name: string) => `Appearance: ${name}`,
  list: { label: 'Go to the list', keys: 'G' },
  loudness: (lufs: number | null) => (lufs === null ? 'Loudness: keep the level' : `Loudness: −${Math.abs(lufs)} LUFS`),
  restoreWith: (connection: string) => `Restore new recordings with ${connection}`,
  preset: (name: string) => `Use the preset ${name}`,
  settings: (place: string) => `Settings: ${place}`,
} as const;
