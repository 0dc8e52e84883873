/** Takes and history entries of the fake desk's jobs. */

import type { HistoryEntry } from '../../../shared/contract/history.ts';
import type { JobView } from '../../../shared/contract/views.ts';
import { MODELS } from '../../../shared/domain/models.ts';

const TAKE_RATE = 48_000;

export function takesOf(job: JobView) {
  const frames = Math.round((job.durationSeconds ?? 0) * TAKE_RATE);
  const common = { frames, sampleRate: TAKE_RATE, channels: 2, playable: true };
  const results = job.generations.filter((generation) => generation.state === 'stored');
  return [
    {
      ...common,
      id: `original:${job.id}`,
      kind: 'original' as const,
      label: 'Original',
      model: null,
      fileName: job.name,
    },
    ...results.map((generation) => ({
      ...common,
      id: `result:${generation.id}`,
      kind: 'result' as const,
      label: MODELS[generation.model].label,
      model: generation.model,
      fileName: `${job.name} (${generation.model}).wav`,
    })),
  ];
}

export function historyOf(job: JobView): HistoryEntry {
  return {
    jobId: job.id,
    name: job.name,
    sourcePath: `/home/me/Podcast/${job.folder === '' ? '' : `${job.folder}/`}${job.name}`,
    connection: job.connection,
    projectId: `project-${job.id}`,
    state: job.state.kind,
    durationSeconds: job.durationSeconds,
    addedAt: job.addedAt,
    finishedAt: job.finishedAt,
    generations: job.generations.map((generation) => ({
      model: generation.model,
      generationId: generation.id,
      state: generation.state,
      billableSeconds: generation.billableSeconds,
      amount: generation.charged ? generation.amount : null,
      charged: generation.charged,
      reused: generation.reused,
      exportedPath: generation.exportedPath,
    })),
    error: job.state.kind === 'failed' ? job.state.error.userMessage : null,
  };
}
