/** The comparison: opens the takes of a job, or lets the person choose one. */

import { Button, Loader } from '@mantine/core';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo } from 'react';
import type { JobView } from '../../../shared/contract/views.ts';
import { formatDuration } from '../../../shared/domain/units.ts';
import { hasResult } from '../../components/jobs/results.ts';
import { BeforeAfter, ModelPill } from '../../components/marks/marks.tsx';
import { useDesk, useQueue } from '../../state/desk-context.ts';
import { scrollToRow } from '../../state/view-store.ts';
import classes from './listen.module.css';
import { ListenSession } from './listen-session.tsx';
import { LISTEN } from './strings.ts';
import { useTakes } from './takes/use-takes.ts';

const MAX_LISTED = 8;

export function ListenPage({ jobId }: { jobId: string | null }) {
  return jobId === null ? <RecentJobs /> : <Comparison key={jobId} jobId={jobId} />;
}

function Comparison({ jobId }: { jobId: string }) {
  const { answer, refusal, again, add, remove } = useTakes(jobId);
  // Back on the desk, the row that was compared has the focus.
  useEffect(() => () => scrollToRow(jobId, true), [jobId]);
  if (answer !== null) return <ListenSession {...answer} again={again} add={add} remove={remove} />;
  if (refusal !== null) {
    return (
      <FullNote title={LISTEN.failed} text={refusal}>
        <Button onClick={again}>{LISTEN.tryAgain}</Button>
      </FullNote>
    );
  }
  return (
    <FullNote title={LISTEN.loading} text="">
      <Loader size="sm" type="bars" />
    </FullNote>
  );
}

/** A quiet note in the middle of the page. */
function FullNote({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className={classes.note}>
      <h1>{title}</h1>
      {text !== '' && <p>{text}</p>}
      {children}
    </div>
  );
}

function RecentJobs() {
  const desk = useDesk();
  const done = useQueue((state) => state.totals.done);
  // biome-ignore lint/correctness/useExhaustiveDependencies: jobs are mutated in place; the number of finished ones stands for them
  const recent = useMemo(() => newest(desk.queue.getState().jobs), [desk, done]);
  return (
    <div className={classes.recent}>
      <BeforeAfter />
      <h1>{LISTEN.emptyTitle}</h1>
      <p>{recent.length > 0 ? LISTEN.emptyText : LISTEN.emptyNothing}</p>
      {recent.length === 0 ? (
        <Button variant="filled" onClick={() => desk.goTo('desk')}>
          {LISTEN.toDesk}
        </Button>
      ) : (
        <ul aria-label={LISTEN.recent}>
          {recent.map((job) => (
            <li key={job.id}>
              <button type="button" onClick={() => desk.goTo('listen', job.id)}>
                <IconPlayerPlayFilled size={14} />
                <b className="cut">{job.name}</b>
                {job.generations
                  .filter((generation) => generation.state === 'stored')
                  .map((generation) => (
                    <ModelPill key={generation.id} model={generation.model} />
                  ))}
                <small>{job.durationSeconds === null ? '' : formatDuration(job.durationSeconds)}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function newest(jobs: ReadonlyMap<string, JobView>): readonly JobView[] {
  return [...jobs.values()]
    .filter(hasResult)
    .sort((one, other) => (other.finishedAt ?? 0) - (one.finishedAt ?? 0))
    .slice(0, MAX_LISTED);
}
