/** Results of a job: whether it has one, which models can still be added, and adding one. */

import { notifications } from '@mantine/notifications';
import type { JobView } from '../../../shared/contract/views.ts';
import { MODEL_IDS, type ModelId, modelOf } from '../../../shared/domain/models.ts';
import type { PageDesk } from '../../state/desk.ts';
import { showRefusal } from '../messages/saving.tsx';
import { askBeforePaying } from '../repeats/ask-before-paying.tsx';
import { RESULTS } from './strings.ts';

export function hasResult(job: JobView): boolean {
  return job.generations.some((generation) => generation.state === 'stored');
}

/** Models that can still be added to a finished job. */
export function addableModels(job: JobView): readonly ModelId[] {
  if (job.state.kind !== 'done' && !(job.state.kind === 'failed' && hasResult(job))) return [];
  const taken = new Set(job.generations.map((generation) => generation.model));
  return MODEL_IDS.filter((model) => !taken.has(model));
}

export function askToAddModel(desk: PageDesk, jobIds: readonly string[], model: ModelId): void {
  askBeforePaying(desk, { action: 'add-model', jobIds: [...jobIds], models: [model] }, async () => {
    for (const jobId of jobIds) await desk.client.queue.addModel({ jobId, model });
    notifications.show({ message: RESULTS.modelAdded(modelOf(model).label, jobIds.length) });
  }).catch(showRefusal);
}
