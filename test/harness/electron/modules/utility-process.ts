/** `utilityProcess` over a forked Node process, with `process.parentPort` made in the child. */

import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { constants } from 'node:os';
import path from 'node:path';
import { recordCall } from '../calls.ts';
import { ownAsarSupport } from '../environment.ts';
import { asCloned } from './cloned.ts';

const CHILD_HOOK = path.join(import.meta.dirname, 'utility-port.ts');

const FATAL: readonly NodeJS.Signals[] = ['SIGABRT', 'SIGTRAP', 'SIGILL'];

interface ForkOptions {
  readonly env?: Record<string, string>;
  readonly serviceName?: string;
  readonly execArgv?: string[];
  readonly stdio?: unknown;
}

class UtilityProcess extends EventEmitter {
  /** Undefined before the process is spawned and after it has ended. */
  pid: number | undefined;
  readonly #child: ChildProcess;

  constructor(modulePath: string, words: readonly string[], options: ForkOptions) {
    super();
    const support = ownAsarSupport();
    this.#child = fork(modulePath, [...words], {
      env: options.env ?? process.env,
      execArgv: [
        ...(options.execArgv ?? []),
        ...[support, CHILD_HOOK].flatMap((hook) => (hook === null ? [] : ['--import', hook])),
      ],
      serialization: 'advanced',
      stdio: ['ignore', 2, 2, 'ipc'],
    });
    this.#child.once('spawn', () => {
      this.pid = this.#child.pid;
      this.emit('spawn');
    });
    this.#child.on('message', (message) => this.emit('message', asCloned(message)));
    this.#child.once('exit', (code, signal) => {
      this.pid = undefined;
      // V8 ends its process so when it can't go on. Electron tells of it first, as an event that nobody may leave unheard.
      if (signal !== null && FATAL.includes(signal)) this.emit('error', 'FatalError', 'V8', '{}');
      this.emit('exit', code ?? (signal === null ? 0 : constants.signals[signal]));
    });
  }

  postMessage(message: unknown): void {
    if (this.#child.connected) this.#child.send(asCloned(message) as object);
  }

  kill(): boolean {
    return this.pid !== undefined && this.#child.kill('SIGTERM');
  }
}

const running = new Set<{ readonly type: 'Utility'; readonly name: string }>();

/** The utility processes that run now, as `app.getAppMetrics` tells them. */
export function runningUtilities(): readonly { readonly type: 'Utility'; readonly name: string }[] {
  return [...running];
}

export const utilityProcess = {
  fork: (modulePath: string, words: readonly string[] = [], options: ForkOptions = {}): UtilityProcess => {
    const child = new UtilityProcess(modulePath, words, options);
    const entry = { type: 'Utility', name: options.serviceName ?? '' } as const;
    running.add(entry);
    child.once('exit', () => running.delete(entry));
    recordCall('utilityProcess.fork', modulePath, options.serviceName, Object.keys(options.env ?? process.env).sort());
    return child;
  },
};
