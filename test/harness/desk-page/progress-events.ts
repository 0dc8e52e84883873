/** A queue at work: fifty times a second one recording makes a step. */

import type { JobView } from '../../../shared/contract/views.ts';
import type { FakeDesk } from '../fake-desk/fake-desk.ts';

const EVENT_MS = 20;
const STEP = 0.013;
/** Rows around the ones that are shown. */
const NEARBY = 30;

export interface ProgressEvents {
  /** Every second event is about a recording near this row, so that it changes what is shown. */
  lookAt(row: number): void;
  /** Events sent so far. */
  readonly sent: number;
  stop(): void;
}

/** @param jobIds in queue order */
export function sendProgress(fake: FakeDesk, jobIds: readonly string[]): ProgressEvents {
  const working = jobIds.flatMap((id, row) => (fake.jobs.get(id)?.state.kind === 'generating' ? [{ id, row }] : []));
  let shown = 0;
  let sent = 0;
  const began = performance.now();

  function next(): string {
    const near = working.filter(({ row }) => row >= shown && row < shown + NEARBY);
    const from = sent % 2 === 0 && near.length > 0 ? near : working;
    return from[Math.floor(sent / 2) % from.length]?.id ?? '';
  }

  const timer = setInterval(() => {
    // A busy machine wakes timers late: the rate stays, not the interval.
    for (const due = (performance.now() - began) / EVENT_MS; sent < due; sent++) fake.change(next(), oneStep);
  }, EVENT_MS);
  return {
    lookAt: (row) => {
      shown = row;
    },
    get sent() {
      return sent;
    },
    stop: () => clearInterval(timer),
  };
}

function oneStep(job: JobView): JobView {
  const generations = job.generations.map((generation) => ({
    ...generation,
    state: 'processing' as const,
    progress: ((generation.progress ?? 0) + STEP) % 1,
  }));
  const left = ((job.secondsLeft?.most ?? 600) + 599) % 600;
  return { ...job, secondsLeft: { least: left, most: left }, generations };
}
