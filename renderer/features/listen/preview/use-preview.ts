/** The preview of other settings: plays at once, is measured by the export's own code, and then plays as loud as its export, limited as that is. */

import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { TakeView } from '../../../../shared/contract/views.ts';
import type { SoundSettings } from '../../../../shared/domain/export-settings.ts';
import type { PreviewResult } from '../../../../shared/engine-api/export-messages.ts';
import { sentenceOf } from '../../../components/messages/refusal.ts';
import { useDesk } from '../../../state/desk-context.ts';
import type { LimitedSound } from '../playback/heard-takes.ts';
import type { Player } from '../playback/player.ts';
import { chooseTake } from '../transport/choose.ts';
import { limitedSound, type PlannedPreview, planPreview } from './preview-mix.ts';
import { type Limited, useLimited } from './use-limited.ts';

/** Measuring decodes both recordings: it waits until the slider rests. */
const REST_MS = 300;

interface Measured {
  readonly key: string;
  readonly answer: PreviewResult | null;
  readonly refusal: string | null;
}

export interface Preview {
  /** What is previewed. */
  readonly take: TakeView;
  readonly settings: SoundSettings;
  readonly planned: PlannedPreview;
  /** Null until it is measured. */
  readonly measured: PreviewResult | null;
  /** Why it can't be. */
  readonly refusal: string | null;
  /** Where the export limits peaks: what plays as it. */
  readonly limited: Limited;
  /** Whether it is what is heard. */
  readonly heard: boolean;
  change(changes: Partial<SoundSettings>): void;
  toggle(): void;
}

/** @param given settings of the recording's exports @returns null without a result */
export function usePreview(player: Player, takes: readonly TakeView[], given: SoundSettings): Preview | null {
  const { client } = useDesk();
  const result = useStore(player.store, (state) => state.result);
  const heard = useStore(player.store, ({ heard: all, take }) => all[take]?.kind === 'preview');
  const [settings, setSettings] = useState(given);
  const [used, setUsed] = useState(false);
  const [measured, setMeasured] = useState<Measured | null>(null);
  const take = takes[result];
  const takeId = take?.kind === 'result' ? take.id : null;
  const { strength } = settings;
  const key = `${takeId} ${strength}`;
  const known = measured?.key === key ? measured : null;
  const planned = planPreview(result, settings, known?.answer ?? null);
  const limits = used && planned.loweredBy > 0;
  const limited = useLimited(limits ? takeId : null, settings);
  const sound = limitedSound(limited.made, known?.answer?.channels ?? 2);
  const { loudness: givenLoudness, strength: givenStrength } = given;

  useEffect(() => setSettings({ loudness: givenLoudness, strength: givenStrength }), [givenLoudness, givenStrength]);

  useEffect(() => {
    if (!used || takeId === null) return;
    const stop = new AbortController();
    const keep = (answer: PreviewResult | null, refusal: string | null) =>
      !stop.signal.aborted && setMeasured({ key, answer, refusal });
    const resting = setTimeout(() => {
      client.listening
        .preview({ takeId, strength }, { signal: stop.signal })
        .then((answer) => keep(answer, null))
        .catch((thrown: unknown) => keep(null, sentenceOf(thrown)));
    }, REST_MS);
    return () => {
      clearTimeout(resting);
      stop.abort();
    };
  }, [client, key, strength, takeId, used]);

  const show = (plan: PlannedPreview, answer: PreviewResult | null, instead: LimitedSound | null): void => {
    if (answer !== null && answer.lag !== null) player.setLag(result, answer.lag, answer.sampleRate);
    player.setPreview({ ...plan.mix, limited: instead });
  };
  const latest = useRef(() => {});
  latest.current = () => show(planned, known?.answer ?? null, sound);
  const { gain, loudness } = planned.mix;
  const soundId = sound?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is heard changes the mix
  useEffect(() => {
    if (used && takeId !== null) latest.current();
  }, [used, takeId, strength, gain, loudness, soundId, player]);
  useEffect(() => () => player.setPreview(null), [player]);

  function hear(): void {
    const index = player.store.getState().heard.findIndex(({ kind }) => kind === 'preview');
    chooseTake(player, takes, index);
  }

  if (take === undefined || takeId === null) return null;
  return {
    ...{ take, settings, planned, heard, limited },
    measured: known?.answer ?? null,
    refusal: known?.refusal ?? null,
    change(changes) {
      const next = { ...settings, ...changes };
      setSettings(next);
      setUsed(true);
      const stays = next.strength === strength ? (known?.answer ?? null) : null;
      show(planPreview(result, next, stays), stays, null);
      if (!heard) hear();
    },
    toggle() {
      if (heard) {
        chooseTake(player, takes, result);
        return;
      }
      setUsed(true);
      show(planned, known?.answer ?? null, sound);
      hear();
    },
  };
}
