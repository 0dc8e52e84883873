/** What a worker does with its life: it opens a desk on a data folder, adds one recording unless it is there, and works until it is done or in review. */

import { createDesk } from '../../../electron/core/desk.ts';
import type { Desk } from '../../../electron/core/desk-surface.ts';
import type { DeskPorts, DeskSettings } from '../../../electron/core/ports.ts';
import { createDeskClient } from '../../../electron/hosts/common/desk-client.ts';
import { systemClock } from '../../../electron/platform/time/clock.ts';
import type { BatchPreset } from '../../../shared/domain/batch/batch-preset.ts';

export interface OneJob {
  /** Made by whoever starts the worker: a bundle cannot find the project's files. */
  readonly settings: DeskSettings;
  readonly baseUrl: string;
  readonly key: string;
  readonly recording: string;
  readonly preset: BatchPreset;
}

const LOOK_MS = 20;

/** @throws Error when the job fails */
export async function workOnOneJob(ports: DeskPorts, job: OneJob): Promise<Desk> {
  const desk = createDesk(ports, job.settings);
  const client = createDeskClient(desk.router);
  const connectionId = await desk.adHocConnection(job.baseUrl, job.key);
  const first = async () => (await client.queue.list({ offset: 0, limit: 10 })).jobs[0];
  if ((await first()) === undefined) {
    await client.queue.add({ paths: [job.recording], preset: job.preset, start: true, connectionId });
  }
  for (;;) {
    const state = (await first())?.state;
    if (state?.kind === 'done' || state?.kind === 'in-review') return desk;
    if (state?.kind === 'failed') throw new Error(JSON.stringify(state));
    await systemClock.sleep(LOOK_MS);
  }
}
