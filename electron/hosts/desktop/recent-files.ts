/** What the person added last, newest first, for the menu and the system's own lists. Kept in a file beside the window's. */

import { readFileSync, writeFileSync } from 'node:fs';

/** As many as menus of recent files have elsewhere. */
const MOST = 10;

export interface RecentFiles {
  /** Absolute paths, newest first. */
  list(): readonly string[];
  add(paths: readonly string[]): void;
  clear(): void;
}

/** @param onChange called after each change, with what was added now */
export function createRecentFiles(file: string, onChange: (added: readonly string[]) => void): RecentFiles {
  let recent = readRecent(file);

  function become(next: readonly string[], added: readonly string[]): void {
    recent = next;
    try {
      writeFileSync(file, JSON.stringify(recent), { mode: 0o600 });
    } catch {
      // The list is lost with this run, and nothing else.
    }
    onChange(added);
  }

  return {
    list: () => recent,
    add(paths) {
      if (paths.length === 0) return;
      const added = paths.slice(0, MOST);
      become([...new Set([...added, ...recent])].slice(0, MOST), added);
    },
    clear: () => become([], []),
  };
}

function readRecent(file: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string').slice(0, MOST) : [];
  } catch {
    return [];
  }
}
