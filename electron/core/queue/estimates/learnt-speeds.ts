/** What each connection needs for a generation of each model, learnt from the moments at which its places became free; kept for the next start. */

import { z } from 'zod';
import type { ModelId } from '../../../../shared/domain/models.ts';
import type { Store } from '../../store/open-store.ts';
import type { ModelSpeed } from '../scheduling/model-speed.ts';
import { addPoint, fitSchema, NO_FIT, speedOf } from './fit.ts';

/** By connection, then by model. */
const fits = z.record(z.string(), z.record(z.string(), fitSchema));

export interface LearntSpeeds {
  get(connectionId: string, model: ModelId): ModelSpeed | undefined;
  /**
   * A generation is complete. Its time begins when a place became free for it, however long it waited there: that is what the ones behind
   * it wait for too.
   * @param now monotonic milliseconds
   * @param startedFor milliseconds since it was started; null for one that teaches nothing about the time
   * @param knownFor milliseconds since its job was started
   * @param places that the connection has
   */
  completed(
    of: { readonly connectionId: string; readonly model: ModelId; readonly seconds: number },
    now: number,
    startedFor: number | null,
    knownFor: number,
    places: number,
  ): void;
}

export function createLearntSpeeds(store: Pick<Store, 'settings'>): LearntSpeeds {
  let known = fits.safeParse(store.settings.get('work-speeds')).data ?? {};
  /** Monotonic milliseconds at which each place of a connection became free. */
  const freeSince = new Map<string, number[]>();

  return {
    get: (connectionId, model) => speedOf(known[connectionId]?.[model] ?? NO_FIT),
    completed({ connectionId, model, seconds }, now, startedFor, knownFor, places) {
      const free = freeSince.get(connectionId) ?? [];
      while (free.length < places) free.push(Number.NEGATIVE_INFINITY);
      free.sort((one, other) => one - other).splice(0, free.length - places);
      const since = free[0] ?? Number.NEGATIVE_INFINITY;
      free[0] = now;
      freeSince.set(connectionId, free);
      if (startedFor === null) return;
      // The first ones wait for the scan and the service to begin, and the ones behind them don't.
      const tookMs =
        since === Number.NEGATIVE_INFINITY ? startedFor : Math.min(Math.max(startedFor, knownFor), now - since);
      const models = known[connectionId] ?? {};
      known = { ...known, [connectionId]: { ...models, [model]: addPoint(models[model] ?? NO_FIT, seconds, tookMs) } };
      store.settings.set('work-speeds', known);
    },
  };
}
