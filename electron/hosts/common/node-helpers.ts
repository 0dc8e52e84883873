/** Helper processes in Node hosts: child_process.fork with structured messages and an explicit environment. */

import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { createListeners } from '../../platform/disposal.ts';
import type { HelperEntry, SpawnHelper } from '../../platform/helper-process.ts';
import { inheritedEnvironment } from './helper-environment.ts';

const ELECTRON_ROOT = path.resolve(import.meta.dirname, '../..');

const ENTRIES: Readonly<Record<HelperEntry, string>> = {
  engine: path.join(ELECTRON_ROOT, 'audio/entry.ts'),
  service: path.join(ELECTRON_ROOT, 'service/entry.ts'),
};

const GRACE_MS = 100;

export const spawnNodeHelper: SpawnHelper = (entry, environment) => {
  const child = fork(ENTRIES[entry], [], {
    env: { ...inheritedEnvironment(), ...environment },
    serialization: 'advanced',
    // Whatever a helper prints goes to standard error: standard output is the host's, and may be JSON.
    stdio: ['ignore', 2, 2, 'ipc'],
    execArgv: [],
  });
  const exits = createListeners<number | null>();
  let exit: { readonly code: number | null } | null = null;
  const ended = Promise.withResolvers<void>();
  function finish(code: number | null): void {
    if (exit !== null) return;
    exit = { code };
    exits.tell(code);
    ended.resolve();
  }
  child.once('exit', finish);
  // A process that never started has no exit event; other errors (a closed channel) are followed by one.
  child.on('error', () => {
    if (child.pid === undefined) finish(1);
  });
  return {
    send: (message) => {
      if (child.connected) child.send(message as NonNullable<Parameters<ChildProcess['send']>[0]>);
    },
    onMessage: (listener) => {
      child.on('message', listener);
      return () => {
        child.off('message', listener);
      };
    },
    onExit: (listener) => {
      if (exit === null) return exits.add(listener);
      listener(exit.code);
      return () => undefined;
    },
    stop: async () => {
      if (exit !== null) return;
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
      await ended.promise;
      clearTimeout(timer);
    },
  };
};
