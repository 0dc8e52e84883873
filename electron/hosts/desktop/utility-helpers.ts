/** Helper processes in the desktop: utilityProcess with an explicit environment, behind the same port as in Node hosts. */

import path from 'node:path';
import { utilityProcess } from 'electron';
import { createListeners } from '../../platform/disposal.ts';
import type { HelperEntry, SpawnHelper } from '../../platform/helper-process.ts';
import { inheritedEnvironment } from '../common/helper-environment.ts';

/** Names as they appear in the system's list of processes and in crash reports. */
const SERVICE_NAMES: Readonly<Record<HelperEntry, string>> = {
  engine: 'Cleartake audio engine',
  service: 'Cleartake restoration service',
};

const GRACE_MS = 100;

/** @param directory absolute folder of the bundled entries, `engine.js` and `service.js` */
export function createUtilitySpawner(directory: string): SpawnHelper {
  return (entry, environment) => {
    const child = utilityProcess.fork(path.join(directory, `${entry}.js`), [], {
      env: { ...inheritedEnvironment(), ...environment },
      serviceName: SERVICE_NAMES[entry],
      stdio: 'inherit',
    });
    const exits = createListeners<number | null>();
    const ended = Promise.withResolvers<void>();
    let exit: { readonly code: number | null } | null = null;
    child.once('exit', (code) => {
      exit = { code };
      exits.tell(code);
      ended.resolve();
    });
    return {
      send: (message) => {
        if (exit === null) child.postMessage(message);
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
        // A process cannot be told to go before it is spawned; one that has not begun needs no time to finish.
        if (child.pid === undefined) child.once('spawn', () => killAtOnce(child.pid));
        else child.kill();
        const timer = setTimeout(() => killAtOnce(child.pid), GRACE_MS);
        await ended.promise;
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
    // It went in the meantime; its exit is told by the event.
  }
}
