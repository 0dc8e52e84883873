/** Long work as events: how far it is, every quarter of a second, and what it came to. */

import { CleartakeError } from '../../shared/domain/errors.ts';
import type { Clock } from './time/clock.ts';

export interface Progress {
  readonly bytes: number;
  readonly of: number;
}

interface ProgressEvent<Result> extends Progress {
  /** Null until the work is done. */
  readonly done: { readonly result: Result } | null;
}

/** How often progress is reported, in milliseconds. */
const EVERY_MS = 250;

/** When nobody takes the events anymore, the work is stopped, and has ended before this returns. @throws what the work throws */
export async function* progressEvents<Result>(
  clock: Pick<Clock, 'sleep'>,
  work: (signal: AbortSignal, onProgress: (progress: Progress) => void) => Promise<Result>,
  signal?: AbortSignal,
): AsyncGenerator<ProgressEvent<Result>, void> {
  const stop = new AbortController();
  const cancel = () => stop.abort(new CleartakeError('cancelled'));
  signal?.addEventListener('abort', cancel, { once: true });
  let progress: Progress = { bytes: 0, of: 0 };
  const working = work(stop.signal, (now) => {
    progress = now;
  }).then((result) => ({ result }));
  working.catch(() => undefined);
  try {
    for (let done: ProgressEvent<Result>['done'] = null; done === null; ) {
      done = (await Promise.race([working, clock.sleep(EVERY_MS)])) ?? null;
      yield { ...progress, done };
    }
  } finally {
    cancel();
    signal?.removeEventListener('abort', cancel);
    await working.catch(() => undefined);
  }
}
