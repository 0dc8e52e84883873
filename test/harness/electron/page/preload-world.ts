/** Injected into an isolated world before the page's scripts: `require('electron')` as a sandboxed preload has it. */

import type { FromPreload, ToPreload, WireValue } from '../wire.ts';
import type { Description } from './main-world.ts';

export const PRELOAD_WORLD = 'preload';
export const PRELOAD_BINDING = 'shimTell';
export const PRELOAD_RECEIVER = 'shimReceive';

export type RunPreload = (
  require: (name: string) => unknown,
  module: { exports: unknown },
  exports: unknown,
  process: object,
) => void;

/** Self-contained: its source text runs in the page, with the bundled preload as `run`. */
export function installPreloadWorld(facts: object, run: RunPreload): void {
  if (window !== window.top) return;
  type Shared = typeof globalThis & { shimTell(text: string): void; shimReceive(message: ToPreload): void };
  const shared = globalThis as Shared;
  const tell = (message: FromPreload) => shared.shimTell(JSON.stringify(message));
  const dispatch = (type: string, detail: unknown) => document.dispatchEvent(new CustomEvent(type, { detail }));
  const functions = new Map<number, (...values: unknown[]) => unknown>();
  const invocations = new Map<number, { channel: string; resolve(value: unknown): void; reject(error: Error): void }>();
  const ports = new Map<number, MessagePort>();
  const listeners = new Map<string, Set<(event: object, ...values: unknown[]) => void>>();
  let last = 0;

  function pack(value: unknown): WireValue {
    const view = ArrayBuffer.isView(value);
    if (!view && !(value instanceof ArrayBuffer)) return { json: value };
    const bytes = view ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : new Uint8Array(value);
    let text = '';
    for (const byte of bytes) text += String.fromCharCode(byte);
    return { bytes: btoa(text), view };
  }
  function unpack(value: WireValue): unknown {
    if ('json' in value) return value.json;
    const bytes = Uint8Array.from(atob(value.bytes), (letter) => letter.charCodeAt(0));
    return value.view ? bytes : bytes.buffer;
  }
  function describe(value: unknown): Description {
    if (typeof value === 'function') {
      functions.set(++last, value as (...values: unknown[]) => unknown);
      return { kind: 'function', id: last };
    }
    if (typeof value !== 'object' || value === null) return { kind: 'value', value };
    return { kind: 'object', entries: Object.entries(value).map(([name, entry]) => [name, describe(entry)] as const) };
  }

  document.addEventListener('shim:call', (event) => {
    const { target, id, values } = (event as CustomEvent<{ target: number; id: number; values: unknown[] }>).detail;
    const messageOf = (failure: unknown) => (failure instanceof Error ? failure.message : String(failure));
    try {
      const value = functions.get(target)?.(...values);
      if (!(value instanceof Promise)) {
        dispatch('shim:return', { kind: 'value', value });
        return;
      }
      dispatch('shim:return', { kind: 'promise' });
      value.then(
        (settled) => dispatch('shim:settle', { id, value: settled }),
        (failure) => dispatch('shim:settle', { id, message: messageOf(failure) }),
      );
    } catch (failure) {
      dispatch('shim:return', { kind: 'thrown', value: messageOf(failure) });
    }
  });

  shared.shimReceive = (message) => {
    if (message.kind === 'port-message') ports.get(message.port)?.postMessage(unpack(message.value));
    else if (message.kind === 'port-close') {
      ports.get(message.port)?.close();
      ports.delete(message.port);
    } else if (message.kind === 'event') {
      for (const listener of listeners.get(message.channel) ?? []) listener({}, ...message.values.map(unpack));
    } else {
      const waiting = invocations.get(message.id);
      invocations.delete(message.id);
      if (message.kind === 'answer') waiting?.resolve(unpack(message.value));
      else waiting?.reject(new Error(`Error invoking remote method '${waiting.channel}': ${message.message}`));
    }
  };

  const ipcRenderer = {
    invoke: (channel: string, ...values: unknown[]) =>
      new Promise((resolve, reject) => {
        const id = ++last;
        invocations.set(id, { channel, resolve, reject });
        tell({ kind: 'invoke', id, channel, values: values.map(pack) });
      }),
    send: (channel: string, ...values: unknown[]) =>
      tell({ kind: 'send', channel, values: values.map(pack), ports: [] }),
    postMessage: (channel: string, value: unknown, transfer: MessagePort[] = []) => {
      const numbers = transfer.map((port) => {
        const number = ++last;
        ports.set(number, port);
        port.onmessage = (event) => tell({ kind: 'port-message', port: number, value: pack(event.data) });
        port.addEventListener('close', () => tell({ kind: 'port-close', port: number }));
        return number;
      });
      tell({ kind: 'send', channel, values: [pack(value)], ports: numbers });
    },
    on: (channel: string, listener: (event: object, ...values: unknown[]) => void) => {
      listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener));
    },
    off: (channel: string, listener: (event: object, ...values: unknown[]) => void) => {
      listeners.get(channel)?.delete(listener);
    },
  };
  const webUtils = {
    // The answer must be there when the function returns, and only the debugger can give it: the page is paused here, the
    // stand-in asks Chromium for the path behind `file`, puts it into `answer` and lets the page go on.
    getPathForFile: (file: File) => {
      if (!(file instanceof File)) throw new TypeError('getPathForFile takes a File');
      const answer = { path: '' };
      // biome-ignore lint/suspicious/noDebugger: this is how the path gets in, as said above.
      debugger;
      return answer.path;
    },
  };
  const contextBridge = {
    exposeInMainWorld: (name: string, api: unknown) => dispatch('shim:expose', { name, description: describe(api) }),
  };
  const electron = { ipcRenderer, contextBridge, webUtils };
  const module = { exports: {} };
  function require(name: string): unknown {
    if (name === 'electron' || name === 'electron/renderer') return electron;
    throw new Error(`A sandboxed preload may not require '${name}'`);
  }
  run(require, module, module.exports, facts);
}
