/** Downloads Electron's program with the package's own script, watches the bytes arrive, and gives up only when none do. */

import { fork } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** `stalled`: no byte for too long. `offline`: no connection could be made. `failed`: anything else, such as a full disk. */
export type DownloadEnd = 'done' | 'stalled' | 'offline' | 'failed';

export interface DownloadPlace {
  /** Folder of the `electron` package. */
  readonly package: string;
  /** The module that is loaded before its script, report-download.mjs. */
  readonly reporter: string;
  /** Longest time without a byte, in milliseconds. */
  readonly patienceMs: number;
}

type Report =
  | { readonly kind: 'received'; readonly received: number; readonly total: number | null }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'complete' };

/** Codes of Node's sockets and resolver without a network. */
const OFFLINE: readonly string[] = [
  ...['ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH', 'ENETDOWN', 'ECONNREFUSED'],
  'UND_ERR_CONNECT_TIMEOUT',
];
const MEBIBYTE = 2 ** 20;
/** Progress is said this many times. */
const STEPS = 10;
/** And this often when nobody knows how much comes. */
const UNKNOWN_STEP_BYTES = 20 * MEBIBYTE;

export function downloadElectron(place: DownloadPlace, say: (text: string) => void): Promise<DownloadEnd> {
  const child = fork(path.join(place.package, 'install.js'), {
    execArgv: ['--import', pathToFileURL(place.reporter).href],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let end: DownloadEnd = 'failed';
  let said = 0;
  let timer = setTimeout(giveUp, place.patienceMs);

  function giveUp(): void {
    end = 'stalled';
    child.kill('SIGKILL');
  }

  function tell(received: number, total: number | null): void {
    const step = Math.floor(received / (total === null ? UNKNOWN_STEP_BYTES : total / STEPS));
    if (step <= said) return;
    said = step;
    say(`${megabytes(received)}${total === null ? '' : ` of ${megabytes(total)}`} MB`);
  }

  child.on('message', (raw) => {
    const report = raw as Report;
    clearTimeout(timer);
    if (report.kind === 'refused') end = OFFLINE.includes(report.code) ? 'offline' : 'failed';
    if (report.kind !== 'received') return;
    timer = setTimeout(giveUp, place.patienceMs);
    tell(report.received, report.total);
  });
  return new Promise((resolve) => {
    child.once('error', () => resolve(end));
    child.once('exit', (code) => {
      clearTimeout(timer);
      resolve(code === 0 ? 'done' : end);
    });
  });
}

function megabytes(bytes: number): number {
  return Math.round(bytes / MEBIBYTE);
}
