/** Describes jobs for people at a terminal, one line each. */

import type { GenerationView, JobView } from '../../../../shared/contract/views.ts';
import { inTerminal } from '../../../../shared/domain/errors.ts';
import { leftOutSentence, levelSentence, voicesWords } from '../../../../shared/domain/export/left-out-words.ts';
import { strangeStatus } from '../../../../shared/domain/generation-state.ts';
import { findingTitle } from '../../../../shared/domain/integrity/strings.ts';
import { modelOf } from '../../../../shared/domain/models.ts';
import { formatUsd, type MicroUsd } from '../../../../shared/domain/money.ts';
import type { OutputNote } from '../../../../shared/domain/quality/channel-notes.ts';
import { remarkSentence } from '../../../../shared/domain/quality/remarks.ts';
import { channelNoteDetail, channelNoteTitle } from '../../../../shared/domain/quality/strings.ts';
import { formatDuration } from '../../../../shared/domain/units.ts';

/** The part of a job that the texts need: both a view of the desk and a row of the store have it. */
export interface StatedJob
  extends Pick<JobView, 'id' | 'name' | 'folder' | 'state' | 'durationSeconds'>,
    Partial<Pick<JobView, 'channelNotes' | 'remarks'>> {
  readonly generations: readonly (Pick<GenerationView, 'model' | 'state' | 'progress' | 'amount'> &
    Partial<Pick<GenerationView, 'also' | 'exportFigures' | 'leftOut' | 'otherType' | 'remoteStatus'>>)[];
}

/** Stands for a model that isn't known. */
export const THE_RESTORATION = 'the restoration';

export function jobName(job: Pick<StatedJob, 'name' | 'folder'>): string {
  return job.folder === '' ? job.name : `${job.folder}/${job.name}`;
}

/** What the job is doing, or why it isn't, for example `uploading` or `failed: The file is empty. …`. */
export function stateInWords(job: StatedJob): string {
  const { state } = job;
  switch (state.kind) {
    case 'failed':
      return `failed: ${inTerminal(state.error)}`;
    case 'waiting':
      return `waiting${waitingUntil(state.until)}: ${inTerminal(state.reason)}`;
    case 'needs-you':
      return `needs attention: ${questionInWords(job)}`;
    case 'in-review':
      return `held for review: ${state.held.flatMap(({ findings }) => findings.map(findingTitle)).join(', ')}. \`cleartake review\` says more.`;
    case 'generating':
      return `restoring ${job.generations.map(generationInWords).join(', ')}`.trimEnd();
    case 'uploading':
      return [state.kind, ...ofOutput(job)].join(': ');
    case 'done':
      return doneInWords(job);
    default:
      return state.kind;
  }
}

/** Before anything is paid for. */
function ofOutput({ channelNotes = [] }: StatedJob): string[] {
  const told = channelNotes.filter(({ kind }) => ['mixed-down', 'format', 'resampled'].includes(kind));
  return told.length === 0 ? [] : [told.map(noteSentence).join(' ')];
}

function noteSentence(note: OutputNote): string {
  return `${channelNoteTitle(note)}. ${channelNoteDetail(note)}`;
}

function doneInWords({ channelNotes = [], durationSeconds, generations, remarks = [] }: StatedJob): string {
  const done = durationSeconds === null ? 'done' : `done (${formatDuration(durationSeconds)})`;
  const others = [
    ...remarks.map(remarkSentence),
    ...channelNotes.map((note) => `${channelNoteTitle(note)}.`),
    ...generations.flatMap(({ otherType }) => otherType ?? []),
    // Models make the same of one recording.
    ...new Set(generations.flatMap(({ exportFigures: made }) => (made == null ? [] : (levelSentence(made) ?? [])))),
    ...new Set(
      generations.flatMap(({ exportFigures: made }) => (made?.voices === undefined ? [] : voicesSentence(made.voices))),
    ),
    ...new Set(
      generations
        .flatMap(({ also, leftOut }) => [leftOut, also?.leftOut])
        .flatMap((one) => (one == null ? [] : leftOutSentence(one))),
    ),
  ];
  return others.length === 0 ? done : `${done}. ${others.join(' ')}`;
}

function voicesSentence(voices: Parameters<typeof voicesWords>[0]): string {
  const words = voicesWords(voices);
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;
}

function questionInWords(job: StatedJob): string {
  const open = job.generations.find((generation) => generation.state === 'needs-you');
  const label = open === undefined ? THE_RESTORATION : modelOf(open.model).label;
  const command = `cleartake answer ${asArgument(job)}`;
  return `Cleartake doesn’t know whether the service started ${label}. \`${command} check-again\` looks for it again, for free; \`${command} start-again\` starts another one for ${priceInWords(open?.amount ?? null)}, and you pay twice if the first one turns up.`;
}

export function priceInWords(amount: MicroUsd | null): string {
  return amount === null ? 'an unknown price' : `${formatUsd(amount)} USD`;
}

/** A recording as an argument of a command: its name if every shell takes it unchanged, else the id of its job. */
function asArgument({ id, name }: StatedJob): string {
  if (!/^[\p{L}\p{N}_][\p{L}\p{N} ._()+,-]*$/u.test(name)) return id;
  return /[ ()]/.test(name) ? `"${name}"` : name;
}

/** ` until 17:05:09`, for a time that is still to come. */
export function waitingUntil(until: number | null): string {
  return until === null || until < Date.now() ? '' : ` until ${clockTime(until)}`;
}

/** Local time, for example `17:05:09`. */
function clockTime(at: number): string {
  return new Date(at).toTimeString().slice(0, 8);
}

function generationInWords(generation: StatedJob['generations'][number]): string {
  const label = modelOf(generation.model).label;
  if (generation.state === 'failed') return `${label} failed`;
  const status = generation.state === 'processing' ? strangeStatus(generation.remoteStatus ?? null) : null;
  return [
    label,
    ...(generation.progress === null ? [] : [`${Math.round(generation.progress * 100)} %`]),
    ...(status === null ? [] : [`“${status}”`]),
  ].join(' ');
}

/** Outputs of a job, as paths. */
export function outputsOf(job: JobView): string[] {
  return job.generations.flatMap(({ also, exportedPath }) => [exportedPath ?? [], also?.path ?? []].flat());
}

/** Overall progress of a job for a bar, 0 to 1. */
export function progressOf(job: JobView): number {
  if (job.state.kind === 'done' || job.state.kind === 'in-review') return 1;
  if (job.generations.length === 0) return 0;
  return job.generations.reduce((sum, generation) => sum + (generation.progress ?? 0), 0) / job.generations.length;
}
