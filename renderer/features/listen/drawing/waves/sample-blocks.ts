/** Single samples as they are fetched: blocks at fixed places, and the extremes between two frames. Pure. */

/** One message of the engine. */
export const BLOCK_FRAMES = 32_768;

/** CSS pixels of a bar of the waveform with its gap. */
const BAR_PIXELS = 3;
/** Frames in the finest peaks. */
const FINEST_PEAK = 256;

/** Whether peaks would show blocks: several bars for one peak. @param width CSS pixels */
export function needsSamples(frames: number, width: number): boolean {
  return width > 0 && (frames / width) * BAR_PIXELS < FINEST_PEAK;
}

/** Blocks that hold a part of a recording. @param margin blocks beside it, on either side */
export function blocksIn(
  { from, to }: { readonly from: number; readonly to: number },
  { sampleRate, durationSeconds }: { readonly sampleRate: number; readonly durationSeconds: number },
  margin = 0,
): readonly number[] {
  const first = Math.max(0, Math.floor((from * sampleRate) / BLOCK_FRAMES) - margin);
  const most = Math.max(1, Math.ceil((durationSeconds * sampleRate) / BLOCK_FRAMES));
  const last = Math.min(most, Math.ceil((to * sampleRate) / BLOCK_FRAMES) + margin) - 1;
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, offset) => first + offset);
}

/** Interleaved stereo samples by block. */
export type BlockSource = (block: number) => Float32Array | undefined;

/** One sample; null where its block isn't there. */
export function sampleAt(blocks: BlockSource, frame: number, channel: 0 | 1): number | null {
  const block = Math.floor(frame / BLOCK_FRAMES);
  const samples = blocks(block);
  if (samples === undefined) return null;
  return samples[2 * (frame - block * BLOCK_FRAMES) + channel] ?? 0;
}

/** The lowest and highest sample of frames, of one channel or of both; null where nothing of them is there. */
export function extremesOf(
  blocks: BlockSource,
  fromFrame: number,
  toFrame: number,
  channel: 0 | 1 | null = null,
): readonly [number, number] | null {
  const step = channel === null ? 1 : 2;
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (let frame = fromFrame; frame < toFrame; ) {
    const block = Math.floor(frame / BLOCK_FRAMES);
    const end = Math.min(toFrame, (block + 1) * BLOCK_FRAMES);
    const samples = blocks(block);
    if (samples !== undefined) {
      const first = 2 * (frame - block * BLOCK_FRAMES) + (channel ?? 0);
      for (let at = first; at < 2 * (end - block * BLOCK_FRAMES); at += step) {
        const sample = samples[at] ?? 0;
        if (sample < lowest) lowest = sample;
        if (sample > highest) highest = sample;
      }
    }
    frame = end;
  }
  return lowest > highest ? null : [lowest, highest];
}
