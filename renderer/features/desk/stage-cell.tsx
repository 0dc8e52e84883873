/** The stage of a job: icon and word, or one thin bar a generation, or the sentence of what went wrong. */

import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import type { JobView, TransferView } from '../../../shared/contract/views.ts';
import { formatBytes } from '../../../shared/domain/units.ts';
import { countdown, splitSentence } from '../../app/figures.ts';
import { ModelPill } from '../../app/model-pill.tsx';
import { useNow } from '../../state/clock-store.ts';
import { useQueue } from '../../state/desk-context.ts';
import { Bar, GenerationBars } from './generation-bars.tsx';
import { isHeldBack, stateWords } from './job-words.ts';
import classes from './stage.module.css';
import { StateIcon } from './state-icon.tsx';
import { ASK } from './strings.ts';

export function StageCell({ job }: { job: JobView }) {
  const { state } = job;
  const pausedAll = useQueue(({ totals }) => totals.paused);
  if (pausedAll && isHeldBack(job)) {
    return (
      <span className={classes.stage}>
        <Words job={job} pausedAll />
      </span>
    );
  }
  switch (state.kind) {
    case 'failed':
      return <Sentence job={job} text={state.error.userMessage} />;
    case 'needs-you':
      return <Sentence job={job} text={`${ASK.question} ${ASK.explained}`} />;
    case 'waiting':
      return <Waiting job={job} until={state.until} text={state.reason.userMessage} />;
    case 'uploading':
      return <Transfer word="Uploading" transfer={job.transfer} />;
    case 'ready':
    case 'generating':
    case 'downloading':
      return <GenerationBars generations={job.generations} />;
    case 'done':
      return (
        <span className={classes.stage}>
          <Words job={job} />
          {job.generations
            .filter((generation) => generation.state === 'stored')
            .map((generation) => (
              <ModelPill key={generation.id} model={generation.model} />
            ))}
        </span>
      );
    default:
      return (
        <span className={classes.stage}>
          <Words job={job} />
        </span>
      );
  }
}

function Words({ job, pausedAll = false }: { job: JobView; pausedAll?: boolean }) {
  const { icon, word, tone } = stateWords(job, pausedAll);
  return (
    <>
      <StateIcon icon={icon} tone={tone} />
      <span className={classes.word} data-tone={tone}>
        {word}
      </span>
    </>
  );
}

/** Two lines: what happened, and what is safe and what to do. All of it on hover, and for screen readers. */
function Sentence({ job, text }: { job: JobView; text: string }) {
  const [first, rest] = splitSentence(text);
  return <TwoLines job={job} whole={text} first={first} rest={rest} />;
}

function Waiting({ job, until, text }: { job: JobView; until: number | null; text: string }) {
  const now = useNow();
  const [why, rest] = splitSentence(text);
  const first = (
    <>
      {until === null ? 'Waiting' : `Retrying in ${countdown(until, now)}`}
      <span className={classes.quiet}> · {why}</span>
    </>
  );
  return <TwoLines job={job} whole={text} first={first} rest={rest} />;
}

interface TwoLinesProps {
  readonly job: JobView;
  readonly whole: string;
  readonly first: ReactNode;
  readonly rest: string;
}

function TwoLines({ job, whole, first, rest }: TwoLinesProps) {
  const { icon, tone } = stateWords(job);
  return (
    <Tooltip label={whole} position="bottom-start">
      <span className={classes.sentence}>
        <StateIcon icon={icon} tone={tone} />
        <span className={classes.lines}>
          <span className={classes.first}>{first}</span>
          <span className={classes.rest}>{rest}</span>
        </span>
      </span>
    </Tooltip>
  );
}

function Transfer({ word, transfer }: { word: string; transfer: TransferView | null }) {
  const speed = transfer?.bytesPerSecond ? ` · ${formatBytes(transfer.bytesPerSecond)}/s` : '';
  const fraction = transfer?.totalBytes ? transfer.sentBytes / transfer.totalBytes : 0;
  return (
    <span className={classes.bars}>
      <Bar label={`${word}${speed}`} figure={`${Math.floor(fraction * 100)} %`} fraction={fraction} />
    </span>
  );
}
