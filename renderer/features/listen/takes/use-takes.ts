/** The takes of a job, fetched again when a generation is finished, and which of them is heard. */

import { useCallback, useDeferredValue, useState } from 'react';
import { useStore } from 'zustand';
import type { OtherTake } from '../../../../shared/contract/listening/listening.ts';
import type { JobView, TakeView } from '../../../../shared/contract/views.ts';
import { exportSettingsOf } from '../../../../shared/domain/batch/batch-preset.ts';
import { levelTarget } from '../../../../shared/domain/export/level.ts';
import type { ExportSettings } from '../../../../shared/domain/export/settings.ts';
import { isOneSided } from '../../../../shared/domain/quality/channel-notes.ts';
import { sentenceOf } from '../../../components/messages/saving.tsx';
import type { HeardTake } from '../../../components/playback/heard-takes.ts';
import type { Player } from '../../../components/playback/player.ts';
import { useDesk, useJob, useSession } from '../../../state/desk-context.ts';
import { useFoundSources } from '../../../state/page-stores.ts';
import { useAsked } from '../../../state/use-asked.ts';

export interface TakesAnswer {
  readonly job: JobView;
  readonly takes: readonly TakeView[];
  /** Settings of the recording's exports. */
  readonly given: ExportSettings;
  /** Results of other jobs that can be added. */
  readonly others: readonly OtherTake[];
  /** Those that were. */
  readonly added: readonly string[];
}

export function useTakes(jobId: string): {
  readonly answer: TakesAnswer | null;
  readonly refusal: string | null;
  again(): void;
  /** Compares a result of another job as well, or no longer. */
  add(takeId: string): void;
  remove(takeId: string): void;
} {
  const { client } = useDesk();
  const live = useJob(jobId);
  const connected = useSession((state) => state.link.kind === 'connected');
  // What a new answer would say otherwise: results, outputs and their settings.
  const results = live?.generations.map(({ exportedPath, state }) => (state === 'stored' ? exportedPath : ''));
  const facts = JSON.stringify([results, live?.own]);
  const found = useFoundSources();
  const [added, setAdded] = useState<readonly string[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new facts and a found source change the answer
  const ask = useCallback(async (): Promise<TakesAnswer> => {
    const { job, others, startedWith, takes } = await client.listening.takes({ jobId, added: [...added] });
    return { job, takes, others, added, given: settledFor(takes, exportSettingsOf(startedWith?.settings ?? {})) };
  }, [client, jobId, facts, found, added]);
  const asked = useAsked(connected ? ask : null);
  // Drawing the takes can wait for what the person does meanwhile.
  const answer = useDeferredValue(asked.answer);

  const add = useCallback((takeId: string) => setAdded((now) => [...now, takeId]), []);
  const remove = useCallback((takeId: string) => setAdded((now) => now.filter((id) => id !== takeId)), []);
  return {
    answer: answer === null ? null : { ...answer, job: live ?? answer.job },
    refusal: asked.thrown === null ? null : sentenceOf(asked.thrown),
    again: asked.again,
    add,
    remove,
  };
}

/** The settings as they come out for this recording: one channel or not, and one loudness. */
function settledFor(takes: readonly TakeView[], settings: ExportSettings): ExportSettings {
  const { channels: wanted = 'source', monoLoudness: _, ...others } = settings;
  const isOne = takes.some(({ channels, kind }) => kind === 'result' && channels === 1);
  const isFolded = wanted === 'mono-if-silent' && isOneSided(takes[0]?.measures?.channelNotes ?? []);
  const isMono = wanted === 'mono' || isFolded;
  const target = levelTarget(settings, isOne || isMono ? 1 : 2);
  return { ...others, loudness: target?.loudness ?? null, ...(isMono ? { channels: 'mono' } : {}) };
}

/** Index of the card that what is heard belongs to. */
function cardOf(heard: readonly HeardTake[], take: number): number {
  return heard[take]?.of ?? take;
}

export function useActiveCard({ store }: Player): number {
  return useStore(store, ({ heard, take }) => cardOf(heard, take));
}

/** The take that is heard, or whose difference is. */
export function useHeardTake(player: Player, takes: readonly TakeView[]): TakeView | undefined {
  const active = useActiveCard(player);
  const result = useStore(player.store, (state) => state.result);
  return takes[active] ?? takes[result];
}

/** The same at this moment. */
export function heardNow({ store }: Player, takes: readonly TakeView[]): TakeView | undefined {
  const { heard, result, take } = store.getState();
  return takes[cardOf(heard, take)] ?? takes[result];
}
