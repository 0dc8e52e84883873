/** One instance a data folder: a file with the first one's process number, and messages of later ones as files beside it. */

import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isErrno } from '../../../../electron/platform/files/file-errors.ts';

type OnSecond = (words: string[], workingDirectory: string, message: unknown) => void;

/** @returns whether this process is the first; if not, the first is told of it */
export function claimInstance(directory: string, message: unknown, onSecond: OnSecond): boolean {
  const lock = path.join(directory, 'shim-instance');
  const inbox = path.join(directory, 'shim-second-instances');
  mkdirSync(inbox, { recursive: true });
  if (!claim(lock)) {
    const words = process.argv;
    const letter = path.join(inbox, `${process.pid}.json`);
    writeFileSync(`${letter}.part`, JSON.stringify({ words, workingDirectory: process.cwd(), message }));
    renameSync(`${letter}.part`, letter);
    return false;
  }
  for (const old of readdirSync(inbox)) rmSync(path.join(inbox, old));
  const watcher = watch(inbox, () => {
    // The folder itself may be removed at the end.
    if (!existsSync(inbox)) return;
    for (const name of readdirSync(inbox).filter((one) => one.endsWith('.json'))) {
      const file = path.join(inbox, name);
      const letter = JSON.parse(readFileSync(file, 'utf8')) as {
        words: string[];
        workingDirectory: string;
        message: unknown;
      };
      rmSync(file);
      onSecond(letter.words, letter.workingDirectory, letter.message);
    }
  });
  watcher.unref();
  process.once('exit', () => rmSync(lock, { force: true }));
  return true;
}

function claim(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (failure) {
    if (!isErrno(failure, 'EEXIST')) throw failure;
  }
  if (isAlive(Number(readFileSync(lock, 'utf8')))) return false;
  writeFileSync(lock, String(process.pid));
  return true;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
