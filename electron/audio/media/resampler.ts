/** Resamples planar float32 without a shift: frame 0 of the output is frame 0 of the input. */

import { AV_SAMPLE_FMT_FLTP } from 'node-av/constants';
import { SoftwareResampleContext } from 'node-av/lib';
import { layoutForChannels } from './layouts.ts';
import { checked } from './node-av.ts';

export interface Resampler {
  /** Takes frames and returns finished ones. */
  push(channels: readonly Float32Array[]): Float32Array[];
  /** The rest. In total the output has the input's length at the new rate, rounded up. */
  flush(): Float32Array[];
  close(): void;
}

/** Extra frames for what the resampler has buffered, beyond its own estimate. */
const SPARE_FRAMES = 64;

/** @param channels 1 to 8, resampled independently @param from Hz @param to Hz */
export function createResampler(channels: number, from: number, to: number): Resampler {
  const layout = layoutForChannels(channels);
  const context = new SoftwareResampleContext();
  checked(
    context.allocSetOpts2(layout, AV_SAMPLE_FMT_FLTP, to, layout, AV_SAMPLE_FMT_FLTP, from),
    'describe the resampler',
  );
  checked(context.init(), 'start the resampler');
  let open = true;

  function convert(input: readonly Float32Array[] | null, count: number): Float32Array[] {
    const room = context.getOutSamples(count) + SPARE_FRAMES;
    const planes = Array.from({ length: channels }, () => new Float32Array(room));
    const given = input === null ? null : input.map(bytesOf);
    const got = checked(context.convertSync(planes.map(bytesOf), room, given, count), 'resample');
    return planes.map((plane) => plane.subarray(0, got));
  }

  return {
    push: (input) => convert(input, input[0]?.length ?? 0),
    flush: () => convert(null, 0),
    close: () => {
      if (open) context.free();
      open = false;
    },
  };
}

function bytesOf(samples: Float32Array): Buffer {
  return Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
}
