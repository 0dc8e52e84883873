/** Recordings that come twice in what waits for Start, with what to do about them. */

import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import type { JobView } from '../../../../shared/contract/views.ts';
import { shownName } from '../../../components/text/format.ts';
import { useDesk, useQueue, useSession } from '../../../state/desk-context.ts';
import { scrollToRow, viewStore } from '../../../state/view-store.ts';
import { useRowActions } from '../actions/use-row-actions.ts';
import { TWINS } from '../strings.ts';
import type { StatusMessage } from './message.ts';

export function useTwinsMessage(): StatusMessage[] {
  const twins = useSession((state) => state.twins);
  // As one text: a list would be a new one at every event.
  const ids = useQueue(({ jobs }) => [...twins.keys()].filter((id) => isWaiting(jobs.get(id))).join(' '));
  const jobIds = ids === '' ? [] : ids.split(' ');
  const first = useQueue(({ jobs }) => jobs.get(jobIds[0] ?? ''));
  if (first === undefined) return [];
  const of = twins.get(first.id)?.name ?? '';
  return [
    {
      ...{ id: 'twins', label: TWINS.label, rank: 'news', at: first.addedAt, tone: 'plain', icon: IconCopy },
      title: TWINS.count(jobIds.length),
      text: TWINS.note(jobIds.length, shownName(first.name), shownName(of)),
      actions: <TwinActions jobIds={jobIds} />,
    },
  ];
}

function isWaiting(job: JobView | undefined): boolean {
  return job !== undefined && !job.started;
}

function TwinActions({ jobIds }: { readonly jobIds: readonly string[] }) {
  const desk = useDesk();
  const actions = useRowActions();

  /** Each beside what it is the same as: both are selected. */
  function show(): void {
    const { twins } = desk.session.getState();
    const { order } = desk.queue.getState();
    const both = new Set(jobIds.flatMap((id) => [id, twins.get(id)?.jobId ?? id]));
    const [current = null] = order.filter((id) => both.has(id));
    viewStore.setState({ filter: 'all', search: '', foldedBefore: null, selected: both, anchor: current, current });
    if (current !== null) scrollToRow(current, true);
  }

  return (
    <>
      <Button size="compact-sm" onClick={show}>
        {TWINS.show(jobIds.length)}
      </Button>
      <Button size="compact-sm" onClick={() => actions.run('remove', jobIds)}>
        {TWINS.remove(jobIds.length)}
      </Button>
    </>
  );
}
