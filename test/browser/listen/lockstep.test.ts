import { expect, test } from 'vitest';
import { createFeeder } from '../../../renderer/features/listen/playback/feeder.ts';
import workletUrl from '../../../renderer/features/listen/playback/lockstep-worklet.ts?worker&url';
import {
  type Chunk,
  type ToWorklet,
  type Want,
  WORKLET_NAME,
} from '../../../renderer/features/listen/playback/messages.ts';
import { CHUNK_FRAMES } from '../../../renderer/features/listen/playback/mixer.ts';

const RATE = 48_000;
const LENGTH = RATE * 30;
const FADE = 240;
const SWITCHES = 40;

/** The sample of both takes at a frame, negated for the second: its sign tells the take, its size the frame. */
function heightAt(frame: number): number {
  return Math.fround(0.25 + (frame % 997) / 2048);
}

function chunkOf(take: number, chunk: number): Float32Array {
  const samples = new Float32Array(CHUNK_FRAMES * 2);
  for (let frame = 0; frame < CHUNK_FRAMES; frame++) {
    const height = heightAt(chunk * CHUNK_FRAMES + frame) * (take === 0 ? 1 : -1);
    samples[frame * 2] = height;
    samples[frame * 2 + 1] = height;
  }
  return samples;
}

const RECORDER = `
registerProcessor('recorder', class extends AudioWorkletProcessor {
  process(inputs) {
    const input = inputs[0]?.[0];
    if (input !== undefined) this.port.postMessage(input.slice());
    return true;
  }
});`;

async function setUp() {
  const context = new AudioContext({ sampleRate: RATE });
  await context.audioWorklet.addModule(workletUrl);
  const recorderUrl = URL.createObjectURL(new Blob([RECORDER], { type: 'text/javascript' }));
  await context.audioWorklet.addModule(recorderUrl);
  URL.revokeObjectURL(recorderUrl);
  const node = new AudioWorkletNode(context, WORKLET_NAME, {
    numberOfInputs: 0,
    outputChannelCount: [2],
    processorOptions: { takes: 2, lengthFrames: LENGTH },
  });
  const recorder = new AudioWorkletNode(context, 'recorder', { numberOfOutputs: 0 });
  const recorded: Float32Array[] = [];
  recorder.port.onmessage = (event: MessageEvent<Float32Array>) => recorded.push(event.data);
  node.connect(recorder);
  const { port1, port2 } = new MessageChannel();
  const feeder = createFeeder(
    {
      fetchChunk: async (take, chunk) => chunkOf(take, chunk),
      deliver: (chunk: Chunk) => port1.postMessage(chunk, [chunk.samples.buffer]),
      fail: () => undefined,
      wait: async () => undefined,
    },
    { takes: 2, lengthFrames: LENGTH, chunkFrames: CHUNK_FRAMES },
  );
  port1.onmessage = (event: MessageEvent<Want>) => feeder.want(event.data);
  const tell = (message: ToWorklet, transfer: Transferable[] = []): void => node.port.postMessage(message, transfer);
  tell({ kind: 'feed', port: port2 }, [port2]);
  await context.resume();
  return { context, tell, recorded };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function joined(parts: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The position in the recording at which frame 0 was played. */
function startOf(samples: Float32Array): number {
  return samples.findIndex((value) => value !== 0);
}

test('after forty switches, every sample outside a crossfade is exactly that of its frame', {
  timeout: 30_000,
}, async () => {
  const { context, tell, recorded } = await setUp();
  tell({ kind: 'play' });
  await pause(300);
  for (let turn = 1; turn <= SWITCHES; turn++) {
    tell({ kind: 'select', take: turn % 2 });
    await pause(20 + ((turn * 7) % 30));
  }
  await pause(100);
  await context.close();

  const samples = joined(recorded);
  const start = startOf(samples);
  expect(start).toBeGreaterThanOrEqual(0);
  let exact = 0;
  let fading = 0;
  let wrong = 0;
  let switches = 0;
  let sign = 1;
  for (let index = start + FADE; index < samples.length; index++) {
    const share = (samples[index] ?? 0) / heightAt(index - start);
    if (Math.abs(share) === 1) {
      exact += 1;
      if (share !== sign) switches += 1;
      sign = share;
    } else if (Math.abs(share) < 1) {
      fading += 1;
    } else {
      wrong += 1;
    }
  }
  expect(wrong).toBe(0);
  expect(switches).toBe(SWITCHES);
  // Each crossfade has 239 samples between its ends; all others are exact.
  expect(fading).toBeLessThanOrEqual(SWITCHES * FADE);
  expect(exact).toBeGreaterThan(RATE);
});

test('a seek during playback continues at the exact frame', { timeout: 30_000 }, async () => {
  const { context, tell, recorded } = await setUp();
  tell({ kind: 'play' });
  await pause(250);
  tell({ kind: 'seek', frame: 1_000_003, epoch: 1 });
  await pause(400);
  await context.close();

  const samples = joined(recorded);
  // After the last silence comes the ramp, then consecutive frames.
  const lastSilence = samples.lastIndexOf(0);
  const target = lastSilence + 1;
  let off = 0;
  for (let index = target + FADE; index < samples.length; index++) {
    if (samples[index] !== heightAt(1_000_003 + index - target)) off += 1;
  }
  expect(samples.length - target).toBeGreaterThan(RATE / 10);
  expect(off).toBe(0);
});
