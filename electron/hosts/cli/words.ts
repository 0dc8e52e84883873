/** Jobs in words, one line each, for people at a terminal. */

import type { GenerationView, JobView } from '../../../shared/contract/views.ts';
import { MODELS } from '../../../shared/domain/models.ts';
import { formatDuration } from '../../../shared/domain/units.ts';
import { printable } from './printable.ts';
import { inTerminal } from './sentences.ts';

export function jobName(job: JobView): string {
  return printable(job.folder === '' ? job.name : `${job.folder}/${job.name}`);
}

/** What the job is doing or why it does not, for example `uploading` or `failed: The file is empty. …`. */
export function stateInWords(job: JobView): string {
  const { state } = job;
  switch (state.kind) {
    case 'failed':
      return `failed: ${inTerminal(state.error.code, state.error.userMessage)}`;
    case 'waiting':
      return `waiting${state.until === null || state.until < Date.now() ? '' : ` until ${clockTime(state.until)}`}: ${inTerminal(state.reason.code, state.reason.userMessage)}`;
    case 'needs-you':
      return 'needs you: Cleartake could not prove whether the service started it. Open the desk and answer there.';
    case 'generating':
      return `restoring ${job.generations.map(generationInWords).join(', ')}`.trimEnd();
    case 'done':
      return job.durationSeconds === null ? 'done' : `done (${formatDuration(job.durationSeconds)})`;
    default:
      return state.kind;
  }
}

/** Of this place, for example `17:05:09`. */
function clockTime(at: number): string {
  return new Date(at).toTimeString().slice(0, 8);
}

function generationInWords(generation: GenerationView): string {
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
