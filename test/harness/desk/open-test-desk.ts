/** Opens a real desk on a data folder: real store, real engine processes, real time except where a test shortens it. */

import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { createDesk } from '../../../electron/core/desk.ts';
import type { Desk } from '../../../electron/core/desk-surface.ts';
import type { DeskPorts, DeskSettings } from '../../../electron/core/ports.ts';
import { openStoreForReading, type Store } from '../../../electron/core/store/open-store.ts';
import { createDeskClient } from '../../../electron/hosts/common/desk-client.ts';
import type { DeskClient } from '../../../shared/contract/index.ts';
import type { JobView } from '../../../shared/contract/views.ts';
import { DEFAULT_BATCH_PRESET } from '../../../shared/domain/batch/batch-preset.ts';
import type { ModelId } from '../../../shared/domain/models.ts';
import { testPorts, testSettings } from './desk-ports.ts';

/** Registers what ends what a test has opened. */
export type WhenOver = (over: () => void | Promise<void>) => void;

export interface TestDesk {
  readonly client: DeskClient;
  readonly desk: Desk;
  readonly dataDirectory: string;
  /** The store, read beside the desk. */
  readonly store: Store;
  close(): Promise<void>;
}

/** @param whenOver registers the end: of the test, or `afterAll` for a desk that several tests share */
export function openTestDesk(
  dataDirectory: string,
  overrides: Partial<DeskSettings> = {},
  ports: Partial<DeskPorts> = {},
  whenOver: WhenOver = onTestFinished,
): TestDesk {
  mkdirSync(dataDirectory, { recursive: true });
  const desk = createDesk(testPorts(ports), testSettings(dataDirectory, { abandonedEveryMs: 200, ...overrides }));
  const store = openStoreForReading(path.join(dataDirectory, 'cleartake.sqlite'));
  let closed: Promise<void> | null = null;
  const close = () => {
    closed ??= Promise.resolve(store.close()).then(() => desk.close());
    return closed;
  };
  whenOver(close);
  return { client: createDeskClient(desk.router), desk, dataDirectory, store, close };
}

export function presetFor(models: readonly ModelId[], folder: string) {
  return { ...DEFAULT_BATCH_PRESET, models: [...models], output: { kind: 'folder' as const, path: folder } };
}

/** The job once `wanted` holds of it. @throws Error with its last state after `timeoutMs` */
export async function waitForJob(
  client: DeskClient,
  jobId: string,
  wanted: (job: JobView) => boolean,
  timeoutMs = 90_000,
): Promise<JobView> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const { job } = await client.listening.takes({ jobId });
    if (wanted(job)) return job;
    if (Date.now() > deadline)
      throw new Error(`The job is still ${JSON.stringify(job.state)} with ${JSON.stringify(job.generations)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
