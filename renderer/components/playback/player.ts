/** The player of the comparison: one audio context, one worklet, one worker and the playhead's position. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { TakeView } from '../../../shared/contract/views.ts';
import { lagAt } from '../../../shared/domain/listening/difference.ts';
import {
  amplified,
  type Ear,
  type HeardExtras,
  hasEars,
  heardBy,
  heardTakes,
  isHearable,
  matchedGains,
  type PreviewMix,
  resultIn,
} from './heard-takes.ts';
import type { Position, ToWorklet } from './messages.ts';
import { contextRateOf, createOutput, type SoundOutput } from './output.ts';
import { createPassageLevels, type Levels } from './passage-levels.ts';
import { firstState, lengthAt, type PlayerStart, type PlayerState, reported } from './player-state.ts';
import { type Loop, loopWithin, shownFrame } from './playhead-frame.ts';

export interface Player {
  readonly store: StoreApi<PlayerState>;
  /** Hz. */
  readonly rate: number;
  readonly lengthFrames: number;
  /** The audible frame, an integer within the recording. */
  frame(): number;
  /** Readies the sound; playing does so as well. */
  open(): void;
  play(): void;
  pause(): void;
  seek(frame: number): void;
  /** A result of which the output is heard stands for that. */
  select(take: number): void;
  setDelivered(result: number, delivered: boolean): void;
  setMatched(matched: boolean): void;
  /** Which channels of a stereo recording are heard, of every take alike. */
  setEar(ear: Ear): void;
  /** What plays as the preview, heard or not; null takes it away, and its result is heard instead. */
  setPreview(preview: PreviewMix | null): void;
  /** How late a take is, for its difference and preview. @param take its index @param frames at `sampleRate`, Hz */
  setLag(take: number, frames: number, sampleRate: number): void;
  /** What was set of both. */
  extras(): Pick<HeardExtras, 'lags' | 'preview'>;
  /** Frames. Playing goes on inside of it; null plays on to the end. */
  setLoop(loop: Loop | null): void;
  setSpeed(speed: number): void;
  setVolume(volume: number): void;
  /** @throws DOMException when the device is gone or not allowed */
  setDevice(device: string): Promise<void>;
  dispose(): void;
}

