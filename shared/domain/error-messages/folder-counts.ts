/** Counts what a folder holds beside recordings, for one line of a report. */

import type { LeftOut } from '../../contract/queue/import-report.ts';
import { extensionOf } from '../media-types.ts';
import { LEFT_OUT } from './left-out.ts';

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
