/** The paths that the person gave the page in this run, by a drop or in a dialog. The page can name no others. */

import type { PathPolicy } from '../../core/calls/path-policy.ts';

export interface GrantedPaths extends PathPolicy {
  /** Files and folders to add. Absolute paths; what is inside a folder comes with it. */
  giveRecordings(paths: readonly string[]): void;
  giveOutputFolder(folder: string): void;
  /** An exported desk. */
  giveArchive(file: string): void;
}

export function createGivenPaths(): GrantedPaths {
  const recordings = new Set<string>();
  const outputFolders = new Set<string>();
  const archives = new Set<string>();
  return {
    mayAdd: (path) => recordings.has(path),
    // The window asks the system's dialog, which then gives them.
    mayAddTyped: () => false,
    mayWatch: (folder) => recordings.has(folder),
    mayLookIn: (path) => recordings.has(path),
    mayWriteTo: (folder) => outputFolders.has(folder),
    mayImport: (file) => archives.has(file),
    giveRecordings: (paths) => {
      for (const path of paths) recordings.add(path);
    },
    giveOutputFolder: (folder) => void outputFolders.add(folder),
    giveArchive: (file) => void archives.add(file),
  };
}
