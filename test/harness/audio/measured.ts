/** Measures of samples in memory, handed over in blocks as a decoder gives them. */

import { createMeasuresCollector } from '../../../electron/audio/measures/measures.ts';
import type { Measures } from '../../../shared/domain/quality/measures.ts';
import type { Channels } from '../../fixtures/audio/signals.ts';

/** Not a divisor of anything that is gathered from it. */
const BLOCK_FRAMES = 1151;

export async function measured(channels: Channels, sampleRate: number): Promise<Measures> {
  const collector = await createMeasuresCollector(sampleRate, channels.length, null);
  const frames = channels[0]?.length ?? 0;
  for (let from = 0; from < frames; from += BLOCK_FRAMES) {
    const count = Math.min(BLOCK_FRAMES, frames - from);
    collector.add(
      channels.map((samples) => samples.subarray(from, from + count)),
      count,
    );
  }
  const measures = collector.finish();
  collector.close();
  return measures;
}
