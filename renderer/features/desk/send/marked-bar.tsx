/** Says how many finished recordings could be better, and sends them all to another service, or keeps their results. */

import { Button, Group } from '@mantine/core';
import { IconEarScan } from '@tabler/icons-react';
import { useStore } from 'zustand';
import { showRefusal } from '../../../components/messages/refusal.ts';
import { useDesk, useQueue } from '../../../state/desk-context.ts';
import { couldBeBetter } from '../../../state/job-group.ts';
import type { QueueState } from '../../../state/queue-store.ts';
import { viewStore } from '../../../state/view-store.ts';
import { MARKED } from '../strings.ts';
import classes from './send.module.css';
import { SendButton } from './send-items.tsx';

/** Nothing while every result is good. */
export function MarkedBar() {
  const { client } = useDesk();
  const shown = useStore(viewStore, (view) => view.filter === 'could-be-better');
  // As one text: a list would be a new one at every event.
  const ids = useQueue(markedIds);
  if (ids === '') return null;
  const jobIds = ids.split(' ');
  return (
    <section className={classes.marked} aria-label={MARKED.title}>
      <IconEarScan className={classes.markedIcon} size={17} stroke={1.8} aria-hidden="true" />
      <h2>{MARKED.count(jobIds.length)}</h2>
      <span className={`${classes.markedNote} cut`} title={MARKED.note}>
        {MARKED.note}
      </span>
      <Group component="span" gap={8} align="stretch" justify="flex-end">
        {!shown && (
          <Button size="compact-sm" onClick={() => viewStore.setState({ filter: 'could-be-better' })}>
            {MARKED.show}
          </Button>
        )}
        <Button size="compact-sm" onClick={() => client.queue.keep({ jobIds }).catch(showRefusal)}>
          {MARKED.keep(jobIds.length)}
        </Button>
        <SendButton jobIds={jobIds} label={MARKED.send(jobIds.length)} />
      </Group>
    </section>
  );
}

function markedIds({ counts, jobs, order }: QueueState): string {
  if (counts['could-be-better'] === 0) return '';
  const isMarked = (id: string) => {
    const job = jobs.get(id);
    return job !== undefined && couldBeBetter(job);
  };
  return order.filter(isMarked).join(' ');
}
