/** Progress that is shown but never stored: it is asked for anew after a restart. */

import type { TransferView } from '../../../../shared/contract/views.ts';
import type { JobStage } from '../../../../shared/service-api/answers.ts';

interface GenerationProgress {
  /** 0 to 1, or null when the service does not say. */
  readonly progress: number | null;
  readonly stages: readonly JobStage[];
}

export interface LiveProgress {
  transfer(jobId: string): TransferView | null;
  setTransfer(jobId: string, transfer: TransferView | null): void;
  generation(id: string): GenerationProgress | null;
  setGeneration(id: string, progress: GenerationProgress | null): void;
  /** Content hash of a download whose length did not fit; null when there was none. */
  refusedDownload(generationId: string): string | null;
  setRefusedDownload(generationId: string, contentHash: string | null): void;
  /** How often in a row the service did not know a generation, or gave no result for one that it called complete. */
  oddAnswers(generationId: string): number;
  setOddAnswers(generationId: string, count: number): void;
  /** How often the stored result of a generation was found damaged or gone. */
  lostResults(generationId: string): number;
  setLostResults(generationId: string, count: number): void;
  /** When a generation was started in this run, by the monotonic clock in milliseconds; null when it was not. */
  startedAt(generationId: string): number | null;
  setStartedAt(generationId: string, at: number | null): void;
  /** When the service last said that it is not done with a generation, by the same clock; null when it never did. */
  underWayAt(generationId: string): number | null;
  setUnderWayAt(generationId: string, at: number | null): void;
  /** Since when the service calls the state of a generation what this client does not know, by the same clock. */
  strangeSince(generationId: string): number | null;
  setStrangeSince(generationId: string, since: number | null): void;
  /** When the job's present run of work began, by the monotonic clock in milliseconds; null when it does not run. */
  workingSince(jobId: string): number | null;
  setWorkingSince(jobId: string, since: number | null): void;
}

export function createLiveProgress(): LiveProgress {
  const transfers = new Map<string, TransferView>();
  const generations = new Map<string, GenerationProgress>();
  const since = new Map<string, number>();
  const refused = new Map<string, string>();
  const odd = new Map<string, number>();
  const lost = new Map<string, number>();
  const started = new Map<string, number>();
  const underWay = new Map<string, number>();
  const strange = new Map<string, number>();
  return {
    transfer: (jobId) => transfers.get(jobId) ?? null,
    setTransfer: (jobId, transfer) => put(transfers, jobId, transfer),
    generation: (id) => generations.get(id) ?? null,
    setGeneration: (id, progress) => put(generations, id, progress),
    refusedDownload: (generationId) => refused.get(generationId) ?? null,
    setRefusedDownload: (generationId, contentHash) => put(refused, generationId, contentHash),
    oddAnswers: (generationId) => odd.get(generationId) ?? 0,
    setOddAnswers: (generationId, count) => put(odd, generationId, count === 0 ? null : count),
    lostResults: (generationId) => lost.get(generationId) ?? 0,
    setLostResults: (generationId, count) => put(lost, generationId, count === 0 ? null : count),
    startedAt: (generationId) => started.get(generationId) ?? null,
    setStartedAt: (generationId, at) => put(started, generationId, at),
    underWayAt: (generationId) => underWay.get(generationId) ?? null,
    setUnderWayAt: (generationId, at) => put(underWay, generationId, at),
    strangeSince: (generationId) => strange.get(generationId) ?? null,
    setStrangeSince: (generationId, value) => put(strange, generationId, value),
    workingSince: (jobId) => since.get(jobId) ?? null,
    setWorkingSince: (jobId, value) => put(since, jobId, value),
  };
}

function put<Value>(map: Map<string, Value>, key: string, value: Value | null): void {
  if (value === null) map.delete(key);
  else map.set(key, value);
}

/** Bytes moved with the rate over the last seconds, for one transfer. */
export function transferMeter(
  kind: TransferView['kind'],
  monotonic: () => number,
): (sentBytes: number, totalBytes: number | null) => TransferView {
  const window: { at: number; bytes: number }[] = [];
  return (sentBytes, totalBytes) => {
    const at = monotonic();
    window.push({ at, bytes: sentBytes });
    while (window.length > 2 && at - (window[0]?.at ?? at) > 3000) window.shift();
    const first = window[0];
    const spanMs = first === undefined ? 0 : at - first.at;
    const bytesPerSecond = first === undefined || spanMs < 200 ? null : ((sentBytes - first.bytes) / spanMs) * 1000;
    return { kind, sentBytes, totalBytes, bytesPerSecond };
  };
}
