/** The player for the takes on the page. A new take keeps the position, the loop, what is heard and how it is played. */

import { startTransition, useEffect, useRef, useState } from 'react';
import type { TakeView } from '../../../shared/contract/views.ts';
import { heardTakes, type PreviewMix } from './heard-takes.ts';
import { createPlayer, type Player } from './player.ts';
import type { PlayerStart } from './player-state.ts';
import { afterPaint } from './use-frames.ts';

/** Null until the player is created. @param begin what differs from the usual start */
export function usePlayer(takes: readonly TakeView[], begin: Partial<PlayerStart> = {}): Player | null {
  const [player, setPlayer] = useState<Player | null>(null);
  const kept = useRef<KeptPlayer | null>(null);
  // What can be played meanwhile is played by the next one only.
  const ids = takes.map(({ id, playable }) => `${id} ${playable}`).join('\n');
  const latest = useRef(takes);
  latest.current = takes;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same takes in a new answer need no new player
  useEffect(() => {
    const played = latest.current;
    const start = kept.current === null ? firstStart(played, begin) : startOf(played, kept.current);
    const made = createPlayer(played, start);
    // The first one brings the whole room: in parts, so that it doesn't block the page.
    if (kept.current === null) startTransition(() => setPlayer(made));
    else setPlayer(made);
    return () => {
      kept.current = keptOf(made, played);
      made.dispose();
      setPlayer(null);
    };
  }, [ids]);

  useEffect(() => (player === null ? undefined : afterPaint(player.open)), [player]);

  return player;
}

/** The first result, or the original if there is none. */
function firstStart(takes: readonly TakeView[], begin: Partial<PlayerStart>): PlayerStart {
  const result = takes.findIndex((take) => take.kind === 'result' && take.playable);
  const usual = { frame: 0, loop: null, speed: 1, volume: 1, device: '', playing: false, matched: true };
  return { ...usual, take: Math.max(0, result), delivered: new Set(), ...begin };
}

interface KeptPlayer {
  /** Of what was heard: a take, a difference or a preview. */
  readonly heard: string;
  /** Of the result that was heard last. */
  readonly result: string;
  readonly delivered: readonly string[];
  readonly lags: readonly (readonly [take: string, frames: number])[];
  readonly preview: { readonly take: string; readonly mix: PreviewMix } | null;
  readonly start: Omit<PlayerStart, 'take' | 'delivered' | 'result' | 'lags' | 'preview'>;
}

/** @param takes of the player */
function keptOf(player: Player, takes: readonly TakeView[]): KeptPlayer {
  const { take, result, heard, delivered, ear, matched, loop, speed, volume, device, playing } =
    player.store.getState();
  const { lags, preview } = player.extras();
  const idOf = (index: number) => takes[index]?.id ?? '';
  return {
    heard: heard[take]?.id ?? '',
    result: idOf(result),
    delivered: [...delivered].map(idOf),
    lags: [...lags].map(([index, frames]) => [idOf(index), frames] as const),
    preview: preview === null ? null : { take: idOf(preview.result), mix: preview },
    start: { frame: player.frame(), ear, matched, loop, speed, volume, device, playing },
  };
}

/** What is gone leaves the original to be heard. @param takes of the next player */
function startOf(takes: readonly TakeView[], kept: KeptPlayer): PlayerStart {
  const indexOf = (id: string) => takes.findIndex((take) => take.id === id);
  const there = (id: string) => (indexOf(id) < 0 ? [] : [indexOf(id)]);
  const lags = new Map(kept.lags.flatMap(([id, frames]) => there(id).map((index) => [index, frames] as const)));
  const [previewed] = kept.preview === null ? [] : there(kept.preview.take);
  const preview = kept.preview === null || previewed === undefined ? null : { ...kept.preview.mix, result: previewed };
  const [result] = there(kept.result);
  const take = heardTakes(takes, { lags, preview }).findIndex(({ id }) => id === kept.heard);
  return {
    ...kept.start,
    lags,
    preview,
    take: Math.max(0, take),
    delivered: new Set(kept.delivered.flatMap(there)),
    ...(result === undefined ? {} : { result }),
  };
}
