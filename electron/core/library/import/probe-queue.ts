/**
 * Measures recordings that were just added, in the background, so that rows and quotes have lengths before Start: first the headers of
 * all of them, then every packet, where the length decides what they cost or is so short that nobody notices: what holds nothing to restore
 * is named before Start.
 */

import { type CleartakeError, toCleartakeError } from '../../../../shared/domain/errors.ts';
import type { Log } from '../../../platform/log.ts';
import type { JobRow, RecordingRow } from '../../store/schema.ts';
import { count, type InspectionPorts, probe } from './inspect.ts';

/** Seconds that are counted within a moment. */
const SOON_COUNTED_SECONDS = 60;

export interface ProbeQueue {
  add(jobIds: readonly string[]): void;
  /** Counts jobs whose headers were read. One that could not be counted is not counted again. */
  count(jobIds: readonly string[]): void;
  stop(): void;
}

export interface ProbePorts extends Omit<InspectionPorts, 'paths'> {
  readonly log: Log;
  /** Whether the job's length decides what it costs. */
  readonly isMetered: (job: JobRow) => boolean;
  /** The recording of this job has new figures. */
  readonly onProbed: (jobId: string) => void;
  /** The recording of this job cannot be restored. */
  readonly onUnusable: (jobId: string, error: CleartakeError) => void;
}

export function createProbeQueue(ports: ProbePorts): ProbeQueue {
  const { engine, isMetered, log, store } = ports;
  const toProbe = new Set<string>();
  const toCount = new Set<string>();
  const counted = new Set<string>();
  const stopping = new AbortController();
  const stopped = stopping.signal;
  let busy = false;

  async function work(): Promise<void> {
    busy = true;
    for (let next = first(); next !== null; next = first()) {
      const [jobId, queue] = next;
      queue.delete(jobId);
      if (queue === toProbe) await attempt(jobId, probeRecording);
      else if (!counted.has(jobId)) await attempt(jobId, countRecording);
    }
    busy = false;
  }

  /** Headers come first: they are read within milliseconds. */
  function first(): readonly [jobId: string, queue: Set<string>] | null {
    for (const queue of [toProbe, toCount]) for (const jobId of queue) return [jobId, queue];
    return null;
  }

  async function attempt(
    jobId: string,
    measure: (job: JobRow, recording: RecordingRow) => Promise<boolean>,
  ): Promise<void> {
    const job = store.jobs.find(jobId);
    if (job === undefined || job.removedAt !== null) return;
    try {
      const isNew = await measure(job, store.recordings.get(job.recordingId));
      if (isNew && !stopped.aborted) ports.onProbed(jobId);
    } catch (failure) {
      if (stopped.aborted) return;
      const error = toCleartakeError(failure);
      if (error.retryable) log.warn('A recording could not be probed yet', { job: jobId, code: error.code });
      else ports.onUnusable(jobId, error);
    }
  }

  function isCounted(job: JobRow): boolean {
    const { durationSeconds, frames } = store.recordings.get(job.recordingId);
    return isMetered(job) || (frames === null && (durationSeconds ?? 0) <= SOON_COUNTED_SECONDS);
  }

  /** Once a scan has measured the exact length, the header's must not overwrite it. */
  async function probeRecording(job: JobRow, recording: RecordingRow): Promise<boolean> {
    if (recording.frames === null) await probe(ports, recording, stopped);
    if (isCounted(job)) toCount.add(job.id);
    return recording.frames === null;
  }

  async function countRecording(job: JobRow, recording: RecordingRow): Promise<boolean> {
    if (recording.countedSeconds !== null || !isCounted(job)) return false;
    counted.add(job.id);
    const countedSeconds = await count(engine, recording, stopped);
    const now = store.recordings.get(recording.id);
    // The file may have been replaced while it was counted: then its length is counted with the scan.
    if (now.bytes !== recording.bytes || now.modifiedAt !== recording.modifiedAt) return false;
    const length = now.frames === null ? { durationSeconds: countedSeconds } : {};
    store.progress(() => store.recordings.update(recording.id, { countedSeconds, ...length }));
    return true;
  }

  function begin(queue: Set<string>, jobIds: readonly string[]): void {
    if (stopped.aborted) return;
    for (const jobId of jobIds) queue.add(jobId);
    if (!busy) void work();
  }

  return {
    add: (jobIds) => {
      // A row may have become a recording of another track.
      for (const jobId of jobIds) counted.delete(jobId);
      begin(toProbe, jobIds);
    },
    count: (jobIds) => begin(toCount, jobIds),
    stop: () => {
      toProbe.clear();
      toCount.clear();
      stopping.abort();
    },
  };
}
