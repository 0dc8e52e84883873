/** Everything about one job in a window of its own: for the long sentence, the paths and the figures. */

import { Badge, Code, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { JobView } from '../../../shared/contract/views.ts';
import { MODELS } from '../../../shared/domain/models.ts';
import { formatUsd } from '../../../shared/domain/money.ts';
import { formatBytes, formatDuration } from '../../../shared/domain/units.ts';
import { formatMoment } from '../../app/figures.ts';
import classes from './job-details.module.css';
import { generationWords, stateWords } from './job-words.ts';
import { ASK, DETAILS } from './strings.ts';

export function showDetails(job: JobView | undefined): void {
  if (job === undefined) return;
  modals.open({ title: job.name, size: 560, children: <JobDetails job={job} /> });
}

function JobDetails({ job }: { job: JobView }) {
  const now = Date.now();
  const message =
    job.state.kind === 'failed'
      ? job.state.error.userMessage
      : job.state.kind === 'waiting'
        ? job.state.reason.userMessage
        : job.state.kind === 'needs-you'
          ? ASK.explained
          : null;
  const error = job.state.kind === 'failed' ? job.state.error : null;
  return (
    <div className={classes.details}>
      <Text fw={600}>{stateWords(job).word}</Text>
      {message !== null && <Text size="sm">{message}</Text>}
      <dl className={classes.facts}>
        <Fact name={DETAILS.length} value={job.durationSeconds === null ? '—' : formatDuration(job.durationSeconds)} />
        <Fact name={DETAILS.size} value={formatBytes(job.bytes)} />
        <Fact name={DETAILS.connection} value={job.connection} />
        <Fact name={DETAILS.added} value={formatMoment(job.addedAt, now)} />
        {job.finishedAt !== null && <Fact name={DETAILS.finished} value={formatMoment(job.finishedAt, now)} />}
      </dl>
      {job.generations.map((generation) => (
        <section key={generation.id} className={classes.generation}>
          <header>
            <b>{MODELS[generation.model].label}</b>
            <Badge variant="light" color={generation.state === 'failed' ? 'red' : 'accent'} tt="none" fw={550}>
              {generationWords(generation).word}
            </Badge>
            <span className={classes.amount}>
              {generation.charged && `${DETAILS.billed} `}
              {generation.amount !== null && `${formatUsd(generation.amount)} USD`}
            </span>
          </header>
          {generation.error !== null && <Text size="sm">{generation.error.userMessage}</Text>}
          {generation.exportedPath !== null && (
            <Text size="xs" c="dimmed">
              {DETAILS.savedTo} <span className={classes.path}>{generation.exportedPath}</span>
            </Text>
          )}
        </section>
      ))}
      {error !== null && (
        <Text size="xs" c="dimmed">
          {DETAILS.code}: <Code>{error.detail === undefined ? error.code : `${error.code}: ${error.detail}`}</Code>
        </Text>
      )}
    </div>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
