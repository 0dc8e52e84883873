/** The stage of a job: icon and word, and beside them a progress bar per generation or a sentence. */

import { IconEarScan } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { JobView, TransferView } from '../../../../../shared/contract/views.ts';
import { type ErrorRecord, messageOf, textOf } from '../../../../../shared/domain/errors.ts';
import { STATE_LABELS } from '../../../../../shared/domain/history/strings.ts';
import type { Finding } from '../../../../../shared/domain/integrity/findings.ts';
import { findingDetail, findingTitle } from '../../../../../shared/domain/integrity/strings.ts';
import { formatUsd } from '../../../../../shared/domain/money.ts';
import { COULD_BE_BETTER, weaknessDetail, weaknessTitle } from '../../../../../shared/domain/quality/strings.ts';
import { formatBytes } from '../../../../../shared/domain/units.ts';
import { Bar, GenerationBars, ProgressBars, StateIcon } from '../../../../components/jobs/job-marks.tsx';
import { isReused, stateWords } from '../../../../components/jobs/job-words.ts';
import { BLOCKED, TRANSFER, WAITING } from '../../../../components/jobs/strings.ts';
import { QuietText } from '../../../../components/layout/layout.tsx';
import { TEXT } from '../../../../components/strings.ts';
import { formatMoment, shortSpan, timeUntil } from '../../../../components/text/format.ts';
import { useSession } from '../../../../state/desk-context.ts';
import { couldBeBetter, isBlocked, waitsForKey, waitsForMoney } from '../../../../state/job-group.ts';
import { useNow } from '../../../../state/page-stores.ts';
import { connectionOf, keyProblem } from '../../../../state/session-store.ts';
import { uncertainGeneration } from '../../details/was-it-started.tsx';
import { ASK, STAGE } from '../../strings.ts';
import { doneWords, wholeWords } from './done-words.ts';
import classes from './status.module.css';

/** @param props.paused whether only Pause all keeps it from continuing */
export function StatusCell({ job, paused }: { job: JobView; paused: boolean }) {
  const { state } = job;
  if (paused) return <Paused job={job} />;
  switch (state.kind) {
    case 'failed':
      return <Sentence job={job} error={state.error} />;
    case 'needs-you':
      return <Question job={job} />;
    case 'in-review':
      return <InReview job={job} findings={state.held.flatMap((held) => held.findings)} />;
    case 'waiting':
      if (waitsForMoney(job)) return <Money job={job} reason={state.reason} />;
      return isBlocked(job) ? (
        <Blocked job={job} reason={state.reason} />
      ) : (
        <Waiting job={job} until={state.until ?? 0} reason={state.reason} />
      );
    case 'paused':
      return <Paused job={job} />;
    case 'uploading':
      return (
        <Work job={job}>
          <Transfer transfer={job.transfer} />
        </Work>
      );
    case 'ready':
    case 'generating':
    case 'downloading':
      return (
        <Work job={job}>
          <GenerationBars generations={job.generations} />
        </Work>
      );
    case 'exporting':
      return (
        <Work job={job}>
          <Saving progress={job.exportProgress} />
        </Work>
      );
    case 'done':
      return <Done job={job} />;
    default:
      return <Stage job={job} />;
  }
}

interface StageProps {
  readonly job: JobView;
  readonly paused?: boolean;
  readonly children?: ReactNode;
}

function Stage({ job, paused = false, children }: StageProps) {
  const { icon, word, tone } = stateWords(job, paused);
  return (
    <span className={classes.stage}>
      <StateIcon icon={icon} tone={tone} />
      <span className={classes.word} data-tone={tone}>
        {word}
      </span>
      {children}
    </span>
  );
}

/** What is worked on: the step and the time left above thin bars, one for each model. */
function Work({ job, paused = false, children }: StageProps) {
  const { word } = stateWords(job, paused);
  const left = paused || job.secondsLeft === null ? '' : shortSpan(job.secondsLeft);
  return (
    <span className={classes.work}>
      <span className={classes.step}>
        <span className="cut">{word}</span>
        {left !== '' && (
          <span className={classes.left} title={`${left} ${STAGE.left}`}>
            {left}
            <span className="visually-hidden"> {STAGE.left}</span>
          </span>
        )}
      </span>
      {children}
    </span>
  );
}

/** With the bars of what had begun. */
function Paused({ job }: { job: JobView }) {
  const begun = job.generations.some(({ progress }) => progress !== null && progress > 0);
  if (!begun) return <Stage job={job} paused />;
  return (
    <Work job={job} paused>
      <GenerationBars generations={job.generations} still={!job.finishing} />
    </Work>
  );
}

/** What changed, in words; what still is poor comes first. */
function Done({ job }: { job: JobView }) {
  const { icon, tone, word } = stateWords(job);
  const isWeak = couldBeBetter(job);
  const words = doneWords(job);
  return (
    <span className={classes.stage}>
      <StateIcon icon={icon} tone={tone} />
      {isWeak && <CouldBeBetter job={job} />}
      {!isWeak && words !== '' && (
        <>
          {!isReused(job) && <span className="visually-hidden">{word}, </span>}
          <span className={`${classes.quiet} cut`} title={wholeWords(job)}>
            {words}
          </span>
        </>
      )}
      {!isWeak && words === '' && <span className={classes.word}>{word}</span>}
    </span>
  );
}

