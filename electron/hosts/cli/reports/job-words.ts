/** Jobs in words, one line each, for people at a terminal. */

import type { GenerationView, JobView } from '../../../../shared/contract/views.ts';
import { MODELS } from '../../../../shared/domain/models.ts';
import { formatUsd, type MicroUsd } from '../../../../shared/domain/money.ts';
import { formatDuration } from '../../../../shared/domain/units.ts';
import { printable } from './printable.ts';
import { inTerminal } from './sentences.ts';

/** What the words need of a job: a view of the desk has it, and so has a row of the store. */
export interface StatedJob extends Pick<JobView, 'id' | 'name' | 'folder' | 'state' | 'durationSeconds'> {
  readonly generations: readonly Pick<GenerationView, 'model' | 'state' | 'progress' | 'amount'>[];
}

export function jobName(job: Pick<StatedJob, 'name' | 'folder'>): string {
  return printable(job.folder === '' ? job.name : `${job.folder}/${job.name}`);
}

/** What the job is doing or why it does not, for example `uploading` or `failed: The file is empty. …`. */
export function stateInWords(job: StatedJob): string {
  const { state } = job;
  switch (state.kind) {
    case 'failed':
      return `failed: ${inTerminal(state.error.code, state.error.userMessage)}`;
    case 'waiting':
      return `waiting${state.until === null || state.until < Date.now() ? '' : ` until ${clockTime(state.until)}`}: ${inTerminal(state.reason.code, state.reason.userMessage)}`;
    case 'needs-you':
      return `needs you: ${questionInWords(job)}`;
    case 'generating':
      return `restoring ${job.generations.map(generationInWords).join(', ')}`.trimEnd();
    case 'done':
      return job.durationSeconds === null ? 'done' : `done (${formatDuration(job.durationSeconds)})`;
    default:
      return state.kind;
  }
}

function questionInWords(job: StatedJob): string {
  const open = job.generations.find((generation) => generation.state === 'needs-you');
  const label = open === undefined ? 'it' : MODELS[open.model].label;
  const command = `cleartake answer ${asArgument(job)}`;
  return `Cleartake could not prove whether the service started ${label}. \`${command} check-again\` looks once more, for nothing; \`${command} start-again\` starts it anew for ${priceInWords(open?.amount ?? null)}, which is paid twice should the first turn up.`;
}

export function priceInWords(amount: MicroUsd | null): string {
  return amount === null ? 'a price that is not known here' : `${formatUsd(amount)} USD`;
}

/** A recording as an argument of a command: its name where every shell takes it as it stands, else the id of its job. */
function asArgument({ id, name }: StatedJob): string {
  if (!/^[\p{L}\p{N}_][\p{L}\p{N} ._()+,-]*$/u.test(name)) return id;
  return /[ ()]/.test(name) ? `"${name}"` : name;
}

/** Of this place, for example `17:05:09`. */
export function clockTime(at: number): string {
  return new Date(at).toTimeString().slice(0, 8);
}

function generationInWords(generation: StatedJob['generations'][number]): string {
  const label = MODELS[generation.model].label;
  if (generation.state === 'failed') return `${label} failed`;
  if (generation.progress === null) return label;
  return `${label} ${Math.round(generation.progress * 100)} %`;
}

/** Outputs of a job, as paths. */
export function outputsOf(job: JobView): string[] {
  return job.generations.flatMap((generation) => generation.exportedPath ?? []);
}

/** Overall progress of a job for a bar, 0 to 1. */
export function progressOf(job: JobView): number {
  if (job.state.kind === 'done') return 1;
  if (job.generations.length === 0) return 0;
  return job.generations.reduce((sum, generation) => sum + (generation.progress ?? 0), 0) / job.generations.length;
}
