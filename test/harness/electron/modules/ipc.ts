/** `ipcMain`, and the main process's ends of message ports. */

import { EventEmitter } from 'node:events';

type InvokeHandler = (event: IpcEvent, ...values: unknown[]) => unknown;

export interface IpcEvent {
  readonly sender: unknown;
  readonly senderFrame: { readonly url: string; readonly parent: unknown } | null;
  readonly ports: readonly MessagePortMain[];
}

class IpcMain extends EventEmitter {
  readonly #handlers = new Map<string, InvokeHandler>();

  handle(channel: string, handler: InvokeHandler): void {
    if (this.#handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    this.#handlers.set(channel, handler);
  }

  removeHandler(channel: string): void {
    this.#handlers.delete(channel);
  }

  /** As a page's `ipcRenderer.invoke` arrives. */
  async answer(channel: string, event: IpcEvent, values: readonly unknown[]): Promise<unknown> {
    const handler = this.#handlers.get(channel);
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
    return await handler(event, ...values);
  }
}

export const ipcMain = new IpcMain();

/** Messages wait until `start` is called, as in Electron. */
export class MessagePortMain extends EventEmitter {
  readonly #post: (value: unknown) => void;
  readonly #leave: () => void;
  #waiting: unknown[] | null = [];
  #open = true;

  constructor(post: (value: unknown) => void, leave: () => void) {
    super();
    this.#post = post;
    this.#leave = leave;
  }

  postMessage(value: unknown): void {
    if (this.#open) this.#post(value);
  }

  start(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    for (const value of waiting) this.emit('message', { data: value, ports: [] });
  }

  close(): void {
    if (!this.#open) return;
    this.#leave();
    this.disconnect();
  }

  /** A message from the other end. */
  receive(value: unknown): void {
    if (this.#waiting === null) this.emit('message', { data: value, ports: [] });
    else this.#waiting.push(value);
  }

  /** The other end is gone. */
  disconnect(): void {
    if (!this.#open) return;
    this.#open = false;
    this.emit('close');
  }
}
