/** Everything that the queue works with. Only the composition root sees all of it; functions name the group that they need. */

import { CleartakeError } from '../../../../shared/domain/errors.ts';
import type { Http } from '../../api/http.ts';
import type { Connections } from '../../connections/connections.ts';
import type { Engine } from '../../engine/library-engine.ts';
import type { LibraryPaths } from '../../library/paths.ts';
import type { OutputProbe } from '../../library/probe-output.ts';
import type { DeskPorts, DeskSettings } from '../../ports.ts';
import type { Store } from '../../store/open-store.ts';
import type { ClockWatch } from './clock-watch.ts';
import type { LearnedSpeeds } from './learned-speeds.ts';
import type { Quarantine } from './quarantine.ts';
import type { RunRecords } from './run-records.ts';
import type { Semaphore } from './semaphore.ts';
import type { Transitions } from './transitions.ts';

export interface QueueContext {
  readonly ports: DeskPorts;
  readonly settings: DeskSettings;
  readonly store: Store;
  readonly transitions: Transitions;
  readonly connections: Connections;
  readonly engine: Engine;
  readonly http: Http;
  readonly paths: LibraryPaths;
  readonly runs: RunRecords;
  readonly pause: PauseSwitch;
  readonly speeds: LearnedSpeeds;
  readonly quarantine: Quarantine;
  readonly writer: WriterClaim;
  readonly time: ClockWatch;
  readonly outputs: OutputProbe;
  /** Limits parallel downloads across all stages. */
  readonly downloads: Semaphore;
}

/** What is written down of jobs, and when. */
export type Books = Pick<QueueContext, 'ports' | 'store' | 'transitions'>;

/** And how services are called. */
export type Calls = Books & Pick<QueueContext, 'connections' | 'http'>;

/** And how files are read and written. */
export type Engines = Books & Pick<QueueContext, 'engine' | 'paths'>;

/**
 * One writer, recorded in the store itself: only the desk that was opened last may start anything. The lock of the data folder keeps a
 * second writer out; this still works if the lock file was deleted meanwhile.
 */
interface WriterClaim {
  /** Called in the transaction that writes an intent. @throws CleartakeError dataFolderBusy when another desk was opened since */
  require(): void;
}

/** Makes this desk the writer. @param id a fresh id */
export function claimWriter(store: Pick<Store, 'settings'>, id: string): WriterClaim {
  store.settings.set('writer', id);
  return {
    require() {
      if (store.settings.get('writer') !== id) {
        throw new CleartakeError('dataFolderBusy', { detail: 'another desk was opened on this data folder' });
      }
    },
  };
}

export interface PauseSwitch {
  readonly isOn: boolean;
  set(paused: boolean): void;
}

export function createPauseSwitch(
  { settings: stored }: Pick<Store, 'settings'>,
  { ignoresPause }: Pick<DeskSettings, 'ignoresPause'>,
): PauseSwitch {
  let isOn = !ignoresPause && stored.get('queue-paused') === true;
  return {
    get isOn() {
      return isOn;
    },
    set: (paused) => {
      isOn = paused;
      stored.set('queue-paused', paused);
    },
  };
}
