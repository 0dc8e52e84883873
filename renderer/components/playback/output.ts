/** The browser's side of playing: context, worklet, worker, volume and device. */

import { mediaHeaders } from '../../bridge/browser-session.ts';
import workletUrl from './lockstep-worklet.ts?worker&url';
import {
  type FeedSetup,
  type Position,
  type SourceAdded,
  type SourceFailed,
  type ToWorklet,
  WORKLET_NAME,
  type WorkletOptions,
} from './messages.ts';
import type { TakeMix } from './sound/mix.ts';

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
  readonly mixes: readonly TakeMix[];
}

interface OutputEvents {
  onPosition(position: Position): void;
  onBroken(source: number): void;
  onMute(): void;
}

export interface SoundOutput {
  /** Starts context, worklet and worker, which compete with a page that is being drawn; later calls change nothing. */
  open(): void;
  /** Kept until the worklet runs. */
  tell(message: ToWorklet): void;
  /** Another source, in the place of one that was added before; indexes go on after those of the setup. @param id of its take */
  addSource(id: string): void;
  /** The context's time that is heard now: samples are heard only after the output's latency. */
  now(): number;
  /** Opens it as well. */
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

interface Opened {
  readonly context: SinkContext;
  readonly worker: Worker;
  readonly volumeNode: GainNode;
}

export function createOutput(setup: OutputSetup, events: OutputEvents): SoundOutput {
  const { sources, unplayable, lengthFrames, rate, mixes } = setup;
  let opened: Opened | null = null;
  let node: AudioWorkletNode | null = null;
  const early: ToWorklet[] = [];
  const earlySources: SourceAdded[] = [];
  let volume = 1;
  let closed = false;

  function open(): Opened {
    if (opened !== null) return opened;
    const context: SinkContext = new AudioContext({ sampleRate: rate, latencyHint: 'interactive' });
    const worker = new Worker(new URL('./feed-worker.ts', import.meta.url), { type: 'module' });
    const volumeNode = new GainNode(context, { gain: volume });
    volumeNode.connect(context.destination);
    worker.addEventListener('message', (event: MessageEvent<SourceFailed>) => events.onBroken(event.data.source));
    opened = { context, worker, volumeNode };
    connect(opened).catch(() => !closed && events.onMute());
    return opened;
  }

  async function connect({ context, worker, volumeNode }: Opened): Promise<void> {
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

  return {
    open: () => void open(),
    tell(message) {
      if (node === null) early.push(message);
      else node.port.postMessage(message);
    },
    addSource(id) {
      const added: SourceAdded = { kind: 'source-added', id };
      if (node === null) earlySources.push(added);
      else opened?.worker.postMessage(added);
    },
    now: () => (opened === null ? 0 : opened.context.currentTime - (opened.context.outputLatency || 0)),
    resume: () => void open().context.resume(),
    setVolume(next) {
      volume = next;
      if (opened === null) return;
      opened.volumeNode.gain.setTargetAtTime(volume, opened.context.currentTime, VOLUME_SECONDS);
    },
    async setDevice(device) {
      await open().context.setSinkId?.(device);
    },
    close() {
      closed = true;
      if (opened === null) return;
      const { context, worker } = opened;
      node?.disconnect();
      // Silent at once; the rest would hold up whatever replaces the room.
      setTimeout(() => {
        worker.terminate();
        void context.close();
      });
    },
  };
}
