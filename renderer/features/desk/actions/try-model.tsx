/** What may improve results that measure poorly, at no charge: the better model of their own service, before another service is proposed. */

import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { JobView } from '../../../../shared/contract/views.ts';
import { modelOf, priceOf, type ServiceModelId } from '../../../../shared/domain/models.ts';
import { addableModels } from '../../../components/jobs/results.ts';
import { showRefusal } from '../../../components/messages/saving.tsx';
import type { PageDesk } from '../../../state/desk.ts';
import { useDesk, useQueue, useSession } from '../../../state/desk-context.ts';
import { connectionOf, type SessionState } from '../../../state/session-store.ts';
import { MARKED } from '../strings.ts';

/** The model that is proposed: the later one of two. */
export const BETTER_MODEL: ServiceModelId = 'service-3.5';

/** Those of the recordings that can get the better model, and for nothing. */
export function useTryable(jobIds: readonly string[]): readonly string[] {
  const session = useSession((state) => state);
  // As one text: a list would be a new one at every event.
  const ids = useQueue(({ jobs }) =>
    jobIds
      .filter((id) => {
        const job = jobs.get(id);
        return job !== undefined && canTry(session, job);
      })
      .join(' '),
  );
  return ids === '' ? [] : ids.split(' ');
}

/** Nothing where nothing can be tried for free. */
export function TryModelButton({ jobIds }: { readonly jobIds: readonly string[] }) {
  const desk = useDesk();
  const tryable = useTryable(jobIds);
  if (tryable.length === 0) return null;
  return (
    <Button size="compact-sm" variant="filled" onClick={() => addModels(desk, tryable).catch(showRefusal)}>
      {MARKED.tryModel(modelOf(BETTER_MODEL).label, tryable.length)}
    </Button>
  );
}

function canTry(session: SessionState, job: JobView): boolean {
  const prices = connectionOf(session, job)?.prices;
  return addableModels(job).includes(BETTER_MODEL) && priceOf(prices, BETTER_MODEL) === 0;
}

async function addModels({ client }: PageDesk, jobIds: readonly string[]): Promise<void> {
  for (const jobId of jobIds) await client.queue.addModel({ jobId, model: BETTER_MODEL });
  notifications.show({ role: 'status', message: MARKED.tried(modelOf(BETTER_MODEL).label, jobIds.length) });
}
