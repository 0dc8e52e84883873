/** Helper processes in the desktop: utilityProcess with an explicit environment, behind the same port as in Node hosts. */

import path from 'node:path';
import { utilityProcess } from 'electron';
import type { Log } from '../../platform/log.ts';
import type { HelperEntry, SpawnHelper } from '../../platform/processes/helper-process.ts';
import { createProcessEnd } from '../../platform/processes/helper-process.ts';
import { helperEnvironment } from '../common/processes/helper-environment.ts';

/** Names in the system's process list and in crash reports. */
const SERVICE_NAMES: Readonly<Record<HelperEntry, string>> = {
  engine: 'Cleartake audio engine',
  service: 'Cleartake restoration service',
  backup: 'Cleartake backup',
};

const GRACE_MS = 100;

/** @param directory absolute folder of the bundled entries, `engine.js`, `service.js` and `backup.js` */
export function createUtilitySpawner(directory: string, log: Log): SpawnHelper {
  return (entry, environment) => {
    const child = utilityProcess.fork(path.join(directory, `${entry}.js`), [], {
      env: helperEnvironment(environment),
      serviceName: SERVICE_NAMES[entry],
      stdio: 'inherit',
    });
    const end = createProcessEnd();
    child.once('exit', (code) => end.report(code));
    // After a fatal error of V8, such as running out of memory, `exit` follows. Without a listener the event would end the whole application.
    // Its report holds the environment and is not logged.
    child.on('error', (type, location) => log.error('A helper had a fatal error', { entry, type, location }));
    return {
      send: (message) => {
        if (!end.hasCome()) child.postMessage(message);
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
        // A process can't be stopped before it is spawned; one that hasn't started needs no time to finish.
        if (child.pid === undefined) child.once('spawn', () => killAtOnce(child.pid));
        else child.kill();
        const timer = setTimeout(() => killAtOnce(child.pid), GRACE_MS);
        await end.come;
        clearTimeout(timer);
      },
    };
  };
}

function killAtOnce(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended in the meantime; the exit event reports it.
  }
}
