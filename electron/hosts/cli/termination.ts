/** Ends a command early: by a signal, or because nobody reads its output any more. */

import { readFileSync } from 'node:fs';
import { systemClock } from '../../platform/time/clock.ts';
import { EXIT } from './exit-status.ts';
import { onReaderGone } from './output/printer.ts';

const PARENT_CHECK_MS = 500;

/** Ctrl-C arrives twice: from the terminal, and forwarded by npm. */
const SAME_REQUEST_MS = 1000;

const outputGone = Promise.withResolvers<void>();
let endsCleanly = false;

/** A reader that closes the pipe, as `head` does, ends the command like Ctrl-C. */
export function terminateWithOutput(): void {
  onReaderGone(() => {
    if (!endsCleanly) process.exit(EXIT.failed);
    outputGone.resolve();
  });
}

/** Resolves at the first request. A second one, or the end of the npm that started the command, exits at once: everything is stored. */
export async function terminationRequested(): Promise<void> {
  endsCleanly = true;
  const leave = () => process.exit(EXIT.failed);
  const terminated = waitForTermination({ monotonic: systemClock.monotonic, onInsist: leave }).then((reason) => {
    if (!reason.startsWith('SIG')) leave();
  });
  await Promise.race([terminated, outputGone.promise]);
}

interface TerminationOptions {
  /** Milliseconds that never run backwards. */
  readonly monotonic: () => number;
  /** Called for a second request more than a second after the first: closing takes too long for the person. */
  readonly onInsist: () => void;
}

/**
 * Resolves at SIGINT, SIGTERM or SIGHUP, and under npm also when npm or the shell between npm and this process is gone: npm forwards
 * SIGTERM only to that shell, which dies and leaves this process behind; a killed npm leaves both.
 * @returns why, for the log
 */
export function waitForTermination(options: TerminationOptions): Promise<string> {
  let askedAt: number | null = null;
  return new Promise((resolve) => {
    function ask(reason: string): void {
      if (askedAt !== null && options.monotonic() - askedAt > SAME_REQUEST_MS) options.onInsist();
      askedAt ??= options.monotonic();
      resolve(reason);
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ask(signal));
    if (process.env.npm_lifecycle_event === undefined) return;
    const ancestors = npmAndItsShell();
    const timer = setInterval(() => {
      if (npmAndItsShell() === ancestors) return;
      clearInterval(timer);
      ask('npm is gone');
    }, PARENT_CHECK_MS);
    timer.unref();
  });
}

/** The parent and, where /proc has it, the grandparent: one of them changes when npm or its shell dies. */
function npmAndItsShell(): string {
  const parent = process.ppid;
  try {
    const afterName = readFileSync(`/proc/${parent}/stat`, 'utf8').split(') ').at(-1) ?? '';
    return `${parent} ${afterName.split(' ')[1]}`;
  } catch {
    return String(parent);
  }
}
