/** The player of the comparison: one audio context, one worklet, one worker and the playhead's position. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { TakeView } from '../../../../shared/contract/views.ts';
import { amplified, type HeardTake, heardTakes, isHearable, resultIn } from './heard-takes.ts';
import { matchedGains } from './level-match.ts';
import type { Position, ToWorklet } from './messages.ts';
import { contextRateOf, openOutput, type SoundOutput } from './output.ts';
import { type Loop, shownFrame } from './playhead-frame.ts';

/** Shortest loop, in seconds. */
const MIN_LOOP_SECONDS = 0.1;

interface PlayerState {
  readonly playing: boolean;
  /** Playing, but waiting for samples. */
  readonly buffering: boolean;
  /** Index of the audible take in `heard`. */
  readonly take: number;
  /** Index of the result that was heard last, by itself or in a difference. */
  readonly result: number;
  /** What can be chosen: the takes under their own indexes, then differences, then the preview if there is one. */
  readonly heard: readonly HeardTake[];
  /** Takes that can't be read. */
  readonly broken: ReadonlySet<number>;
  /** There is no audio output. */
  readonly mute: boolean;
  /** Whether takes are played equally loud. */
  readonly matched: boolean;
  /** Of each in `heard`, in dB, while matched; null where the loudness is unknown. */
  readonly gains: readonly (number | null)[];
  /** In frames. */
  readonly loop: Loop | null;
  /** 1 is the recording's own speed. */
  readonly speed: number;
  /** 0 to 1. */
  readonly volume: number;
  /** Id of the output device; empty for the system's. */
  readonly device: string;
}

/** What a room keeps when its takes change. */
export interface PlayerStart extends Pick<PlayerState, 'take' | 'matched' | 'loop' | 'speed' | 'volume' | 'device'> {
  readonly frame: number;
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
  setMatched(matched: boolean): void;
  /** Frames. Playing goes on inside of it; null plays on to the end. */
  setLoop(loop: Loop | null): void;
  setSpeed(speed: number): void;
  setVolume(volume: number): void;
  /** @throws DOMException when the device is gone or not allowed */
  setDevice(device: string): Promise<void>;
  dispose(): void;
}

/** Frames of the longest take at the context's rate. */
function lengthAt(takes: readonly Pick<TakeView, 'frames' | 'sampleRate'>[], rate: number): number {
  return takes.reduce((most, take) => Math.max(most, Math.ceil((take.frames * rate) / take.sampleRate)), 0);
}

export function createPlayer(takes: readonly TakeView[], start: PlayerStart): Player {
  const rate = contextRateOf(takes[0]?.sampleRate);
  const lengthFrames = lengthAt(takes, rate);
  const unplayable = takes.flatMap((take, index) => (take.playable ? [] : [index]));
  const heard = heardTakes(takes);
  const store = createStore<PlayerState>(() => ({
    playing: false,
    buffering: false,
    take: Math.min(start.take, heard.length - 1),
    result:
      resultIn(heard, start.take) ??
      Math.max(
        0,
        heard.findIndex(({ kind }) => kind === 'result'),
      ),
    heard,
    broken: new Set(unplayable),
    mute: false,
    matched: start.matched,
    gains: matchedGains(heard),
    loop: null,
    speed: start.speed,
    volume: start.volume,
    device: start.device,
  }));
  let epoch = 0;
  let last: Position | null = null;
  /** Target of a seek that the worklet hasn't confirmed yet. */
  let target: number | null = null;

  const output: SoundOutput = openOutput(
    { sources: takes.map(({ id }) => id), unplayable, lengthFrames, rate, mixes: mixes() },
    {
      onPosition(position) {
        if (position.epoch !== epoch) return;
        target = null;
        last = position;
        store.setState({ playing: position.playing, buffering: position.starved });
      },
      onBroken: (source) => store.setState({ broken: new Set([...store.getState().broken, source]) }),
      onMute: () => store.setState({ mute: true }),
    },
  );
  const tell = (message: ToWorklet): void => output.tell(message);

  function mixes() {
    const { heard: all, gains, matched } = store.getState();
    return all.map(({ mix }, index) => amplified(mix, matched ? (gains[index] ?? 0) : 0));
  }

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
    const { loop, speed } = store.getState();
    return shownFrame(last, output.now(), { rate, lengthFrames, speed, loop });
  }

  function setLoop(wanted: Loop | null): void {
    const loop = wanted === null ? null : within(wanted);
    store.setState({ loop });
    tell({ kind: 'loop', loop });
    const frame = frameNow();
    if (loop !== null && (frame < loop.from || frame >= loop.to)) seek(loop.from);
  }

  /** The loop in whole frames, not too short. */
  function within({ from, to }: Loop): Loop | null {
    const first = Math.max(0, Math.round(Math.min(from, to)));
    const end = Math.min(lengthFrames, Math.round(Math.max(from, to)));
    return end - first < MIN_LOOP_SECONDS * rate ? null : { from: first, to: end };
  }

  function setSpeed(speed: number): void {
    store.setState({ speed });
    tell({ kind: 'rate', rate: speed });
  }

  function setVolume(volume: number): void {
    store.setState({ volume });
    output.setVolume(volume);
  }

  async function setDevice(device: string): Promise<void> {
    await output.setDevice(device);
    store.setState({ device });
  }

  if (start.take > 0) tell({ kind: 'select', take: store.getState().take });
  if (start.frame > 0) seek(start.frame);
  if (start.loop !== null) setLoop(start.loop);
  if (start.speed !== 1) setSpeed(start.speed);
  if (start.volume !== 1) setVolume(start.volume);
  if (start.device !== '') setDevice(start.device).catch(() => store.setState({ device: '' }));

  return {
    store,
    rate,
    lengthFrames,
    frame: frameNow,
    play() {
      if (last?.ended === true && target === null) seek(store.getState().loop?.from ?? 0);
      store.setState({ playing: true });
      output.resume();
      tell({ kind: 'play' });
    },
    pause() {
      store.setState({ playing: false, buffering: false });
      tell({ kind: 'pause' });
    },
    seek,
    select(take) {
      const { heard: all, broken } = store.getState();
      const chosen = all[take];
      if (chosen === undefined || !isHearable(chosen, broken)) return;
      store.setState({ take, result: resultIn(all, take) ?? store.getState().result });
      tell({ kind: 'select', take });
    },
    setMatched(matched) {
      store.setState({ matched });
      tell({ kind: 'mixes', mixes: mixes() });
    },
    setLoop,
    setSpeed,
    setVolume,
    setDevice,
    dispose: () => output.close(),
  };
}
