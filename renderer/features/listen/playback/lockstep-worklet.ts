/** The worklet: runs the lockstep mixer on the audio thread and receives samples directly from the worker. */

import type { Chunk, Position, ToWorklet, Want, WorkletOptions } from './messages.ts';
import { WORKLET_NAME } from './messages.ts';
import { CHUNK_FRAMES, createMixer, type MixerState } from './mixer.ts';

// Globals of audio worklets that TypeScript's libraries don't declare.
declare const sampleRate: number;
declare const currentTime: number;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(
  name: string,
  make: new (options: { processorOptions: WorkletOptions }) => AudioWorkletProcessor,
): void;

const FADE_SECONDS = 0.005;
const TELL_EVERY_FRAMES = 1920;

/** A class, because the platform requires one. */
class LockstepProcessor extends AudioWorkletProcessor {
  readonly #mixer;
  #feed: MessagePort | null = null;
  #sinceTold = 0;
  #told: MixerState | null = null;
  #wanted = -1;

  constructor(options: { processorOptions: WorkletOptions }) {
    super();
    const { takes, lengthFrames } = options.processorOptions;
    this.#mixer = createMixer({ takes, lengthFrames, fadeFrames: Math.round(FADE_SECONDS * sampleRate) });
    this.port.onmessage = (event: MessageEvent<ToWorklet>) => this.#obey(event.data);
  }

  #obey(message: ToWorklet): void {
    switch (message.kind) {
      case 'feed':
        this.#feed = message.port;
        this.#feed.onmessage = (event: MessageEvent<Chunk>) => {
          const { epoch, take, chunk, samples } = event.data;
          this.#mixer.push(epoch, take, chunk, samples);
        };
        this.#want();
        return;
      case 'play':
        this.#mixer.play();
        this.#want();
        break;
      case 'pause':
        this.#mixer.pause();
        break;
      case 'seek':
        this.#mixer.seek(message.frame, message.epoch);
        this.#want();
        break;
      case 'select':
        this.#mixer.select(message.take);
        this.#want();
        break;
    }
    this.#tell();
  }

  #want(): void {
    const { position, epoch, take } = this.#mixer.state();
    this.#wanted = Math.floor(position / CHUNK_FRAMES);
    const want: Want = { epoch, frame: position, take };
    this.#feed?.postMessage(want);
  }

  #tell(): void {
    const state = this.#mixer.state();
    this.#told = state;
    this.#sinceTold = 0;
    const { position: frame, epoch, take, playing, starved, ended } = state;
    const message: Position = { frame, epoch, take, time: currentTime, playing, starved, ended };
    this.port.postMessage(message);
  }

  process(_inputs: unknown, outputs: Float32Array[][]): boolean {
    const left = outputs[0]?.[0];
    const right = outputs[0]?.[1];
    if (left === undefined || right === undefined) return true;
    const before = this.#mixer.state();
    this.#mixer.fill(left, right);
    const state = this.#mixer.state();
    if (Math.floor(state.position / CHUNK_FRAMES) !== this.#wanted) this.#want();
    this.#sinceTold += left.length;
    const told = this.#told;
    const changed = told === null || told.playing !== state.playing || told.starved !== state.starved;
    const moving = state.position !== before.position && this.#sinceTold >= TELL_EVERY_FRAMES;
    if (changed || moving || told.ended !== state.ended) this.#tell();
    return true;
  }
}

registerProcessor(WORKLET_NAME, LockstepProcessor);
