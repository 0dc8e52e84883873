/** Real exports for pages to compare with: a command of browser tests, run in Node with the real engine. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserCommand } from 'vitest/node';
import type { SoundFigures } from '../../../shared/domain/export/level.ts';
import type { PreviewResult } from '../../../shared/engine-api/export-messages.ts';

export interface PairPlan {
  /** Of the original. */
  readonly channels: 1 | 2;
  /** Of the result. */
  readonly resultChannels: 1 | 2;
  /** Frames by which the result comes late, or early. */
  readonly late: number;
  readonly strengths: readonly number[];
  /** Hz. */
  readonly rate: number;
  /** LUFS. */
  readonly loudness: number;
}

/** Interleaved stereo float32, base64. */
type Sound = string;

export interface ExportedPair {
  readonly frames: number;
  readonly original: Sound;
  readonly result: Sound;
  /** In the order of the strengths. */
  readonly exports: readonly {
    readonly preview: PreviewResult;
    readonly limited: boolean;
    /** The decoded file. */
    readonly sound: Sound;
    /** What the desk renders for a preview with limited peaks; null where none has to be. */
    readonly rendered: { readonly sound: Sound; readonly figures: SoundFigures } | null;
  }[];
}

declare module 'vitest/browser' {
  interface BrowserCommands {
    exportedPair(plan: PairPlan): Promise<ExportedPair>;
  }
}

const SECONDS = 3;

export const exportedPair: BrowserCommand<[PairPlan]> = async (_context, plan): Promise<ExportedPair> => {
  // Only where it is called: the engine's native code is no business of other browser tests.
  const { createEngine } = await import('../../../electron/audio/engine.ts');
  const { exportMaterial } = await import('../../fixtures/audio/export-material.ts');
  const { decode } = await import('../../fixtures/audio/media.ts');
  const { writeWav } = await import('../../fixtures/audio/signals.ts');
  const { channels, late, loudness, rate, resultChannels, strengths } = plan;
  const engine = createEngine();
  const folder = mkdtempSync(path.join(tmpdir(), 'cleartake-pair-'));
  try {
    const { dry, wet, frames } = exportMaterial(folder, SECONDS, rate, 0.2);
    const original = path.join(folder, 'original.wav');
    const result = path.join(folder, 'result.wav');
    writeWav(original, dry.slice(0, channels), rate);
    writeWav(
      result,
      wet.slice(0, resultChannels).map((samples) => moved(samples, late)),
      rate,
    );
    // FFmpeg would make one channel quieter in stereo; the player doesn't.
    const soundOf = (file: string, count: number) =>
      packed(decode(file, { channels: count, sampleRate: rate }).channels);
    const exports = [];
    for (const strength of strengths) {
      const output = path.join(folder, `${strength}.wav`);
      const params = { original, result, strength };
      const preview = await engine.preview(params, () => undefined);
      const made = await engine.export({ ...params, output, loudness, format: 'wav24' }, () => undefined);
      const limited = made.figures?.limited ?? false;
      const flac = path.join(folder, `${strength}.flac`);
      const rendered = limited
        ? await engine.export({ ...params, output: flac, loudness, format: 'flac' }, () => undefined)
        : null;
      const heard = (file: string) => soundOf(file, Math.min(channels, resultChannels));
      exports.push({
        preview,
        limited,
        sound: heard(output),
        rendered: rendered?.figures == null ? null : { sound: heard(flac), figures: rendered.figures.after },
      });
    }
    return { frames, original: soundOf(original, channels), result: soundOf(result, resultChannels), exports };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

function moved(samples: Float32Array, late: number): Float32Array {
  const out = new Float32Array(samples.length);
  out.set(late > 0 ? samples.subarray(0, samples.length - late) : samples.subarray(-late), Math.max(0, late));
  return out;
}

function packed([left, right = left]: readonly Float32Array[]): Sound {
  const samples = new Float32Array((left?.length ?? 0) * 2);
  for (let frame = 0; frame < samples.length / 2; frame++) {
    samples[frame * 2] = left?.[frame] ?? 0;
    samples[frame * 2 + 1] = right?.[frame] ?? 0;
  }
  return Buffer.from(samples.buffer).toString('base64');
}
