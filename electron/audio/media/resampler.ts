/** Changes the sample rate of planar float32 without shifting it: frame 0 of what comes out is frame 0 of what went in. */

import { AV_SAMPLE_FMT_FLTP } from 'node-av/constants';
import { SoftwareResampleContext } from 'node-av/lib';
import { layoutOf } from './layouts.ts';
import { checked } from './node-av.ts';

export interface Resampler {
  /** Takes frames and gives those that are finished. */
  push(channels: readonly Float32Array[]): Float32Array[];
  /** The rest: in all, as many frames as the input's length makes at the new rate, rounded up. */
  flush(): Float32Array[];
  close(): void;
}

/** Room for what the resampler held back, above its own estimate. */
const SPARE_FRAMES = 64;

/** @param channels 1 to 8, none mixed with another @param from Hz @param to Hz */
export function createResampler(channels: number, from: number, to: number): Resampler {
  const layout = layoutOf(channels);
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
