/** Waveforms of single samples: reads the blocks that are in view, and those beside them. */

import { pcmAddress } from '../../../../../shared/contract/page/media-addresses.ts';
import { freeMemory } from '../../../../components/waves/free-memory.ts';
import { createLoader, fetchBytes } from '../loader.ts';
import type { PictureLook, PictureSetup } from '../messages.ts';
import { regionOf, type WaveLane } from './peaks.ts';
import { BLOCK_FRAMES, type BlockSource, blocksIn, extremesOf, needsSamples, sampleAt } from './sample-blocks.ts';

const MOST_BYTES = 8 * 2 ** 20;

export interface SampleWaves {
  /** Whether peaks would show blocks. @param width device pixels */
  isNeeded(take: number, look: PictureLook, width: number): boolean;
  /** @param takes those in view that need samples */
  want(takes: readonly number[], look: PictureLook): void;
  /** @returns false while samples are missing: nothing is drawn then */
  draw(
    take: number,
    context: OffscreenCanvasRenderingContext2D,
    look: PictureLook,
    lanes: readonly WaveLane[],
  ): boolean;
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

  function blocksOf(take: number, look: PictureLook, margin = 0): readonly string[] {
    const { sampleRate, durationSeconds } = takeAt(take);
    const places = blocksIn(look, { sampleRate, durationSeconds }, margin);
    return places.map((block) => blockKey(take, block));
  }

  function drawOne(
    take: number,
    context: OffscreenCanvasRenderingContext2D,
    look: PictureLook,
    color: string,
    lane: WaveLane,
  ): void {
    const { sampleRate } = takeAt(take);
    const view = { ...look, ...regionOf(lane, context.canvas.height), lane, sampleRate };
    drawSamples(context, (block) => blocks.get(blockKey(take, block)), view, color);
  }

  return {
    isNeeded: (take, look, width) =>
      look.kind === 'wave' && needsSamples((look.to - look.from) * takeAt(take).sampleRate, width / look.pixelRatio),
    want: (shown, look) =>
      blocks.want([0, 1].flatMap((margin) => shown.flatMap((take) => blocksOf(take, look, margin)))),
    draw(take, context, look, lanes) {
      if (!blocksOf(take, look).every((key) => blocks.get(key) !== undefined)) return false;
      context.clearRect(0, 0, context.canvas.width, context.canvas.height);
      for (const lane of lanes) {
        if (take > 0) drawOne(0, context, look, look.ghost, lane);
        drawOne(take, context, look, look.colors[take] ?? '', lane);
      }
      return true;
    },
  };
}

type Context = OffscreenCanvasRenderingContext2D;

export interface SampleView {
  readonly lane: WaveLane;
  /** Of the lane, in device pixels. */
  readonly top: number;
  readonly height: number;
  readonly from: number;
  readonly to: number;
  /** Hz. */
  readonly sampleRate: number;
  /** Vertical scale. */
  readonly gain: number;
  /** Of the screen. */
  readonly pixelRatio: number;
}

/** With fewer frames in a pixel, a line joins them. */
const LINE_FRAMES = 2;
/** CSS pixels between samples from which each has a dot. */
const DOT_DISTANCE = 4;
const DOT_RADIUS = 1.9;
const LINE_WIDTH = 1.3;

function drawSamples(context: Context, blocks: BlockSource, view: SampleView, color: string): void {
  context.fillStyle = color;
  context.strokeStyle = color;
  const framesPerPixel = ((view.to - view.from) * view.sampleRate) / context.canvas.width;
  context.save();
  context.translate(0, view.top);
  if (framesPerPixel > LINE_FRAMES) drawEnvelope(context, blocks, view, framesPerPixel);
  else drawLines(context, blocks, view, framesPerPixel);
  context.restore();
}

function drawEnvelope(context: Context, blocks: BlockSource, view: SampleView, framesPerPixel: number): void {
  const { width } = context.canvas;
  const { height, lane } = view;
  const start = view.from * view.sampleRate;
  const thin = view.pixelRatio;
  context.beginPath();
  for (let x = 0; x < width; x++) {
    const first = Math.max(0, Math.floor(start + x * framesPerPixel));
    // One frame of the next pixel as well, so that steep edges stay joined.
    const extremes = extremesOf(blocks, first, Math.floor(start + (x + 1) * framesPerPixel) + 1, lane);
    if (extremes === null) continue;
    const top = levelY(extremes[1], view.gain, height);
    const bottom = levelY(extremes[0], view.gain, height);
    context.rect(x, top, 1, Math.max(thin, bottom - top));
  }
  context.fill();
}

function drawLines(context: Context, blocks: BlockSource, view: SampleView, framesPerPixel: number): void {
  const { width } = context.canvas;
  const { height, lane } = view;
  const start = view.from * view.sampleRate;
  const first = Math.max(0, Math.floor(start));
  const last = Math.ceil(start + width * framesPerPixel);
  const dots = 1 / framesPerPixel >= DOT_DISTANCE * view.pixelRatio;
  context.lineWidth = LINE_WIDTH * view.pixelRatio;
  context.lineJoin = 'round';
  const together = isStereo(blocks, first, last) ? ([1, 0] as const) : ([0] as const);
  for (const channel of lane === null ? together : ([lane] as const)) {
    context.globalAlpha = lane === null && channel === 1 ? 0.5 : 1;
    const points: (readonly [number, number])[] = [];
    for (let frame = first; frame <= last; frame++) {
      const sample = sampleAt(blocks, frame, channel);
      if (sample !== null) points.push([(frame - start) / framesPerPixel, levelY(sample, view.gain, height)]);
    }
    strokeThrough(context, points);
    if (dots) drawDots(context, points, DOT_RADIUS * view.pixelRatio);
  }
  context.globalAlpha = 1;
}

function strokeThrough(context: Context, points: readonly (readonly [number, number])[]): void {
  context.beginPath();
  for (const [x, y] of points) context.lineTo(x, y);
  context.stroke();
}

function drawDots(context: Context, points: readonly (readonly [number, number])[], radius: number): void {
  context.beginPath();
  for (const [x, y] of points) {
    context.moveTo(x + radius, y);
    context.arc(x, y, radius, 0, 2 * Math.PI);
  }
  context.fill();
}

function isStereo(blocks: BlockSource, first: number, last: number): boolean {
  for (let frame = first; frame <= last; frame++) {
    if (sampleAt(blocks, frame, 0) !== sampleAt(blocks, frame, 1)) return true;
  }
  return false;
}

/** As the waveform of peaks scales them. */
function levelY(sample: number, gain: number, height: number): number {
  return (1 - Math.max(-1, Math.min(1, sample * gain))) * (height / 2);
}
