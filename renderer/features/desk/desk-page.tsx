/** The desk: add recordings, choose models, start, and watch progress. */

import { Button, Group } from '@mantine/core';
import { IconEarScan } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { modelOf } from '../../../shared/domain/models.ts';
import { showRefusal } from '../../components/messages/saving.tsx';
import { useSendable } from '../../components/sending/service-choice.tsx';
import { useDesk, useQueue } from '../../state/desk-context.ts';
import { couldBeBetter } from '../../state/job-group.ts';
import type { QueueState } from '../../state/queue-store.ts';
import { viewStore } from '../../state/view-store.ts';
import { SendButton } from './actions/send-items.tsx';
import { BETTER_MODEL, TryModelButton, useTryable } from './actions/try-model.tsx';
import { BatchBar } from './batch-bar/batch-bar.tsx';
import classes from './desk-page.module.css';
import { EmptyDesk } from './empty/empty-desk.tsx';
import { ConnectionBanners } from './notices/connection-banners.tsx';
import { Notices, WatchLine } from './notices/notices.tsx';
import { LastRun } from './notices/run-summary.tsx';
import { QueueTable } from './queue-table/queue-table.tsx';
import { ReviewPanel } from './review/review-panel.tsx';
import { DESK_TITLE, MARKED } from './strings.ts';

export function DeskPage() {
  const loaded = useQueue((state) => state.loaded);
  const empty = useQueue((state) => state.order.length === 0);
  useEffect(() => {
    if (empty) viewStore.setState({ selected: new Set(), anchor: null, current: null });
  }, [empty]);
  if (!loaded) return null;
  if (empty) {
    return (
      <>
        <Notices />
        <WatchLine />
        <EmptyDesk />
      </>
    );
  }
  return (
    <>
      <h1 className="visually-hidden">{DESK_TITLE}</h1>
      <Notices />
      <ConnectionBanners />
      <BatchBar />
      <LastRun />
      <WatchLine />
      <ReviewPanel />
      <MarkedBar />
      <QueueTable />
    </>
  );
}

/** Nothing while every result is good. */
function MarkedBar() {
  const shown = useStore(viewStore, (view) => view.filter === 'could-be-better');
  // As one text: a list would be a new one at every event.
  const ids = useQueue(markedIds);
  if (ids === '') return null;
  return <Marked jobIds={ids.split(' ')} shown={shown} />;
}

function Marked({ jobIds, shown }: { readonly jobIds: readonly string[]; readonly shown: boolean }) {
  const { client } = useDesk();
  const tryable = useTryable(jobIds);
  const note = MARKED.note(tryable.length === 0 ? null : modelOf(BETTER_MODEL).label, useSendable(jobIds));
  return (
    <section className={classes.marked} aria-label={MARKED.title}>
      <IconEarScan className={classes.markedIcon} size={17} stroke={1.8} aria-hidden="true" />
      <h2>{MARKED.count(jobIds.length)}</h2>
      <span className={`${classes.markedNote} cut`} title={note}>
        {note}
      </span>
      <Group component="span" gap={8} align="stretch" justify="flex-end">
        {!shown && (
          <Button size="compact-sm" onClick={() => viewStore.setState({ filter: 'could-be-better' })}>
            {MARKED.show}
          </Button>
        )}
        <Button size="compact-sm" onClick={() => client.queue.keep({ jobIds: [...jobIds] }).catch(showRefusal)}>
          {MARKED.keep(jobIds.length)}
        </Button>
        <SendButton jobIds={jobIds} label={MARKED.send} />
        <TryModelButton jobIds={jobIds} />
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
