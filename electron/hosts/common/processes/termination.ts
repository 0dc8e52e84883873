/** Waits until a long-running program is told to stop: by a signal, or because the npm that started it is gone. */

import { readFileSync } from 'node:fs';

const PARENT_CHECK_MS = 500;
/** Ctrl-C arrives twice: from the terminal, and forwarded by npm. */
const SAME_REQUEST_MS = 1000;

export interface TerminationOptions {
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
