/** The browser's side of playing: context, worklet, worker, volume and device. */

import { mediaHeaders } from '../../../bridge/browser-session.ts';
import workletUrl from './lockstep-worklet.ts?worker&url';
import type { FeedSetup, Position, SourceAdded, SourceFailed, ToWorklet, WorkletOptions } from './messages.ts';
import { WORKLET_NAME } from './messages.ts';
import type { Mix } from './sound/mix.ts';

/** Hz. Below it, speech would lose what a result has added. */
const LEAST_RATE = 44_100;
const MOST_RATE = 96_000;
/** Seconds in which the volume reaches two thirds of a change. */
const VOLUME_SECONDS = 0.015;

/** A whole multiple of the original's rate: a mix of both then lies on the frames that an export mixes. */
export function contextRateOf(original = 48_000): number {
  const rate = original * Math.max(1, Math.ceil(LEAST_RATE / original));
  return rate <= MOST_RATE ? rate : 48_000;
}

interface OutputSetup {
  /** Ids of takes. */
  readonly sources: readonly string[];
  readonly unplayable: readonly number[];
  readonly lengthFrames: number;
  /** Hz. */
  readonly rate: number;
  readonly mixes: readonly Mix[];
}

interface OutputEvents {
  onPosition(position: Position): void;
  onBroken(source: number): void;
  onMute(): void;
}

export interface SoundOutput {
  /** Kept until the worklet runs. */
  tell(message: ToWorklet): void;
  /** Another source, in the place of one that was added before; indexes go on after those of the setup. @param id of its take */
  addSource(id: string): void;
  /** The context's time that is heard now: samples are heard only after the output's latency. */
  now(): number;
  resume(): void;
  setVolume(volume: number): void;
  setDevice(device: string): Promise<void>;
  close(): void;
}

/** A context of browsers that can choose its device. */
type SinkContext = AudioContext & { setSinkId?(device: string): Promise<void> };

export function canChooseDevice(): boolean {
  return 'setSinkId' in AudioContext.prototype && navigator.mediaDevices !== undefined;
}

export function openOutput(setup: OutputSetup, events: OutputEvents): SoundOutput {
  const { sources, unplayable, lengthFrames, rate, mixes } = setup;
  const context: SinkContext = new AudioContext({ sampleRate: rate, latencyHint: 'interactive' });
  const worker = new Worker(new URL('./feed/feed-worker.ts', import.meta.url), { type: 'module' });
  const volumeNode = new GainNode(context);
  volumeNode.connect(context.destination);
  let node: AudioWorkletNode | null = null;
  const early: ToWorklet[] = [];
  const earlySources: SourceAdded[] = [];
  let closed = false;

  async function open(): Promise<void> {
    await context.audioWorklet.addModule(workletUrl);
    if (closed) return;
    const processorOptions: WorkletOptions = { sources: sources.length, mixes, lengthFrames };
    const made = new AudioWorkletNode(context, WORKLET_NAME, {
      numberOfInputs: 0,
      outputChannelCount: [2],
      processorOptions,
    });
    const { port1, port2 } = new MessageChannel();
    const feed: FeedSetup = {
      sources,
      unplayable,
      lengthFrames,
      sampleRate: rate,
      headers: mediaHeaders(),
      port: port1,
    };
    worker.postMessage(feed, [port1]);
    for (const added of earlySources.splice(0)) worker.postMessage(added);
    made.port.onmessage = (event: MessageEvent<Position>) => events.onPosition(event.data);
    const take: ToWorklet = { kind: 'feed', port: port2 };
    made.port.postMessage(take, [port2]);
    made.connect(volumeNode);
    node = made;
    for (const message of early.splice(0)) made.port.postMessage(message);
  }

  worker.addEventListener('message', (event: MessageEvent<SourceFailed>) => events.onBroken(event.data.source));
  open().catch(() => !closed && events.onMute());

  return {
    tell(message) {
      if (node === null) early.push(message);
      else node.port.postMessage(message);
    },
    addSource(id) {
      const added: SourceAdded = { kind: 'source-added', id };
      if (node === null) earlySources.push(added);
      else worker.postMessage(added);
    },
    now: () => context.currentTime - (context.outputLatency || 0),
    resume: () => void context.resume(),
    setVolume: (volume) => volumeNode.gain.setTargetAtTime(volume, context.currentTime, VOLUME_SECONDS),
    async setDevice(device) {
      await context.setSinkId?.(device);
    },
    close() {
      closed = true;
      node?.disconnect();
      // Silent at once; the rest would hold up whatever replaces the room.
      setTimeout(() => {
        worker.terminate();
        void context.close();
      });
    },
  };
}
