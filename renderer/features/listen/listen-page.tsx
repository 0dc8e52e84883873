/** The comparison: opens the takes of a job, or lets the person choose one. */

import { Button, Loader } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { scrollToRow } from '../../state/view-store.ts';
import classes from './choice.module.css';
import { ListenSession } from './listen-session.tsx';
import { RecentJobs } from './recent-jobs.tsx';
import { LISTEN } from './strings.ts';
import { useTakes } from './takes/use-takes.ts';

export function ListenPage({ jobId }: { jobId: string | null }) {
  return jobId === null ? <RecentJobs /> : <Comparison key={jobId} jobId={jobId} />;
}

function Comparison({ jobId }: { jobId: string }) {
  const { answer, refusal, again, add, remove } = useTakes(jobId);
  // Back on the desk, the row that was compared has the focus.
  useEffect(() => () => scrollToRow(jobId, true), [jobId]);
  if (answer !== null) return <ListenSession {...answer} {...{ again, add, remove }} />;
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
