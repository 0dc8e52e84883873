/** FFmpeg's audio filters for streams of planar float32. Filter graphs are built only here. */

import { AV_SAMPLE_FMT_FLTP } from 'node-av/constants';
import { FilterGraph, Frame } from 'node-av/lib';
import { layoutForChannels, layoutName } from './layouts.ts';
import { checked, isPause } from './node-av.ts';
import { copyFrame, packSamples } from './samples.ts';

export interface Filter {
  /** Takes frames and returns those that the filters have finished. */
  push(channels: readonly Float32Array[]): Float32Array[];
  /** The rest. */
  flush(): Float32Array[];
  close(): void;
}

/**
 * @param description FFmpeg filter graph, for example `highpass=f=80,adeclip`, with one input and one output. The output always has the
 *   input's rate and channels.
 * @param sampleRate Hz
 */
export function createFilter(description: string, sampleRate: number, channels: number): Filter {
  const layout = layoutForChannels(channels);
  const name = layoutName(layout);
  const graph = new FilterGraph();
  graph.alloc();
  const input = `abuffer=time_base=1/${sampleRate}:sample_rate=${sampleRate}:sample_fmt=fltp:channel_layout=${name}`;
  // Several filters output doubles, but the code below expects float32.
  const output = `aformat=sample_fmts=fltp:sample_rates=${sampleRate}:channel_layouts=${name}[out];[out]abuffersink`;
  try {
    checked(graph.parse2(`${input}[in];[in]${description},${output}`), `read the filters ${description}`);
    checked(graph.configSync(), `set up the filters ${description}`);
  } catch (failure) {
    graph.free();
    throw failure;
  }
  const named = (kind: string) => graph.filters?.find((one) => one.filter?.name === kind);
  const source = named('abuffer');
  const sink = named('abuffersink');
  if (source === undefined || sink === undefined) throw new Error(`The filters ${description} have no ends`);
  const frame = new Frame();
  frame.alloc();
  let position = 0;
  let closed = false;

  function drain(): Float32Array[] {
    const parts: Float32Array[][] = [];
    for (;;) {
      const answer = (sink as NonNullable<typeof sink>).buffersinkGetFrameSync(frame);
      if (answer < 0) {
        if (!isPause(answer)) checked(answer, 'filter');
        break;
      }
      const planes = Array.from({ length: channels }, () => new Float32Array(frame.nbSamples));
      copyFrame(frame, frame.nbSamples, planes, 0);
      frame.unref();
      parts.push(planes);
    }
    if (parts.length === 1) return parts[0] as Float32Array[];
    return Array.from({ length: channels }, (_, channel) =>
      concatenated(parts.map((part) => part[channel] as Float32Array)),
    );
  }

  return {
    push: (block) => {
      const count = block[0]?.length ?? 0;
      if (count === 0) return drain();
      const given = Frame.fromAudioBuffer(packSamples(block, count, 'fltp'), {
        nbSamples: count,
        format: AV_SAMPLE_FMT_FLTP,
        sampleRate,
        channelLayout: layout,
        timeBase: { num: 1, den: sampleRate },
        pts: BigInt(position),
      });
      position += count;
      const answer = source.buffersrcAddFrameSync(given);
      given.free();
      checked(answer, 'filter');
      return drain();
    },
    flush: () => {
      checked(source.buffersrcAddFrameSync(null), 'end the filters');
      return drain();
    },
    close: () => {
      if (closed) return;
      closed = true;
      frame.free();
      graph.free();
    },
  };
}

function concatenated(parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
