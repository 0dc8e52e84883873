/** The details of a job in a dialog: the full message, paths and figures. */

import { Badge, Button, Code, CopyButton, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useCallback } from 'react';
import type { JobView } from '../../../../shared/contract/views.ts';
import { leftOutSentence, levelSentence } from '../../../../shared/domain/export/left-out-words.ts';
import { modelOf } from '../../../../shared/domain/models.ts';
import { formatUsd } from '../../../../shared/domain/money.ts';
import { remarkSentence } from '../../../../shared/domain/quality/remarks.ts';
import { channelNoteDetail, channelNoteTitle } from '../../../../shared/domain/quality/strings.ts';
import { formatBytes, formatDuration } from '../../../../shared/domain/units.ts';
import { generationWords, stateWords } from '../../../components/jobs/job-words.ts';
import { QuietText } from '../../../components/layout/layout.tsx';
import { figureWords } from '../../../components/presets/sound-words.ts';
import { formatMoment, shownName } from '../../../components/text/format.ts';
import { useDesk } from '../../../state/desk-context.ts';
import { useAsked } from '../../../state/use-asked.ts';
import { backToRow } from '../../../state/view-store.ts';
import { ASK, DETAILS, FACTS } from '../strings.ts';
import classes from './job-details.module.css';

/**
 * @param paused whether only Pause all keeps it from continuing
 * @param note shown above the results if the dialog was opened for a reason
 */
export function showDetails(job: JobView, paused: boolean, note?: string): void {
  modals.open({
    title: shownName(job.name),
    size: 560,
    onClose: backToRow,
    children: <JobDetails job={job} paused={paused} note={note} />,
  });
}

interface JobDetailsProps {
  readonly job: JobView;
  readonly paused: boolean;
  readonly note: string | undefined;
}

function JobDetails({ job, paused, note }: JobDetailsProps) {
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
    <Stack gap={12}>
      <Text fw={600}>{stateWords(job, paused).word}</Text>
      {message !== null && <Text size="sm">{message}</Text>}
      <dl className={classes.facts}>
        <DetailFact
          name={DETAILS.length}
          value={job.durationSeconds === null ? '—' : formatDuration(job.durationSeconds)}
        />
        <DetailFact name={DETAILS.format} value={formatOf(job)} />
        <DetailFact name={DETAILS.size} value={formatBytes(job.bytes)} />
        <DetailFact name={DETAILS.connection} value={job.connection} />
        <DetailFact name={DETAILS.added} value={formatMoment(job.addedAt, now)} />
        {job.finishedAt !== null && <DetailFact name={DETAILS.finished} value={formatMoment(job.finishedAt, now)} />}
      </dl>
      <Source jobId={job.id} />
      {job.remarks.map((remark) => (
        <Text key={remark.kind} size="sm">
          {remarkSentence(remark)}
        </Text>
      ))}
      {job.channelNotes.map((one) => (
        <Text key={one.kind} size="sm">
          {`${channelNoteTitle(one)}. ${channelNoteDetail(one)}`}
        </Text>
      ))}
      {note !== undefined && job.generations.some(({ exportedPath }) => exportedPath !== null) && (
        <Text size="sm">{note}</Text>
      )}
      {job.generations.map((generation) => (
        <section key={generation.id} className={classes.generation}>
          <header>
            <b>{modelOf(generation.model).label}</b>
            <Badge variant="light" color={generation.state === 'failed' ? 'red' : 'accent'} tt="none" fw={550}>
              {generationWords(generation).word}
            </Badge>
            <QuietText span ml="auto">
              {generation.charged && `${DETAILS.billed} `}
              {generation.reused
                ? DETAILS.reused
                : generation.amount !== null && DETAILS.amount(formatUsd(generation.amount))}
            </QuietText>
          </header>
          {generation.error !== null && <Text size="sm">{generation.error.userMessage}</Text>}
          {generation.exportFigures !== null && levelSentence(generation.exportFigures) !== null && (
            <Text size="sm">{levelSentence(generation.exportFigures)}</Text>
          )}
          {generation.exportFigures !== null && (
            <Text size="xs" c="dimmed">
              {DETAILS.sound(figureWords(generation.exportFigures))}
            </Text>
          )}
          {generation.leftOut !== null && <Text size="sm">{leftOutSentence(generation.leftOut)}</Text>}
          {generation.otherType !== null && <Text size="sm">{generation.otherType}</Text>}
          {generation.state === 'stored' && <Place path={generation.exportedPath} />}
          {generation.also !== null && (
            <>
              <Place path={generation.also.path} />
              {generation.also.leftOut !== null && <Text size="sm">{leftOutSentence(generation.also.leftOut)}</Text>}
            </>
          )}
        </section>
      ))}
      {error !== null && (
        <Text size="xs" c="dimmed">
          {DETAILS.code} <Code>{error.detail === undefined ? error.code : `${error.code}: ${error.detail}`}</Code>
        </Text>
      )}
    </Stack>
  );
}

/** `stereo · 48 kHz` */
function formatOf({ channels, sampleRate }: JobView): string {
  const known = [
    ...(channels === null ? [] : [FACTS.channels(channels)]),
    ...(sampleRate === null ? [] : [FACTS.rate(sampleRate)]),
  ];
  return known.length === 0 ? '—' : known.join(' · ');
}

/** Where the recording itself is. */
function Source({ jobId }: { jobId: string }) {
  const { client } = useDesk();
  const ask = useCallback(() => client.history.details({ jobId }), [client, jobId]);
  const { answer } = useAsked(ask);
  const path = answer?.files.find(({ kind }) => kind === 'source')?.path;
  return path !== undefined && <Place path={path} words={DETAILS.recording} />;
}

/** Where a file is. @param props.path null where a result is in the library alone */
function Place({ path, words = DETAILS.savedTo }: { path: string | null; words?: string }) {
  if (path === null) {
    return (
      <Text size="xs" c="dimmed">
        {DETAILS.inLibrary}
      </Text>
    );
  }
  return (
    <div className={classes.place}>
      <Text size="xs" c="dimmed">
        {words} <span className={classes.path}>{path}</span>
      </Text>
      <CopyButton value={path}>
        {({ copied, copy }) => (
          <Button size="compact-sm" fz={12} onClick={copy}>
            {copied ? DETAILS.copied : DETAILS.copy}
          </Button>
        )}
      </CopyButton>
    </div>
  );
}

/** One line of a list of facts. */
export function DetailFact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
