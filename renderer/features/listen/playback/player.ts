/** The player of the comparison: one audio context, one worklet, one worker and the playhead's position. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { TakeView } from '../../../../shared/contract/views.ts';
import { mediaHeaders } from '../../../bridge/browser-session.ts';
import workletUrl from './lockstep-worklet.ts?worker&url';
import type { FeedSetup, Position, TakeFailed, ToWorklet, WorkletOptions } from './messages.ts';
import { WORKLET_NAME } from './messages.ts';

/** Hz. One rate for every take; the engine resamples to it. */
const CONTEXT_RATE = 48_000;

interface PlayerState {
  readonly playing: boolean;
  /** Playing, but waiting for samples. */
  readonly buffering: boolean;
  /** Index of the audible take. */
  readonly take: number;
  /** Takes that can't be read. */
  readonly broken: ReadonlySet<number>;
  /** There is no audio output. */
  readonly mute: boolean;
}

export interface Player {
  readonly store: StoreApi<PlayerState>;
  /** Hz. */
  readonly rate: number;
  readonly lengthFrames: number;
  /** The audible frame, an integer within the recording. */
  frame(): number;
  play(): void;
  pause(): void;
  seek(frame: number): void;
  select(take: number): void;
  dispose(): void;
}

/** Frames of the longest take at the context's rate. */
function lengthAt(takes: readonly Pick<TakeView, 'frames' | 'sampleRate'>[], rate: number): number {
  return takes.reduce((most, take) => Math.max(most, Math.ceil((take.frames * rate) / take.sampleRate)), 0);
}

/**
 * @param start first frame and audible take
 */
export function createPlayer(takes: readonly TakeView[], start: { frame: number; take: number }): Player {
  const context = new AudioContext({ sampleRate: CONTEXT_RATE, latencyHint: 'interactive' });
  const worker = new Worker(new URL('./feed-worker.ts', import.meta.url), { type: 'module' });
  const lengthFrames = lengthAt(takes, CONTEXT_RATE);
  const unplayable = takes.flatMap((take, index) => (take.playable ? [] : [index]));
  const store = createStore<PlayerState>(() => ({
    playing: false,
    buffering: false,
    take: start.take,
    broken: new Set(unplayable),
    mute: false,
  }));
  let node: AudioWorkletNode | null = null;
  const early: ToWorklet[] = [];
  let epoch = 0;
  let last: Position | null = null;
  /** Target of a seek that the worklet hasn't confirmed yet. */
  let target: number | null = null;
  let disposed = false;

  function tell(message: ToWorklet): void {
    if (node === null) early.push(message);
    else node.port.postMessage(message);
  }

  function hear(position: Position): void {
    if (position.epoch !== epoch) return;
    target = null;
    last = position;
    store.setState({ playing: position.playing, buffering: position.starved });
  }

  async function open(): Promise<void> {
    await context.audioWorklet.addModule(workletUrl);
    if (disposed) return;
    const processorOptions: WorkletOptions = { takes: takes.length, lengthFrames };
    const made = new AudioWorkletNode(context, WORKLET_NAME, {
      numberOfInputs: 0,
      outputChannelCount: [2],
      processorOptions,
    });
    const { port1, port2 } = new MessageChannel();
    const setup: FeedSetup = {
      takes: takes.map((take) => take.id),
      unplayable,
      lengthFrames,
      sampleRate: CONTEXT_RATE,
      headers: mediaHeaders(),
      port: port1,
    };
    worker.postMessage(setup, [port1]);
    const feed: ToWorklet = { kind: 'feed', port: port2 };
    made.port.onmessage = (event: MessageEvent<Position>) => hear(event.data);
    made.port.postMessage(feed, [port2]);
    made.connect(context.destination);
    node = made;
    for (const message of early.splice(0)) made.port.postMessage(message);
  }

  worker.addEventListener('message', (event: MessageEvent<TakeFailed>) => {
    store.setState({ broken: new Set([...store.getState().broken, event.data.take]) });
  });
  if (start.take > 0) tell({ kind: 'select', take: start.take });
  if (start.frame > 0) seek(start.frame);
  open().catch(() => !disposed && store.setState({ mute: true }));

  function seek(frame: number): void {
    epoch += 1;
    target = Math.max(0, Math.min(lengthFrames, Math.round(frame)));
    tell({ kind: 'seek', frame: target, epoch });
    // The feeder retries the takes that it had given up on.
    if (store.getState().broken.size > unplayable.length) store.setState({ broken: new Set(unplayable) });
  }

  function frameNow(): number {
    if (target !== null) return target;
    if (last === null) return 0;
    if (!last.playing || last.starved) return last.frame;
    // Mixed samples are audible only after the output latency; the position never falls below the start of the run.
    const heard = context.currentTime - last.time - (context.outputLatency || 0);
    return Math.max(0, Math.min(lengthFrames, Math.round(last.frame + heard * CONTEXT_RATE)));
  }

  return {
    store,
    rate: CONTEXT_RATE,
    lengthFrames,
    frame: frameNow,
    play() {
      if (last?.ended === true && target === null) seek(0);
      store.setState({ playing: true });
      void context.resume();
      tell({ kind: 'play' });
    },
    pause() {
      store.setState({ playing: false, buffering: false });
      tell({ kind: 'pause' });
    },
    seek,
    select(take) {
      if (store.getState().broken.has(take)) return;
      store.setState({ take });
      tell({ kind: 'select', take });
    },
    dispose() {
      disposed = true;
      worker.terminate();
      node?.disconnect();
      void context.close();
    },
  };
}
