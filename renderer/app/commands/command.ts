/** A command of the palette, and finding commands by words. Pure. */

import { plain } from '../../state/rows/sorting.ts';

export interface Command {
  readonly id: string;
  readonly group: string;
  readonly label: string;
  /** As the shortcut sheet writes it, with `mod` for Ctrl or ⌘. */
  readonly keys?: string | undefined;
  /** Quiet words beside the label. */
  readonly note?: string;
  readonly destructive?: boolean;
  run(): void;
}

/** Commands that have every word, those that begin with the first word first; their groups stay together. */
export function findCommands(commands: readonly Command[], query: string): readonly Command[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  const [first] = words;
  if (first === undefined) return commands;
  const found = commands.filter(({ group, label, note = '' }) => {
    const text = plain(`${label} ${group} ${note}`);
    return words.every((word) => text.includes(word));
  });
  const begins = (command: Command) => plain(command.label).startsWith(first);
  const groups = [...new Set([...found.filter(begins), ...found].map(({ group }) => group))];
  return groups.flatMap((group) => {
    const own = found.filter((command) => command.group === group);
    return [...own.filter(begins), ...own.filter((command) => !begins(command))];
  });
}

/** `mod K` as `Ctrl K` or `⌘ K`. */
export function keyWords(keys: string, onMac: boolean): string {
  return keys.replace('mod', onMac ? '⌘' : 'Ctrl');
}
