/** Asks whether an unconfirmed generation was started: what is known, and what each answer costs. */

import { Button, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useEffect } from 'react';
import type { GenerationView, JobView } from '../../../../shared/contract/views.ts';
import { modelOf } from '../../../../shared/domain/models.ts';
import { formatUsd } from '../../../../shared/domain/money.ts';
import { showRefusal } from '../../../components/messages/saving.tsx';
import { KnownRepeats } from '../../../components/repeats/repeat-list.tsx';
import { formatMoment, shownName } from '../../../components/text/format.ts';
import type { PageDesk } from '../../../state/desk.ts';
import { useJob, useSession } from '../../../state/desk-context.ts';
import { connectionOf } from '../../../state/session-store.ts';
import { backToRow } from '../../../state/view-store.ts';
import { ASK } from '../strings.ts';
import classes from './job-details.module.css';
import { DetailFact } from './job-details.tsx';

export function askWasItStarted(desk: PageDesk, job: JobView): void {
  const id = modals.open({
    title: ASK.question,
    size: 520,
    onClose: backToRow,
    children: <WasItStarted desk={desk} jobId={job.id} onDone={() => modals.close(id)} />,
  });
}

/** The generation that the question is about. */
export function uncertainGeneration(job: JobView): GenerationView | undefined {
  return job.generations.find((generation) => generation.state === 'needs-you');
}

interface WasItStartedProps {
  readonly desk: PageDesk;
  readonly jobId: string;
  readonly onDone: () => void;
}

function WasItStarted({ desk, jobId, onDone }: WasItStartedProps) {
  const job = useJob(jobId);
  const free = useSession((session) => job !== undefined && connectionOf(session, job)?.kind === 'built-in');
  const open = job?.state.kind === 'needs-you';
  // Close if the question was answered elsewhere or the job is gone.
  useEffect(() => {
    if (!open) onDone();
  }, [open, onDone]);
  const generation = job === undefined ? undefined : uncertainGeneration(job);
  if (job === undefined || generation === undefined) return null;
  const usd = free || generation.amount === null ? null : formatUsd(generation.amount);

  function answer(what: 'check-again' | 'start-again'): void {
    onDone();
    desk.client.queue.answer({ jobId, answer: what }).catch(showRefusal);
  }

  return (
    <Stack gap={12}>
      <Text size="sm">{ASK.explained}</Text>
      <dl className={classes.facts}>
        <DetailFact name={ASK.facts.recording} value={shownName(job.name)} />
        <DetailFact name={ASK.facts.model} value={ASK.model(modelOf(generation.model).label, job.connection)} />
        {generation.uncertainSince !== null && (
          <DetailFact name={ASK.facts.sent} value={formatMoment(generation.uncertainSince, Date.now())} />
        )}
        <DetailFact name={ASK.facts.atRisk} value={free ? ASK.free : usd === null ? ASK.unknown : ASK.amount(usd)} />
        <DetailFact name={ASK.facts.checked} value={ASK.checked} />
      </dl>
      <KnownRepeats request={{ action: 'start-again', jobIds: [jobId] }} />
      <div className={classes.answers}>
        <div>
          <Button fullWidth h={38} variant="filled" data-autofocus onClick={() => answer('check-again')}>
            {ASK.check}
          </Button>
          <p>{ASK.checkNote}</p>
        </div>
        <div>
          <Button fullWidth h={38} onClick={() => answer('start-again')}>
            {ASK.startAgain(usd)}
          </Button>
          <p>{free ? ASK.againNoteFree : ASK.againNote}</p>
        </div>
      </div>
    </Stack>
  );
}
