/** How late takes come after their originals, asked of the engine. The latest answers are kept, and those who ask at once share one. */

import type { Engine } from '../../engine/library-engine.ts';
import type { DeskPorts } from '../../ports.ts';

const MOST_KEPT = 200;

export interface Lag {
  /** Frames at `sampleRate`; null when the two are too different to tell. */
  readonly lag: number | null;
  /** Of the original, Hz. */
  readonly sampleRate: number;
}

export interface Lags {
  /** @param original path of a recording, or of its listening copy @throws CleartakeError as the engine's `preview` */
  ask(original: string, result: string): Promise<Lag>;
}

export function createLags({ engine, files }: Pick<DeskPorts, 'files'> & { readonly engine: Engine }): Lags {
  /** Oldest first. */
  const known = new Map<string, Promise<Lag>>();

  async function versionOf(path: string): Promise<string> {
    const facts = await files.facts(path).catch(() => null);
    return `${path} ${facts?.bytes} ${facts?.modifiedAt}`;
  }

  async function measure(original: string, result: string): Promise<Lag> {
    const { lag, sampleRate } = await engine.request('preview', { original, result, strength: null });
    return { lag, sampleRate };
  }

  return {
    async ask(original, result) {
      const key = `${await versionOf(original)}\n${await versionOf(result)}`;
      const answer = known.get(key) ?? measure(original, result);
      known.delete(key);
      known.set(key, answer);
      for (const oldest of known.keys()) if (known.size > MOST_KEPT) known.delete(oldest);
      // What failed is asked again.
      answer.catch(() => known.delete(key));
      return await answer;
    },
  };
}
