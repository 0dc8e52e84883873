/** The worklet: runs the lockstep mixer on the audio thread and receives samples directly from the worker. */

import type { Chunk, Position, Spent, ToWorklet, Want, WorkletOptions } from './messages.ts';
import { WORKLET_NAME } from './messages.ts';
import { CHUNK_FRAMES, createMixer, type Loop, type MixerState } from './sound/mixer.ts';
import type { ChunkSamples } from './sound/sample-store.ts';
import { createStretch } from './sound/stretch.ts';

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
  readonly #stretch;
  #loop: Loop | null = null;
  /** The mixer has turned back to the loop's start; its end may still be heard. */
  #turned = false;
  #feed: MessagePort | null = null;
  #sinceTold = 0;
  #told: MixerState | null = null;
  #wanted = -1;

  constructor(options: { processorOptions: WorkletOptions }) {
    super();
    const fadeFrames = Math.round(FADE_SECONDS * sampleRate);
    this.#mixer = createMixer({ ...options.processorOptions, fadeFrames });
    this.#stretch = createStretch(sampleRate, (left, right) => this.#mixer.fill(left, right));
    this.port.onmessage = (event: MessageEvent<ToWorklet>) => this.#obey(event.data);
  }

  #obey(message: ToWorklet): void {
    switch (message.kind) {
      case 'feed':
        this.#feed = message.port;
        this.#feed.onmessage = (event: MessageEvent<Chunk>) => {
          const { epoch, source, chunk, samples } = event.data;
          const isKept = this.#mixer.push(epoch, source, chunk, samples);
          this.#giveBack(isKept ? this.#mixer.spent() : [samples, ...this.#mixer.spent()]);
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
      case 'mixes':
        this.#mixer.setMixes(message.mixes);
        this.#want();
        break;
      case 'loop':
        this.#mixer.setLoop(message.loop);
        this.#loop = message.loop;
        this.#want();
        break;
      case 'rate':
        this.#stretch.setRate(message.rate);
        break;
    }
    this.#tell();
  }

  /** As chunks arrive, and never in `process`, which has no time for it. */
  #giveBack(spent: readonly ChunkSamples[]): void {
    if (spent.length === 0) return;
    const message: Spent = { spent };
    this.#feed?.postMessage(
      message,
      spent.map(({ buffer }) => buffer),
    );
  }

  #want(): void {
    const { position, epoch } = this.#mixer.state();
    this.#wanted = Math.floor(position / CHUNK_FRAMES);
    const want: Want = { ...this.#mixer.needs(), epoch };
    this.#feed?.postMessage(want);
  }

  #tell(): void {
    const state = this.#mixer.state();
    this.#told = state;
    this.#sinceTold = 0;
    const { position, epoch, take, playing, starved, ended } = state;
    const message: Position = { frame: this.#heard(position), epoch, take, time: currentTime, playing, starved, ended };
    this.port.postMessage(message);
  }

  /** The frame that is heard: the mixer is ahead of it at other rates than 1. */
  #heard(position: number): number {
    const frame = position - this.#stretch.held();
    const loop = this.#loop;
    const isAtEnd = loop !== null && this.#turned && frame < loop.from;
    return Math.max(0, isAtEnd ? frame + loop.to - loop.from : frame);
  }

  process(_inputs: unknown, outputs: Float32Array[][]): boolean {
    const left = outputs[0]?.[0];
    const right = outputs[0]?.[1];
    if (left === undefined || right === undefined) return true;
    const before = this.#mixer.state();
    this.#stretch.fill(left, right);
    const state = this.#mixer.state();
    const isStill = this.#loop === null || state.position - this.#stretch.held() >= this.#loop.from;
    this.#turned = (this.#turned && !isStill) || (state.position < before.position && !isStill);
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
