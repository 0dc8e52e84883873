/** What an import leaves out, and the words for what it counts instead of naming: for the desk's core, and for pages that walk folders themselves. */

import { z } from 'zod';
import { extensionOf } from './media-types.ts';
import { countOf } from './units.ts';

/** Why something was left out, for programs; people read `reason`. */
export const LEFT_OUT_KINDS = [
  'in-queue',
  'failed-here',
  'own-result',
  'not-a-recording',
  'hidden',
  'empty-folder',
  'folder-link',
  'link-loop',
  'pipe',
  'socket',
  'device',
  'dictation',
  'too-deep',
  'missing',
  'forbidden',
  'unreadable',
  'not-a-path',
  'restored-before',
  'paid-before',
  'no-track',
  'not-stereo',
  'stopped',
] as const;
export type LeftOutKind = (typeof LEFT_OUT_KINDS)[number];

export const leftOut = z.object({
  path: z.string(),
  kind: z.enum(LEFT_OUT_KINDS),
  reason: z.string(),
  /** Skipped on purpose: nothing is left undone. */
  harmless: z.boolean().optional(),
  /** How many files of a folder this stands for; otherwise one. */
  count: z.number().optional(),
});
export type LeftOut = z.infer<typeof leftOut>;

/** How many files were left out. */
export function countLeftOut(skipped: readonly LeftOut[]): number {
  return skipped.reduce((sum, { count = 1 }) => sum + count, 0);
}

/** Endings named in one line. */
const MOST_ENDINGS = 8;

export const LEFT_OUT = {
  /** @param byEnding how many there are of each ending; the empty ending is none */
  notRecordings: (byEnding: ReadonlyMap<string, number>) => {
    const sorted = [...byEnding].sort(
      ([ending, one], [otherEnding, other]) => other - one || (ending < otherEnding ? -1 : 1),
    );
    const kinds = sorted.slice(0, MOST_ENDINGS).map(([ending, of]) => `${of} ${ending || 'without an ending'}`);
    const more = sum(sorted.slice(MOST_ENDINGS).map(([, of]) => of));
    const all = [...kinds, ...(more > 0 ? [countOf(more, 'other')] : [])].join(', ');
    const count = sum([...byEnding.values()]);
    return `${countOf(count, 'file')} in this folder ${count === 1 ? 'isn’t a recording' : 'aren’t recordings'}: ${all}.`;
  },
  hidden: (count: number) => `${countOf(count, 'hidden file or folder', 'hidden files and folders')} in this folder.`,
} as const;

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

/** Counts what a folder contains beside recordings, for one line of a report. */
export interface FolderCounts {
  /** Counts a file or folder by its name. */
  add(name: string): void;
  /** What was counted, as lines about this folder; counts anew from then on. */
  end(folder: string): LeftOut[];
}

export function createFolderCounts(): FolderCounts {
  let others = new Map<string, number>();
  let hidden = 0;
  return {
    add(name) {
      if (name.startsWith('.')) hidden += 1;
      else others.set(extensionOf(name), (others.get(extensionOf(name)) ?? 0) + 1);
    },
    end(path) {
      const lines: LeftOut[] = [];
      const count = [...others.values()].reduce((sum, one) => sum + one, 0);
      const harmless = true;
      if (count > 0)
        lines.push({ path, kind: 'not-a-recording', reason: LEFT_OUT.notRecordings(others), count, harmless });
      if (hidden > 0) lines.push({ path, kind: 'hidden', reason: LEFT_OUT.hidden(hidden), count: hidden, harmless });
      others = new Map();
      hidden = 0;
      return lines;
    },
  };
}
