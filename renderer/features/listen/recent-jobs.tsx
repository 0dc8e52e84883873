/** Listen without a recording: lists the finished ones, newest first. */

import { Button } from '@mantine/core';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { JobView } from '../../../shared/contract/views.ts';
import { formatDuration } from '../../../shared/domain/units.ts';
import { hasResult } from '../../components/jobs/results.ts';
import { BeforeAfter } from '../../components/marks/brand.tsx';
import { ModelPill } from '../../components/marks/marks.tsx';
import { useDesk, useQueue } from '../../state/desk-context.ts';
import classes from './choice.module.css';
import { LISTEN } from './strings.ts';

const MAX_LISTED = 8;

export function RecentJobs() {
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
                <b>{job.name}</b>
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
