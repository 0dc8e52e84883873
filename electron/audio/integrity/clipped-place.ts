/** Where a recording is clipped most: asked only when its measures say that it is. */

import type { ClippedPlace } from '../../../shared/engine-api/comparison-messages.ts';
import { decodeAll } from '../input/decode-pass.ts';
import { openRecording } from '../input/source-file.ts';

/** Samples of one value in a row, at least this far from zero, are a clipped peak. */
const SHORTEST_RUN = 3;
const LOWEST_LEVEL = 0.05;
/** Peaks are counted over this time. */
const WINDOW_SECONDS = 3;

/** @returns the three seconds with the most clipped peaks; null without one @throws CleartakeError as openRecording and decodeAll do */
export async function loudestClipping(path: string): Promise<ClippedPlace | null> {
  const reader = openRecording(path);
  try {
    const { sampleRate, channels } = reader.info;
    const runs = Array.from({ length: channels }, () => ({ value: 0, length: 0 }));
    /** By second. */
    const peaks = new Map<number, number>();
    let position = 0;
    await decodeAll(reader, (sound) => {
      for (const [channel, samples] of sound.channels.entries()) {
        const run = runs[channel] as (typeof runs)[number];
        for (let i = 0; i < sound.frames; i++) {
          const value = samples[i] as number;
          run.length = value === run.value ? run.length + 1 : 1;
          run.value = value;
          if (run.length !== SHORTEST_RUN || Math.abs(value) < LOWEST_LEVEL) continue;
          const second = Math.floor((position + i) / sampleRate);
          peaks.set(second, (peaks.get(second) ?? 0) + 1);
        }
      }
      position += sound.frames;
    });
    return busiest(peaks, sampleRate);
  } finally {
    reader.close();
  }
}

function busiest(peaks: ReadonlyMap<number, number>, sampleRate: number): ClippedPlace | null {
  let best: ClippedPlace | null = null;
  for (const second of peaks.keys()) {
    let count = 0;
    for (let one = second; one < second + WINDOW_SECONDS; one++) count += peaks.get(one) ?? 0;
    if (best === null || count > best.peaks) best = { fromFrame: second * sampleRate, peaks: count };
  }
  return best;
}
