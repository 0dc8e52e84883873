/** What a watch folder leaves alone: temporary files of copying and syncing programs, system folders, and places where results go. */

import path from 'node:path';

/** Besides hidden ones, which begin with a dot. In lower case. */
const SYSTEM_FOLDERS: readonly string[] = [
  '$recycle.bin',
  'system volume information',
  'lost+found',
  '@eadir',
  '#recycle',
  '#snapshot',
  '__macosx',
];

/** Names of unfinished files: Office, Syncthing on Windows. */
const TEMPORARY = /^(~\$|~syncthing~)/i;

/** Endings that programs add to the name while they write the file itself, or beside it. */
export const UNFINISHED_ENDINGS = ['.part', '.partial', '.crdownload', '.download', '.filepart', '.aria2', '.!sync'];

/**
 * @param root the watch folder
 * @param outputs folders that results go to, absolute
 * @returns whether a file or folder below the watch folder is left alone, by its absolute path
 */
export function ignoring(root: string, outputs: readonly string[]): (file: string) => boolean {
  // Results that go to the folder itself, or to one above it, are known by their content.
  const places = outputs.map((one) => path.resolve(one)).filter((one) => one.startsWith(path.resolve(root) + path.sep));
  return (file) => {
    const below = path.relative(root, file);
    if (below === '') return false;
    if (places.some((place) => file === place || file.startsWith(place + path.sep))) return true;
    return below.split(path.sep).some((name) => isIgnoredName(name));
  };
}

function isIgnoredName(name: string): boolean {
  return name.startsWith('.') || TEMPORARY.test(name) || SYSTEM_FOLDERS.includes(name.toLowerCase());
}
