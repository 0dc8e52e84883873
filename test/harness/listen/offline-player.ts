/** The real worklet and feeder in an offline context: what is heard, frame by frame, with actions at exact frames. For tests in Chromium. */

import { createFeeder } from '../../../renderer/components/playback/feeder.ts';
import workletUrl from '../../../renderer/components/playback/lockstep-worklet.ts?worker&url';
import {
  type Chunk,
  type Position,
  type Spent,
  type ToWorklet,
  type Want,
  WORKLET_NAME,
  type WorkletOptions,
} from '../../../renderer/components/playback/messages.ts';
import { CHUNK_FRAMES } from '../../../renderer/components/playback/sound/mixer.ts';
import type { ChunkSamples } from '../../../renderer/components/playback/sound/sample-store.ts';
import { freeMemory } from '../../../renderer/components/waves/free-memory.ts';

/** Frames of a render quantum: actions happen at multiples of it. */
export const QUANTUM = 128;

export interface Heard {
  readonly left: Float32Array;
  readonly right: Float32Array;
  /** What the worklet told. */
  readonly positions: readonly Position[];
}

export interface OfflinePlan {
  /** Hz. */
  readonly rate: number;
  readonly frames: number;
  readonly options: WorkletOptions;
  /** Whether one more source is added: a preview with limited peaks. */
  readonly addsSource?: boolean;
  /** The sample of a source at a frame, in the left or the right channel. */
  readonly sampleOf?: (source: number, frame: number, channel: 0 | 1) => number;
  /** Instead: interleaved samples of a chunk, from elsewhere. */
  readonly fetchChunk?: (source: number, chunk: number) => Promise<ChunkSamples>;
  /** By frame; it begins to play at 0 by itself. */
  readonly actions: ReadonlyMap<number, readonly ToWorklet[]>;
}

export async function renderOffline(plan: OfflinePlan): Promise<Heard> {
  const { rate, frames, options, sampleOf = () => 0, actions } = plan;
  const { fetchChunk = async (source: number, chunk: number) => chunkOf(sampleOf, source, chunk) } = plan;
  let flying = 0;
  const context = new OfflineAudioContext(2, frames, rate);
  await context.audioWorklet.addModule(workletUrl);
  const node = new AudioWorkletNode(context, WORKLET_NAME, {
    numberOfInputs: 0,
    outputChannelCount: [2],
    processorOptions: options,
  });
  node.connect(context.destination);
  const positions: Position[] = [];
  node.port.onmessage = (event: MessageEvent<Position>) => positions.push(event.data);
  const { port1, port2 } = new MessageChannel();
  let wants = 0;
  let epoch = 0;
  let delivered = 0;
  let echoed = 0;
  const feeder = createFeeder(
    {
      fetchChunk: async (source, chunk) => {
        flying += 1;
        return await fetchChunk(source, chunk).finally(() => {
          flying -= 1;
        });
      },
      deliver: (chunk: Chunk) => {
        delivered += 1;
        port1.postMessage(chunk, [chunk.samples.buffer]);
      },
      fail: () => undefined,
      wait: async () => undefined,
      free: freeMemory,
    },
    { sources: options.sources, lengthFrames: options.lengthFrames, chunkFrames: CHUNK_FRAMES },
  );
  if (plan.addsSource === true) feeder.addSource();
  port1.onmessage = ({ data }: MessageEvent<Want | Spent>) => {
    if ('spent' in data) {
      echoed += data.spent.filter(isEcho).length;
      feeder.giveBack(data.spent.filter((samples) => !isEcho(samples)));
      return;
    }
    wants += 1;
    epoch = data.epoch;
    feeder.want(data);
  };
  const tell = (message: ToWorklet, transfer: Transferable[] = []) => node.port.postMessage(message, transfer);

  /** Until the worklet has taken every chunk sent so far: it gives one of an epoch that never was straight back, after the others. */
  async function everyChunkTaken(): Promise<void> {
    const before = echoed;
    const samples = new Float32Array(1);
    const echo: Chunk = { epoch: -1, source: 0, chunk: 0, samples };
    port1.postMessage(echo, [samples.buffer]);
    while (echoed === before) await turn();
  }

  /** Until the worklet has answered each message and holds what it wanted. */
  async function settle(messages: readonly ToWorklet[], before: number): Promise<void> {
    const answered = messages.filter(({ kind }) => kind !== 'rate' && kind !== 'pause').length;
    const seeks = messages.flatMap((message) => (message.kind === 'seek' ? [message.epoch] : []));
    while (wants < before + answered || seeks.some((each) => epoch < each)) await turn();
    for (let seen = -1; seen !== wants + delivered || flying > 0; ) {
      seen = wants + delivered;
      await turn();
      await everyChunkTaken();
    }
  }

  tell({ kind: 'feed', port: port2 }, [port2]);
  tell({ kind: 'play' });
  const stops = new Set([...actions.keys()].filter((frame) => frame > 0));
  for (let frame = CHUNK_FRAMES / 2; frame < frames; frame += CHUNK_FRAMES / 2) stops.add(frame);
  for (const frame of stops) {
    context.suspend(frame / rate).then(async () => {
      const messages = actions.get(frame) ?? [];
      const before = wants;
      for (const message of messages) tell(message);
      await settle(messages, before);
      await context.resume();
    });
  }
  const first = actions.get(0) ?? [];
  for (const message of first) tell(message);
  await settle(first, 0);
  const buffer = await context.startRendering();
  return { left: buffer.getChannelData(0), right: buffer.getChannelData(1), positions };
}

/** No chunk has a single sample. */
function isEcho(samples: ChunkSamples): boolean {
  return samples.length === 1;
}

function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 4));
}

function chunkOf(sampleOf: NonNullable<OfflinePlan['sampleOf']>, source: number, chunk: number): ChunkSamples {
  const samples = new Float32Array(CHUNK_FRAMES * 2);
  for (let frame = 0; frame < CHUNK_FRAMES; frame++) {
    samples[frame * 2] = sampleOf(source, chunk * CHUNK_FRAMES + frame, 0);
    samples[frame * 2 + 1] = sampleOf(source, chunk * CHUNK_FRAMES + frame, 1);
  }
  return samples;
}
