/** Tries a model before it is added: whether it fits its description, what it makes of a second of sound, and how long that takes. */

import type { CheckedModel } from '../../../../shared/engine-api/messages.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { type Block, framesIn } from '../../dsp/stage.ts';
import { hashOf, readBroughtModel } from './model-folder.ts';
import { unusable } from './networks.ts';
import { type OwnModelChain, ownModelChain } from './own-model-chain.ts';
import { OWN_MODEL } from './strings.ts';

/** Above, what comes out is recognised as what went in. */
const RECOGNISED = 0.6;
/** Above, nothing lies elsewhere. */
const SAME = 0.97;
/** Seconds: a delay below is not heard, and no network's own phase is that exact. */
const LEAST_DELAY = 0.001;
/** Seconds: the largest delay that is looked for. */
const MOST_DELAY = 0.1;

/** @param path the description, absolute @param folder of its networks @throws CleartakeError ownModelUnusable, which says what is wrong */
export async function checkModel(
  { folder, path }: { readonly path: string; readonly folder: string },
  clock: Clock,
): Promise<CheckedModel> {
  const model = await readBroughtModel(path, folder);
  const { description, files } = model;
  const { sampleRate } = description;
  const chain = await ownModelChain(model, { channels: 1, sampleRate });
  try {
    const sound = madeVoice(sampleRate);
    const began = clock.monotonic();
    const restored = await restoreAtOnce(chain, sound);
    const cost = (clock.monotonic() - began) / 1000;
    if (!restored.every(Number.isFinite)) throw unusable(OWN_MODEL.notFinite);
    const delay = delayOf(sound, restored, sampleRate);
    if (Math.abs(delay) > LEAST_DELAY * sampleRate) throw unusable(OWN_MODEL.late(delay));
    return { description, files: [...files], hash: hashOf(model), cost };
  } finally {
    chain.close();
  }
}

async function restoreAtOnce(chain: OwnModelChain, sound: Float32Array): Promise<Float32Array> {
  const restored = new Float32Array(sound.length);
  let at = 0;
  const keep = (block: Block) => {
    if (framesIn(block) > 0) restored.set(block[0] as Float32Array, at);
    at += framesIn(block);
  };
  keep(chain.push([sound]));
  await chain.settle();
  for (const part of chain.flush()) {
    keep(part);
    await chain.settle();
  }
  return restored;
}

/** A second of four syllables: harmonics of a gliding voice, as strong as a vowel's, in quiet noise. */
function madeVoice(sampleRate: number): Float32Array {
  let seed = 1;
  let phase = 0;
  return Float32Array.from({ length: sampleRate }, (_, at) => {
    const seconds = at / sampleRate;
    phase += (2 * Math.PI * (120 + 40 * Math.sin(2 * Math.PI * 1.3 * seconds))) / sampleRate;
    const loudness = Math.max(0, Math.sin(2 * Math.PI * 4 * seconds)) ** 2;
    let voice = 0;
    for (let harmonic = 1; harmonic <= 20; harmonic++) voice += Math.sin(harmonic * phase + harmonic ** 2) / harmonic;
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return 0.15 * loudness * voice + 0.002 * (seed / 2 ** 31 - 1);
  });
}

/** Samples by which the second lies behind the first; 0 where it is not recognised in it. */
function delayOf(given: Float32Array, made: Float32Array, sampleRate: number): number {
  const most = Math.round(MOST_DELAY * sampleRate);
  let best = 0;
  let bestLikeness = likenessAt(given, made, 0);
  if (bestLikeness > SAME) return 0;
  for (let delay = -most; delay <= most; delay++) {
    const found = likenessAt(given, made, delay);
    if (found > bestLikeness) [best, bestLikeness] = [delay, found];
  }
  return bestLikeness < RECOGNISED ? 0 : best;
}

/** Correlation of the second syllable, from -1 to 1. */
function likenessAt(given: Float32Array, made: Float32Array, delay: number): number {
  const from = Math.round(given.length * 0.5);
  const to = Math.round(given.length * 0.625);
  let product = 0;
  let one = 0;
  let other = 0;
  for (let at = from; at < to; at++) {
    const a = given[at] as number;
    const b = made[at + delay] as number;
    product += a * b;
    one += a * a;
    other += b * b;
  }
  return product / (Math.sqrt(one * other) + 1e-20);
}
