/** Waveforms of single samples: reads the blocks that are in view, and those beside them. */

import { pcmAddress } from '../../../../../shared/contract/page/media-addresses.ts';
import { freeMemory } from '../../free-memory.ts';
import { fetchBytes } from '../fetch-bytes.ts';
import { createLoader } from '../loader.ts';
import type { Look, PictureSetup } from '../messages.ts';
import { drawSamples } from './draw-samples.ts';
import { BLOCK_FRAMES, blocksIn, needsSamples } from './sample-blocks.ts';

const MOST_BYTES = 8 * 2 ** 20;

export interface SampleWaves {
  /** Whether peaks would show blocks. @param width device pixels */
  isNeeded(take: number, look: Look, width: number): boolean;
  /** @param takes those in view that need samples */
  want(takes: readonly number[], look: Look): void;
  /** @returns false while samples are missing: nothing is drawn then */
  draw(take: number, context: OffscreenCanvasRenderingContext2D, look: Look): boolean;
}

export function createSampleWaves({ takes, headers, topRate }: PictureSetup, changed: () => void): SampleWaves {
  const blocks = createLoader<Float32Array<ArrayBuffer>>(
    {
      fetch: async (address) => new Float32Array(await fetchBytes(address, headers)),
      bytesOf: (samples) => samples.byteLength,
      forget: freeMemory,
      changed,
    },
    MOST_BYTES,
  );

  function takeAt(index: number) {
    return takes[index] ?? { id: '', sampleRate: topRate, durationSeconds: 0 };
  }

  function blockKey(take: number, block: number): string {
    const { id, sampleRate } = takeAt(take);
    return pcmAddress(id, block * BLOCK_FRAMES, BLOCK_FRAMES, sampleRate);
  }

  function blocksOf(take: number, look: Look, margin = 0): readonly string[] {
    const { sampleRate, durationSeconds } = takeAt(take);
    const places = blocksIn(look.from, look.to, sampleRate, durationSeconds, margin);
    return places.map((block) => blockKey(take, block));
  }

  function drawOne(take: number, context: OffscreenCanvasRenderingContext2D, look: Look, color: string): void {
    const { sampleRate } = takeAt(take);
    drawSamples(context, (block) => blocks.get(blockKey(take, block)), { ...look, sampleRate }, color);
  }

  return {
    isNeeded: (take, look, width) =>
      look.kind === 'wave' && needsSamples((look.to - look.from) * takeAt(take).sampleRate, width / look.pixelRatio),
    want: (shown, look) =>
      blocks.want([0, 1].flatMap((margin) => shown.flatMap((take) => blocksOf(take, look, margin)))),
    draw(take, context, look) {
      if (!blocksOf(take, look).every((key) => blocks.get(key) !== undefined)) return false;
      context.clearRect(0, 0, context.canvas.width, context.canvas.height);
      if (take > 0) drawOne(0, context, look, look.ghost);
      drawOne(take, context, look, look.colors[take] ?? '');
      return true;
    },
  };
}
