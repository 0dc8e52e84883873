/** The scan of a difference: its waveform and its coarse spectrogram, in one pass over both recordings. No sound is kept. */

import type { ScanDifferenceParams, ScanDifferenceResult } from '../../../../shared/engine-api/difference-messages.ts';
import { writeDerivedFile } from '../../../platform/files/atomic-files.ts';
import { withDataErrors } from '../../../platform/files/file-errors.ts';
import { framesIn } from '../../dsp/stage.ts';
import { encodeSeekIndex } from '../../input/seek-index.ts';
import { probeFile } from '../../input/source-file.ts';
import { createSampleMeasurer } from '../../measures/worker/sample-measures.ts';
import { openSource, type SoundSource } from '../sound-source.ts';
import { heardShape, without } from './subtract.ts';

const BLOCK_FRAMES = 16_384;

/** As long as the first recording, and heard in as many channels as the player has. @throws CleartakeError as openRecording does; outputUnwritable, diskFull */
export async function scanDifference(params: ScanDifferenceParams): Promise<ScanDifferenceResult> {
  const { indexPath, minus, path, peaksPath } = params;
  const shape = heardShape(await probeFile(path), await probeFile(minus.path));
  const { channels, sampleRate } = shape;
  const opened: SoundSource[] = [];
  const open = (file: string, late: number) => {
    const source = openSource(file, shape, late);
    opened.push(source);
    return source;
  };
  const measurer = await createSampleMeasurer({ sampleRate, channels, bitDepth: null });
  try {
    const whole = open(path, 0);
    const taken = open(minus.path, minus.lag);
    let frames = 0;
    for (;;) {
      const block = await whole.take(BLOCK_FRAMES);
      const count = framesIn(block);
      if (count === 0) break;
      await measurer.add(without(block, await taken.take(count)), count);
      frames += count;
    }
    const { overview, peak, peaks } = await measurer.finish();
    await withDataErrors(async () => {
      writeDerivedFile(indexPath, encodeSeekIndex({ sampleRate, frames, anchors: [], overview }));
      writeDerivedFile(peaksPath, peaks);
    });
    return { frames, sampleRate, peak };
  } finally {
    for (const source of opened) source.close();
    measurer.close();
  }
}
