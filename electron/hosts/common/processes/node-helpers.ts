/** Helper processes in Node hosts: child_process.fork with structured messages and an explicit environment. */

import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import type { HelperEntry, SpawnHelper } from '../../../platform/processes/helper-process.ts';
import { createProcessEnd } from '../../../platform/processes/helper-process.ts';
import { helperEnvironment } from './helper-environment.ts';

/**
 * What JavaScript may do in an engine's process, by Node's permission model: read, write, and start threads. It starts no program, opens no
 * inspector and runs no WASI. Native code isn't bound by it. Electron's utility processes ignore these options, so only Node hosts pass them.
 */
const RIGHTS = [
  '--permission',
  // Recordings and results are anywhere; FFmpeg is native code; long recordings are measured in a thread.
  '--allow-fs-read=*',
  '--allow-fs-write=*',
  '--allow-addons',
  '--allow-worker',
  // Node warns of the last two at each start.
  '--disable-warning=PERM0001',
  '--disable-warning=PERM0006',
];

/** Options for Node; none where it is too old to know them. */
export const ENGINE_RIGHTS: readonly string[] = RIGHTS.every((option) =>
  process.allowedNodeEnvironmentFlags.has(option.split('=', 1)[0] ?? option),
)
  ? RIGHTS
  : [];

const ELECTRON_ROOT = path.resolve(import.meta.dirname, '../../..');

/** Of the bundle that contains this file. Tests, which run the sources, may name one: its helpers start in a third of the time. */
const BUNDLE = import.meta.filename.endsWith('.ts') ? process.env.CLEARTAKE_TEST_BUNDLE : import.meta.dirname;

const ENTRIES: Readonly<Record<HelperEntry, string>> =
  BUNDLE === undefined
    ? {
        engine: path.join(ELECTRON_ROOT, 'audio/entry.ts'),
        service: path.join(ELECTRON_ROOT, 'service/entry.ts'),
        backup: path.join(ELECTRON_ROOT, 'core/recovery/backups/backup-entry.ts'),
      }
    : {
        engine: path.join(BUNDLE, 'engine.js'),
        service: path.join(BUNDLE, 'service.js'),
        backup: path.join(BUNDLE, 'backup.js'),
      };

const GRACE_MS = 100;

export const spawnNodeHelper: SpawnHelper = (entry, environment) => {
  const child = fork(ENTRIES[entry], [], {
    env: helperEnvironment(environment),
    serialization: 'advanced',
    // Helpers print to standard error: standard output belongs to the host and may be JSON.
    stdio: ['ignore', 2, 2, 'ipc'],
    execArgv: entry === 'engine' ? [...ENGINE_RIGHTS] : [],
  });
  const end = createProcessEnd();
  child.once('exit', (code) => end.report(code));
  // A process that never started emits no exit event; other errors (a closed channel) are followed by one.
  child.on('error', () => {
    if (child.pid === undefined) end.report(1);
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
    onExit: end.onExit,
    stop: async () => {
      if (end.hasCome()) return;
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
      await end.come;
      clearTimeout(timer);
    },
  };
};
