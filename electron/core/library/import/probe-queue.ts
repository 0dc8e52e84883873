/** Probes the headers of recordings that were just added, in the background, so that rows and quotes have lengths before Start. */

import { type CleartakeError, toCleartakeError } from '../../../../shared/domain/errors.ts';
import type { Log } from '../../../platform/log.ts';
import { type InspectionPorts, probe } from './inspect.ts';

export interface ProbeQueue {
  add(jobIds: readonly string[]): void;
  stop(): void;
}

export interface ProbePorts extends Omit<InspectionPorts, 'paths'> {
  readonly log: Log;
  /** The recording of this job has new figures. */
  readonly onProbed: (jobId: string) => void;
  /** The recording of this job cannot be restored. */
  readonly onUnusable: (jobId: string, error: CleartakeError) => void;
}

export function createProbeQueue(ports: ProbePorts): ProbeQueue {
  const { log, store } = ports;
  const pending = new Set<string>();
  const stopping = new AbortController();
  const stopped = stopping.signal;
  let busy = false;

  async function work(): Promise<void> {
    busy = true;
    for (const jobId of pending) {
      pending.delete(jobId);
      await probeJob(jobId);
    }
    busy = false;
  }

  async function probeJob(jobId: string): Promise<void> {
    const job = store.jobs.find(jobId);
    const recording = job === undefined ? undefined : store.recordings.get(job.recordingId);
    // Once a scan has measured the exact length, the header's must not overwrite it.
    if (job === undefined || recording === undefined || job.removedAt !== null || recording.frames !== null) return;
    try {
      await probe(ports, recording, stopped);
      if (!stopped.aborted) ports.onProbed(jobId);
    } catch (failure) {
      if (stopped.aborted) return;
      const error = toCleartakeError(failure);
      if (error.retryable) log.warn('A recording could not be probed yet', { job: jobId, code: error.code });
      else ports.onUnusable(jobId, error);
    }
  }

  return {
    add(jobIds) {
      if (stopped.aborted) return;
      for (const jobId of jobIds) pending.add(jobId);
      if (!busy) void work();
    },
    stop: () => {
      pending.clear();
      stopping.abort();
    },
  };
}
