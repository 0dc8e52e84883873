/** What a player hands to the next one, which has other takes: indexes differ there, so takes are kept by id. Pure. */

import type { TakeView } from '../../../../shared/contract/views.ts';
import { heardTakes, type PreviewMix } from './heard-takes.ts';
import type { Player } from './player.ts';
import type { PlayerStart } from './player-state.ts';

export interface KeptPlayer {
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
export function keptOf(player: Player, takes: readonly TakeView[]): KeptPlayer {
  const { take, result, heard, delivered, matched, loop, speed, volume, device, playing } = player.store.getState();
  const { lags, preview } = player.extras();
  const idOf = (index: number) => takes[index]?.id ?? '';
  return {
    heard: heard[take]?.id ?? '',
    result: idOf(result),
    delivered: [...delivered].map(idOf),
    lags: [...lags].map(([index, frames]) => [idOf(index), frames] as const),
    preview: preview === null ? null : { take: idOf(preview.result), mix: preview },
    start: { frame: player.frame(), matched, loop, speed, volume, device, playing },
  };
}

/** What is gone leaves the original to be heard. @param takes of the next player */
export function startOf(takes: readonly TakeView[], kept: KeptPlayer): PlayerStart {
  const indexOf = (id: string) => takes.findIndex((take) => take.id === id);
  const there = (id: string) => (indexOf(id) < 0 ? [] : [indexOf(id)]);
  const lags = new Map(kept.lags.flatMap(([id, frames]) => there(id).map((index) => [index, frames] as const)));
  const [previewed] = kept.preview === null ? [] : there(kept.preview.take);
  const preview = kept.preview === null || previewed === undefined ? null : { ...kept.preview.mix, result: previewed };
  const [result] = there(kept.result);
  const take = heardTakes(takes, { lags, preview }).findIndex(({ id }) => id === kept.heard);
  return {
    ...kept.start,
    ...{ lags, preview, take: Math.max(0, take), delivered: new Set(kept.delivered.flatMap(there)) },
    ...(result === undefined ? {} : { result }),
  };
}