export function createPlayer(takes: readonly TakeView[], start: PlayerStart): Player {
  const rate = contextRateOf(takes[0]?.sampleRate);
  const lengthFrames = lengthAt(takes, rate);
  const unplayable = takes.flatMap((take, index) => (take.playable ? [] : [index]));
  const lags = new Map(start.lags);
  let preview = start.preview ?? null;
  const heard = heardTakes(takes, { lags, preview });
  /** Limited previews, in the order of their sources, which follow those of the takes. */
  const added: string[] = [];
  let passage: Levels | null = null;
  const store = createStore<PlayerState>(() =>
    firstState(heard, unplayable, hasEars(takes) ? start : { ...start, ear: 'both' }),
  );
  let epoch = 0;
  let last: Position | null = null;
  /** Target of a seek that the worklet hasn't confirmed yet. */
  let target: number | null = null;

  const output: SoundOutput = createOutput(
    { sources: takes.map(({ id }) => id), unplayable, lengthFrames, rate, mixes: mixes() },
    {
      onPosition(position) {
        if (position.epoch !== epoch) return;
        target = null;
        last = position;
        store.setState((now) => reported(now, position));
      },
      onBroken(source) {
        store.setState({ broken: new Set([...store.getState().broken, source]) });
        // Its mix plays again.
        if (source >= takes.length) remix();
      },
      onMute: () => store.setState({ mute: true }),
    },
  );
  const ids = takes.map(({ id, playable }) => (playable ? id : null));
  const levels = createPassageLevels({ ids, rate, lengthFrames }, (measured) => {
    const isSame = measured === passage;
    passage = measured;
    if (!isSame) remix();
  });
  const tell = (message: ToWorklet): void => output.tell(message);

  function mixes() {
    const { ear, heard: all, gains, matched } = store.getState();
    return all.map(({ mix }, index) => heardBy(amplified(mix, matched ? (gains[index] ?? 0) : 0), ear));
  }

  /** Null where the preview isn't limited, or can't be read. */
  function limitedSource(): number | null {
    const id = preview?.limited?.id;
    if (id === undefined) return null;
    if (added.at(-1) !== id) {
      added.push(id);
      output.addSource(id);
    }
    const source = takes.length + added.length - 1;
    return store.getState().broken.has(source) ? null : source;
  }

  /** The audible one keeps its index: previews are last. */
  function remix(): void {
    const all = heardTakes(takes, { lags, limitedSource: limitedSource(), passage, preview });
    store.setState({ heard: all, gains: matchedGains(all) });
    tell({ kind: 'mixes', mixes: mixes() });
  }

  function select(wanted: number): void {
    const { heard: all, broken, delivered } = store.getState();
    const output = delivered.has(wanted) ? all.findIndex(({ kind, of }) => kind === 'delivered' && of === wanted) : -1;
    const take = output < 0 ? wanted : output;
    const chosen = all[take];
    if (chosen === undefined || !isHearable(chosen, broken)) return;
    store.setState({ take, result: resultIn(all, take) ?? store.getState().result });
    tell({ kind: 'select', take });
  }

  function setPreview(next: PreviewMix | null): void {
    const { heard: all, take } = store.getState();
    const left = next === null && all[take]?.kind === 'preview' ? all[take].of : null;
    if (left !== null) {
      store.setState({ take: left });
      tell({ kind: 'select', take: left });
    }
    preview = next;
    remix();
  }

  function play(): void {
    if (last?.ended === true && target === null) seek(store.getState().loop?.from ?? 0);
    store.setState({ playing: true });
    output.resume();
    tell({ kind: 'play' });
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
    const loop = wanted === null ? null : loopWithin(wanted, { rate, lengthFrames });
    store.setState({ loop });
    tell({ kind: 'loop', loop });
    levels.follow(loop);
    const frame = frameNow();
    if (loop !== null && (frame < loop.from || frame >= loop.to)) seek(loop.from);
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

  if (preview?.limited != null) remix();
  if (start.take > 0) tell({ kind: 'select', take: store.getState().take });
  if (start.frame > 0) seek(start.frame);
  if (start.loop !== null) setLoop(start.loop);
  if (start.speed !== 1) setSpeed(start.speed);
  if (start.volume !== 1) setVolume(start.volume);
  if (start.playing) play();
  if (start.device !== '') setDevice(start.device).catch(() => store.setState({ device: '' }));

  return {
    store,
    rate,
    lengthFrames,
    frame: frameNow,
    open: output.open,
    play,
    pause() {
      store.setState({ playing: false, buffering: false });
      tell({ kind: 'pause' });
    },
    seek,
    select,
    setDelivered(result, isWanted) {
      const delivered = new Set(store.getState().delivered);
      if (isWanted) delivered.add(result);
      else delivered.delete(result);
      store.setState({ delivered });
      const { heard: all, take } = store.getState();
      if (all[take]?.of === result && all[take].mix.length === 1) select(result);
    },
    setMatched(matched) {
      store.setState({ matched });
      tell({ kind: 'mixes', mixes: mixes() });
    },
    setEar(ear) {
      store.setState({ ear });
      tell({ kind: 'mixes', mixes: mixes() });
    },
    setPreview,
    setLag(take, frames, sampleRate) {
      const late = lagAt(frames, sampleRate, rate);
      if ((lags.get(take) ?? 0) === late) return;
      lags.set(take, late);
      remix();
    },
    extras: () => ({ lags, preview }),
    setLoop,
    setSpeed,
    setVolume,
    setDevice,
    dispose() {
      levels.dispose();
      output.close();
    },
  };
}
