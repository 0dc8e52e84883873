/** How the browser host uses the desktop around it: opens an address, shows a file in its folder. */

import { spawn } from 'node:child_process';
import path from 'node:path';
import type { Log } from '../../platform/log.ts';

interface Program {
  readonly command: string;
  readonly args: readonly string[];
}

/** Whether there is a display to open anything on. */
export function hasDisplay(): boolean {
  if (process.platform !== 'linux') return true;
  return (process.env.DISPLAY ?? '') !== '' || (process.env.WAYLAND_DISPLAY ?? '') !== '';
}

/** Opens an address in the person's browser. */
export function openAddress(address: string, log: Log): void {
  run(opener(address), log);
}

/** Shows a file in the file manager; on Linux, which has no common way to select a file, only its folder. */
export function revealFile(file: string, log: Log): void {
  switch (process.platform) {
    case 'darwin':
      run({ command: 'open', args: ['-R', file] }, log);
      break;
    case 'win32':
      run({ command: 'explorer.exe', args: [`/select,${file}`] }, log);
      break;
    default:
      run(opener(path.dirname(file)), log);
  }
}

function opener(target: string): Program {
  switch (process.platform) {
    case 'darwin':
      return { command: 'open', args: [target] };
    case 'win32':
      return { command: 'explorer.exe', args: [target] };
    default:
      return { command: 'xdg-open', args: [target] };
  }
}

function run({ command, args }: Program, log: Log): void {
  const child = spawn(command, args, { detached: true, stdio: 'ignore' });
  // The address isn't logged: it may contain a token.
  child.once('error', (failure) =>
    log.warn('The program that opens addresses did not start', { command, reason: failure.message }),
  );
  child.unref();
}
