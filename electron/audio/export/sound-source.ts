/** One file as a pull stream of blocks, converted to a given shape and shifted by a given number of frames. */

import { EVEN_FOLD, type Fold } from '../../../shared/domain/quality/channel-notes.ts';
import type { MediaInfo } from '../../../shared/engine-api/messages.ts';
import { createSampleQueue } from '../dsp/sample-queue.ts';
import { type MixMatrix, mixedBy, reordered, stereoOf } from '../dsp/speakers.ts';
import { type Block, framesIn } from '../dsp/stage.ts';
import { openRecording } from '../input/source-file.ts';
import { createResampler } from '../media/resampler.ts';
import { nextTurn } from '../media/turn.ts';

export interface Shape {
  /** Hz. */
  readonly sampleRate: number;
  readonly channels: number;
  /** FFmpeg's name. */
  readonly channelLayout: string;
}

export interface SoundSource {
  readonly info: MediaInfo;
  /** Reads the next frames: fewer than requested at the end, then none. */
  take(count: number): Promise<Block>;
  close(): void;
}

/** Frames that are resampled at once: packets are often so short that calling the resampler costs more than its work. */
const RESAMPLED_FRAMES = 8192;

/** Packets between two turns of the event loop: a loop that never yields keeps all frames in memory and misses its parent's exit. */
const PACKETS_A_TURN = 64;

/**
 * @param wanted the shape, or what it is for this file
 * @param late frames, at the target rate, to drop from the start; a negative number inserts silence
 * @param fold weights of left and right where one channel is made of two
 * @throws CleartakeError as openRecording does
 */
export function openSource(
  path: string,
  wanted: Shape | ((info: MediaInfo) => Shape),
  late = 0,
  fold: Fold = EVEN_FOLD,
): SoundSource {
  const reader = openRecording(path);
  const shape = typeof wanted === 'function' ? wanted(reader.info) : wanted;
  const { sampleRate } = reader.info;
  const matrix = matrixBetween(reader.info, shape, fold);
  const resampler =
    sampleRate === shape.sampleRate ? null : createResampler(shape.channels, sampleRate, shape.sampleRate);
  const queues = Array.from({ length: shape.channels }, () => createSampleQueue());
  /** What is still to be resampled. */
  const waiting = Array.from({ length: shape.channels }, () => createSampleQueue());
  let dropped = Math.max(0, late);
  let packets = 0;
  let ended = false;
  for (const queue of queues) queue.pushZeros(Math.max(0, -late));

  function store(block: Block): void {
    const from = Math.min(dropped, framesIn(block));
    dropped -= from;
    for (const [channel, samples] of block.entries()) queues[channel]?.push(samples.subarray(from));
  }

  /** Resamples what waits, once it is more than so many frames. */
  function resample(most: number): void {
    const frames = waiting[0]?.length ?? 0;
    if (resampler !== null && frames > most) store(resampler.push(waiting.map((queue) => queue.next(frames))));
  }

  async function fill(count: number): Promise<void> {
    while (!ended && (queues[0]?.length ?? 0) < count) {
      packets += 1;
      if (packets % PACKETS_A_TURN === 0) await nextTurn();
      const sound = reader.read();
      if (sound === null) {
        ended = true;
        resample(0);
        if (resampler !== null) store(resampler.flush());
        return;
      }
      if (sound.frames === 0) continue;
      const shaped = matrix === null ? sound.channels : mixedBy(matrix, sound.channels);
      if (resampler === null) store(shaped);
      else {
        for (const [channel, samples] of shaped.entries()) waiting[channel]?.push(samples);
        resample(RESAMPLED_FRAMES);
      }
    }
  }

  return {
    info: reader.info,
    take: async (count) => {
      await fill(count);
      return queues.map((queue) => queue.take(count));
    },
    close: () => {
      reader.close();
      resampler?.close();
    },
  };
}

/** Null keeps the channels. One channel is copied to all; one is made of two, or of the stereo mix of more, as Listen plays it. */
function matrixBetween(from: MediaInfo, to: Shape, fold: Fold): MixMatrix | null {
  if (from.channels === to.channels) {
    const order = reordered(from.channelLayout, to.channelLayout);
    if (order === null || order.every((one, other) => one === other)) return null;
    return order.map((one) => order.map((_, other) => (other === one ? 1 : 0)));
  }
  if (to.channels === 2 && from.channels > 2) return stereoOf(from.channelLayout, from.channels);
  if (to.channels === 1 && from.channels > 2) {
    const [left = [], right = []] = stereoOf(from.channelLayout, from.channels);
    return [left.map((weight, channel) => (weight + (right[channel] ?? 0)) / 2)];
  }
  if (to.channels === 1 && from.channels === 2) return [fold];
  const weight = to.channels === 1 ? 1 / from.channels : 1;
  return Array.from({ length: to.channels }, (_, row) =>
    Array.from({ length: from.channels }, (_unused, column) =>
      to.channels === 1 || from.channels === 1 || row === column ? weight : 0,
    ),
  );
}
