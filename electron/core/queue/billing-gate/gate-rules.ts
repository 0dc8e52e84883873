/** The rules of the billing gate: what a connection lets begin, who may try it, and how it opens again. Pure. */

import type { ErrorRecord } from '../../../../shared/domain/errors.ts';
import type { JobEvent, JobState } from '../../../../shared/domain/job-state.ts';
import { isAboutKey } from '../retry-policy.ts';

/**
 * What a connection lets begin. `parked`: nothing that costs money. `trial-due`: one job, which tries whether billing works again.
 * `on-trial`: that job is at work, and nothing else may start.
 */
export type GateStatus = 'open' | 'parked' | 'trial-due' | 'on-trial';

/** A connection that billing had parked and over which nothing was started since. */
export interface Trial {
  /** The job that tries; null until one is at work. */
  readonly jobId: string | null;
  /** What `startsOf` gave for the job when it began. */
  readonly startsBefore: string;
}

export const NEW_TRIAL: Trial = { jobId: null, startsBefore: '' };

export function gateStatus(parked: ErrorRecord | null, trial: Trial | undefined): GateStatus {
  if (parked !== null) return 'parked';
  if (trial === undefined) return 'open';
  return trial.jobId === null ? 'trial-due' : 'on-trial';
}

/** Whether no further job may start anything over the connection. */
export function isClosed(status: GateStatus): boolean {
  return status === 'parked' || status === 'on-trial';
}

/** The starts of a job, in a form that can be compared: the ids of its generations on the service. */
export function startsOf(generations: readonly { readonly remoteId: string | null }[]): string {
  return generations.map(({ remoteId }) => remoteId ?? '').join();
}

/** Whether the trial has succeeded: a start of its job was accepted since it began. @param starts what `startsOf` gives now */
export function hasPassed({ jobId, startsBefore }: Trial, starts: string): boolean {
  return jobId !== null && starts !== startsBefore;
}

/**
 * How a connection is let go. After billing one job tries first. A key is checked once where somebody waits for it; in a terminal,
 * which ends when all its jobs wait, each finds out by itself.
 * @param reason why its jobs wait, or waited; null when none does
 */
export function unparkBy(reason: ErrorRecord | null, patient: boolean): 'trial' | 'key-check' | 'release' {
  if (reason === null || !isAboutKey(reason.code)) return 'trial';
  return patient ? 'key-check' : 'release';
}

/** Whether a working key opens the connection: billing that refused in the meantime keeps it parked. */
export function opensForKey(parked: ErrorRecord | null): boolean {
  return parked === null || isAboutKey(parked.code);
}

/** What brings an idle job of a parked connection to rest. A wait for another reason becomes a wait for this one. */
export function suspendEvents(state: JobState, reason: ErrorRecord): readonly JobEvent[] {
  const wait = { kind: 'wait', until: null, reason } as const;
  return state.kind === 'waiting' ? [{ kind: 'resume' }, wait] : [wait];
}
