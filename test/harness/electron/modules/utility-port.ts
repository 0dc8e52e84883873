/** Loaded before a utility process's own module: `process.parentPort` over the channel of a forked Node process. */

import { EventEmitter } from 'node:events';
import { isMainThread } from 'node:worker_threads';
import { asCloned } from './cloned.ts';

/** Messages wait until the first listener is there, as in Electron. */
class ParentPort extends EventEmitter {
  readonly #post: (message: unknown) => void;
  #waiting: unknown[] | null = [];

  constructor(post: (message: unknown) => void) {
    super();
    this.#post = post;
    this.on('newListener', (name) => {
      if (name === 'message' && this.#waiting !== null) queueMicrotask(() => this.#release());
    });
  }

  postMessage(message: unknown): void {
    this.#post(message);
  }

  receive(message: unknown): void {
    if (this.#waiting === null) this.emit('message', { data: message, ports: [] });
    else this.#waiting.push(message);
  }

  #release(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    for (const message of waiting) this.emit('message', { data: message, ports: [] });
  }
}

/** A thread of a utility process inherits this module and has no port to the parent. */
function installPort(): void {
  const send = process.send?.bind(process);
  if (send === undefined) throw new Error('A utility process is started with a channel');
  const parentPort = new ParentPort((message) => {
    if (process.connected) send(asCloned(message));
  });
  process.on('message', (message) => parentPort.receive(message));
  // Electron ends its utility processes with itself.
  process.once('disconnect', () => process.exit(0));
  Object.defineProperty(process, 'parentPort', { value: parentPort });
  // A utility process has no channel of its own; code that looks for one must not find it.
  Object.defineProperty(process, 'send', { value: undefined });
}

if (isMainThread) installPort();