/** What happened, then what is safe and what to do. Hover shows the whole text. */
function Sentence({ job, error }: { job: JobView; error: ErrorRecord }) {
  const { what, ...rest } = messageOf(error);
  const first = (
    <>
      <span className={classes.kind}>{STATE_LABELS.failed}</span>
      <QuietText span fw={400}>
        {what}
      </QuietText>
    </>
  );
  return <Lines job={job} whole={error.userMessage} first={first} rest={textOf(rest, 'desk')} />;
}

/** What the check before delivery found, the gravest first. */
function InReview({ job, findings }: { job: JobView; findings: readonly Finding[] }) {
  const [first] = findings;
  if (first === undefined) return <Stage job={job} />;
  const title = (
    <>
      <span className={classes.kind}>{STATE_LABELS['in-review']}</span>
      <QuietText span fw={400}>{`${findingTitle(first)}.`}</QuietText>
    </>
  );
  const whole = findings.map((one) => `${findingTitle(one)}. ${findingDetail(one)}`).join('\n');
  return <Lines job={job} whole={whole} first={title} rest={findingDetail(first)} />;
}

/** A start whose answer was lost: what is known, and that nothing happens automatically. */
function Question({ job }: { job: JobView }) {
  const free = useSession((session) => connectionOf(session, job)?.kind === 'built-in');
  const generation = uncertainGeneration(job);
  const since = generation?.uncertainSince ?? null;
  const amount = free ? null : (generation?.amount ?? null);
  const first = (
    <>
      {ASK.question}
      {since !== null && (
        <span className={classes.quiet}> {ASK.sent(formatMoment(since, Date.now(), TEXT.todayInSentence))}</span>
      )}
    </>
  );
  const rest = amount === null ? ASK.untilYouDecide : `${ASK.atRisk(formatUsd(amount))} ${ASK.untilYouDecide}`;
  return <Lines job={job} whole={ASK.explained} first={first} rest={rest} />;
}

/** Waits until its connection is fixed. */
function Blocked({ job, reason }: { job: JobView; reason: ErrorRecord }) {
  const connection = useSession((session) => connectionOf(session, job));
  if (!waitsForKey(job)) {
    return <Lines job={job} whole={reason.userMessage} first={BLOCKED.billing} rest={BLOCKED.billingRest} />;
  }
  const trouble = connection === undefined ? null : keyProblem(connection);
  const words = BLOCKED.key[trouble ?? (reason.code === 'keyRefused' ? 'refused' : 'missing')];
  return <Lines job={job} whole={reason.userMessage} first={words} rest={BLOCKED.keyRest} />;
}

/** Waits for room under a cap, or until the person agrees to the price. */
function Money({ job, reason }: { job: JobView; reason: ErrorRecord }) {
  const { what, ...rest } = messageOf(reason);
  return <Lines job={job} whole={reason.userMessage} first={what} rest={textOf(rest, 'desk')} />;
}

function Waiting({ job, until, reason }: { job: JobView; until: number; reason: ErrorRecord }) {
  const now = useNow();
  const { what, ...rest } = messageOf(reason);
  const first = (
    <>
      {until <= now ? WAITING.now : WAITING.again(timeUntil(until, now))}
      <span className={classes.quiet}> · {what}</span>
    </>
  );
  return <Lines job={job} whole={reason.userMessage} first={first} rest={textOf(rest, 'desk')} />;
}

interface LinesProps {
  readonly job: JobView;
  readonly whole: string;
  readonly first: ReactNode;
  readonly rest: string;
}

/** Two sentences: one after the other in compact rows, one below the other in comfortable ones. */
function Lines({ job, whole, first, rest }: LinesProps) {
  const { icon, tone } = stateWords(job);
  return (
    <span className={classes.sentence} data-tip={whole}>
      <StateIcon icon={icon} tone={tone} />
      <span className={`${classes.lines} cut`}>
        <span className={classes.first}>{first}</span> <span className={classes.rest}>{rest}</span>
      </span>
    </span>
  );
}

function Transfer({ transfer }: { transfer: TransferView | null }) {
  const speed = transfer?.bytesPerSecond ? TRANSFER.speed(formatBytes(transfer.bytesPerSecond)) : '';
  const fraction = transfer?.totalBytes ? transfer.sentBytes / transfer.totalBytes : 0;
  const figure = `${Math.floor(fraction * 100)} %`;
  return (
    <ProgressBars>
      <Bar
        name={STATE_LABELS.uploading}
        figure={[figure, speed].filter((part) => part !== '').join(', ')}
        fraction={fraction}
      />
    </ProgressBars>
  );
}

/** Nothing while the output is only copied. */
function Saving({ progress }: { progress: number | null }) {
  if (progress === null) return null;
  const figure = `${Math.floor(progress * 100)} %`;
  return (
    <ProgressBars>
      <Bar name={STATE_LABELS.exporting} figure={figure} fraction={progress} />
    </ProgressBars>
  );
}

function CouldBeBetter({ job }: { job: JobView }) {
  const { weaknesses } = job;
  const [first] = weaknesses;
  if (first === undefined) return null;
  const found = weaknesses.map((one) => `${weaknessTitle(one)}. ${weaknessDetail(one)}`);
  const whole = [...found, wholeWords(job)].filter((words) => words !== '').join('\n');
  return (
    <span className={classes.weak} data-tip={whole}>
      <IconEarScan size={14} stroke={1.8} aria-hidden="true" />
      <span className={classes.weakWords}>
        <span className="visually-hidden">{COULD_BE_BETTER}: </span>
        {weaknessTitle(first)}
      </span>
    </span>
  );
}
