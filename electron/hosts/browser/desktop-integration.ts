/** What the browser host asks of the desktop around it: open an address, show a file in its folder. */

import { spawn } from 'node:child_process';
import path from 'node:path';
import type { Log } from '../../platform/log.ts';

interface Program {
  readonly command: string;
  readonly words: readonly string[];
}

/** Whether there is a screen on which something could be opened. */
export function hasDisplay(): boolean {
  if (process.platform !== 'linux') return true;
  return (process.env.DISPLAY ?? '') !== '' || (process.env.WAYLAND_DISPLAY ?? '') !== '';
}

/** Opens an address in the person's browser. */
export function openAddress(address: string, log: Log): void {
  run(opener(address), log);
}

/** Shows a file in the file manager; on Linux, where no common way to select it exists, its folder. */
export function revealFile(file: string, log: Log): void {
  switch (process.platform) {
    case 'darwin':
      run({ command: 'open', words: ['-R', file] }, log);
      break;
    case 'win32':
      run({ command: 'explorer.exe', words: [`/select,${file}`] }, log);
      break;
    default:
      run(opener(path.dirname(file)), log);
  }
}

function opener(target: string): Program {
  switch (process.platform) {
    case 'darwin':
      return { command: 'open', words: [target] };
    case 'win32':
      return { command: 'explorer.exe', words: [target] };
    default:
      return { command: 'xdg-open', words: [target] };
  }
}

function run({ command, words }: Program, log: Log): void {
  const child = spawn(command, words, { detached: true, stdio: 'ignore' });
  // The address is not logged: it may hold a token.
  child.once('error', (failure) => log.warn('Nothing could be opened', { command, reason: failure.message }));
  child.unref();
}
