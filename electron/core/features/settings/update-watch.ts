/** Looks for newer versions once the person wants that: at the start and daily. Downloads and restarts only when they say so. */

import { CleartakeError, toCleartakeError } from '../../../../shared/domain/errors.ts';
import type { UpdateState } from '../../../../shared/domain/updates.ts';
import { createListeners, type Dispose } from '../../../platform/disposal.ts';
import { createAlarm } from '../../../platform/time/timers.ts';
import type { DeskPorts, Updater } from '../../ports.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface UpdateWatch {
  state(): UpdateState;
  onChange(listener: (state: UpdateState) => void): Dispose;
  /** Call it when the person switched the search on or off. */
  settingChanged(): void;
  check(): void;
  download(): void;
  /** @throws CleartakeError updateWhileWorking, or notPossibleNow when nothing is downloaded */
  restart(): void;
  stop(): void;
}

export interface UpdateWatchOptions {
  /** What the person chose. */
  isOn(): boolean;
  /** Whether work runs that a restart would interrupt. */
  isWorking(): boolean;
}

type WatchPorts = Pick<DeskPorts, 'clock' | 'log' | 'updater'>;

export function createUpdateWatch(ports: WatchPorts, options: UpdateWatchOptions): UpdateWatch {
  const { updater } = ports;
  const obstacle = updater === undefined ? 'not-packaged' : updater.obstacle;
  if (updater === undefined || obstacle !== null)
    return nothingToWatch({ kind: 'impossible', obstacle: obstacle ?? 'not-packaged' });
  return watchUpdates(ports, updater, options);
}

function nothingToWatch(state: UpdateState): UpdateWatch {
  const nothing = () => undefined;
  function restart(): never {
    throw new CleartakeError('notPossibleNow');
  }
  return {
    state: () => state,
    onChange: () => nothing,
    settingChanged: nothing,
    check: nothing,
    download: nothing,
    restart,
    stop: nothing,
  };
}

function watchUpdates(
  { clock, log }: WatchPorts,
  updater: Updater,
  { isOn, isWorking }: UpdateWatchOptions,
): UpdateWatch {
  const listeners = createListeners<UpdateState>();
  let state: UpdateState = { kind: 'off' };
  /** Aborted when the person switches the search off: what is under way then no longer counts. */
  let watching: AbortController | null = null;
  const alarm = createAlarm(clock, look);

  function become(next: UpdateState): void {
    state = next;
    listeners.notify(next);
  }

  /** The next state is what `work` returns, unless the search was switched off meanwhile. */
  async function during(version: string | null, work: (signal: AbortSignal) => Promise<UpdateState>): Promise<void> {
    const signal = watching?.signal;
    if (signal === undefined) return;
    try {
      const next = await work(signal);
      if (!signal.aborted) become(next);
    } catch (thrown) {
      if (signal.aborted) return;
      const error = toCleartakeError(thrown);
      log.warn('Updating failed', { code: error.code, detail: error.detail });
      become({ kind: 'failed', version, sentence: error.userMessage });
    }
  }

  function look(): void {
    alarm.set(DAY_MS);
    if (state.kind === 'checking' || state.kind === 'downloading' || state.kind === 'ready') return;
    become({ kind: 'checking' });
    void during(null, async () => {
      const version = await updater.check();
      return version === null ? { kind: 'current', checkedAt: clock.now() } : { kind: 'available', version };
    });
  }

  function begin(): void {
    watching = new AbortController();
    look();
  }

  function end(): void {
    alarm.set(null);
    watching?.abort();
    watching = null;
  }

  if (isOn()) begin();
  return {
    state: () => state,
    onChange: listeners.add,
    settingChanged() {
      if (isOn() === (watching !== null)) return;
      if (isOn()) {
        begin();
        return;
      }
      end();
      become({ kind: 'off' });
    },
    check() {
      if (watching !== null) look();
    },
    download() {
      const version = state.kind === 'available' || state.kind === 'failed' ? state.version : null;
      if (version === null) return;
      become({ kind: 'downloading', version, share: 0 });
      void during(version, async (signal) => {
        const downloaded = await updater.download((share) => {
          if (!signal.aborted && state.kind === 'downloading') become({ ...state, share });
        }, signal);
        return { kind: 'ready', version: downloaded };
      });
    },
    restart() {
      if (state.kind !== 'ready') throw new CleartakeError('notPossibleNow');
      if (isWorking()) throw new CleartakeError('updateWhileWorking');
      updater.restart();
    },
    stop: end,
  };
}
