/** The preview of other settings: plays at once, is measured by the export’s own code, and then plays as loud as its export, limited as that is. */

import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { LimitedPreviewEvent } from '../../../../shared/contract/listening/listening.ts';
import type { TakeView } from '../../../../shared/contract/views.ts';
import { levelTarget, planLevel } from '../../../../shared/domain/export/level.ts';
import type { ExportSettings, SoundSettings } from '../../../../shared/domain/export/settings.ts';
import type { PreviewResult } from '../../../../shared/engine-api/export-messages.ts';
import { sentenceOf } from '../../../components/messages/saving.tsx';
import { inStereo, type LimitedSound, type PreviewMix } from '../../../components/playback/heard-takes.ts';
import type { Player } from '../../../components/playback/player.ts';
import { useDesk } from '../../../state/desk-context.ts';
import { chooseTake } from '../transport/choose.ts';

export interface PlannedPreview {
  readonly mix: PreviewMix;
  /** dB by which the preview is quieter than its export, which limits peaks instead; 0 where it needn't. */
  readonly loweredBy: number;
}

/**
 * As the export plans it, except that nothing is limited: where the export's gain would be too much, the preview has less.
 * @param measured null while it isn't known: then there is no gain
 */
export function planPreview(
  result: number,
  settings: SoundSettings & Pick<ExportSettings, 'channels' | 'truePeak'>,
  measured: PreviewResult | null,
): PlannedPreview {
  const { channels, strength } = settings;
  const asked = { result, strength, ...(channels === 'mono' ? { isMono: true } : {}) };
  const before = measured?.before ?? null;
  if (measured === null || before === null) {
    return { mix: { ...asked, gain: 0, loudness: null, truePeak: null }, loweredBy: 0 };
  }
  const plan = planLevel(before, levelTarget(settings, measured.channels));
  const most = plan.ceiling === null || before.truePeak === null ? plan.gain : plan.ceiling - before.truePeak;
  const gain = Math.min(plan.gain, most);
  const loudness = before.loudness === null ? null : inStereo(before.loudness, measured.channels) + gain;
  const truePeak = before.truePeak === null ? null : before.truePeak + gain;
  return { mix: { ...asked, gain, loudness, truePeak }, loweredBy: plan.gain - gain };
}

/** Plays instead of the mix once it is there. @param channels of the export */
export function limitedSound(made: LimitedPreviewEvent['made'], channels: number): LimitedSound | null {
  if (made === null) return null;
  const { loudness, truePeak } = made.figures;
  return { id: made.id, loudness: loudness === null ? null : inStereo(loudness, channels), truePeak };
}

/** Measuring decodes both recordings: it waits until the slider rests. */
const MEASURE_REST_MS = 300;

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
  /** Where the export limits peaks or levels voices: what plays as it. */
  readonly limited: Limited;
  /** Whether the export levels voices. */
  readonly levels: boolean;
  /** Whether it is what is heard. */
  readonly heard: boolean;
  change(changes: Partial<SoundSettings>): void;
  toggle(): void;
}

/** @param given settings of the recording's exports @returns null without a result */
export function usePreview(player: Player, takes: readonly TakeView[], given: ExportSettings): Preview | null {
  const { client } = useDesk();
  const result = useStore(player.store, (state) => state.result);
  const heard = useStore(player.store, ({ heard: all, take }) => all[take]?.kind === 'preview');
  const [settings, setSettings] = useState<SoundSettings>(given);
  const [used, setUsed] = useState(false);
  const [measured, setMeasured] = useState<Measured | null>(null);
  const take = takes[result];
  const takeId = take?.kind === 'result' ? take.id : null;
  const { strength } = settings;
  const plan = (wanted: SoundSettings, answer: PreviewResult | null) =>
    planPreview(result, { ...wanted, channels: given.channels, truePeak: given.truePeak }, answer);
  const key = `${takeId} ${strength}`;
  const known = measured?.key === key ? measured : null;
  const planned = plan(settings, known?.answer ?? null);
  // What depends on all of the recording is heard as the export makes it, too.
  const levels = given.levelVoices === true;
  const limits = used && (planned.loweredBy > 0 || levels);
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
    }, MEASURE_REST_MS);
    return () => {
      clearTimeout(resting);
      stop.abort();
    };
  }, [client, key, strength, takeId, used]);

  const show = ({ mix }: PlannedPreview, answer: PreviewResult | null, instead: LimitedSound | null): void => {
    if (answer !== null && answer.lag !== null) player.setLag(result, answer.lag, answer.sampleRate);
    player.setPreview({ ...mix, limited: instead });
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
    take,
    settings,
    planned,
    heard,
    levels,
    limited,
    measured: known?.answer ?? null,
    refusal: known?.refusal ?? null,
    change(changes) {
      const next = { ...settings, ...changes };
      setSettings(next);
      setUsed(true);
      const stays = next.strength === strength ? (known?.answer ?? null) : null;
      show(plan(next, stays), stays, null);
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

/** Rendering takes both cores: it waits until the settings rest. */
const RENDER_REST_MS = 400;

export interface Limited {
  /** 0 to 1. */
  readonly fraction: number;
  /** Null until it can be played. */
  readonly made: LimitedPreviewEvent['made'];
  /** Why there is none. */
  readonly refusal: string | null;
}

const NONE: Limited = { fraction: 0, made: null, refusal: null };

/** @param takeId of the result; null where nothing has to be limited */
function useLimited(takeId: string | null, { loudness, strength }: SoundSettings): Limited {
  const { client } = useDesk();
  const key = `${takeId} ${strength} ${loudness}`;
  const [known, setKnown] = useState({ key, limited: NONE });

  useEffect(() => {
    if (takeId === null) return;
    const stop = new AbortController();
    const { signal } = stop;
    const tell = (limited: Limited) => !signal.aborted && setKnown({ key, limited });
    const render = async () => {
      const asked = { takeId, settings: { loudness, strength } };
      for await (const event of await client.listening.limitedPreview(asked, { signal })) {
        tell({ ...event, refusal: null });
      }
    };
    const resting = setTimeout(() => {
      render().catch((thrown: unknown) => tell({ ...NONE, refusal: sentenceOf(thrown) }));
    }, RENDER_REST_MS);
    return () => {
      clearTimeout(resting);
      stop.abort();
    };
  }, [client, key, loudness, strength, takeId]);

  return known.key === key ? known.limited : NONE;
}
