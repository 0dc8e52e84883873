/** Checks of what works behind the window: helper processes, threads, the store's backup, the key store. */

import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { DeskClient } from '../../../../shared/contract/index.ts';
import { pcmAddress } from '../../../../shared/contract/page/media-addresses.ts';
import type { JobView } from '../../../../shared/contract/views.ts';
import { makeCopyElsewhere } from '../../../core/recovery/backups/backup-copy.ts';
import type { Vault } from '../../../core/vault/vault.ts';
import { silentLog } from '../../../platform/log.ts';
import { createEngineClient } from '../../../platform/processes/engine-client.ts';
import type { SpawnHelper } from '../../../platform/processes/helper-process.ts';
import { mustBe, mustBecome } from './expectations.ts';
import type { CheckedWindow } from './page-checks.ts';
import type { Check } from './run-checks.ts';

export interface CheckedWork {
  readonly desk: {
    readonly queue: Pick<DeskClient['queue'], 'list' | 'start'>;
    readonly listening: DeskClient['listening'];
  };
  readonly spawn: SpawnHelper;
  readonly vault: Vault;
  /** The store's file. */
  readonly database: string;
  /** Absolute path of LONG_SAMPLE, which is on the queue. */
  readonly sample: string;
  /** For what the checks write. */
  readonly folder: string;
}

/** The sample of more than 20 seconds: shorter recordings are restored without threads. */
export const LONG_SAMPLE = 'kitchen-interview.m4a';

const RESTORED_MS = 100_000;
const KEY_NAME = 'self-check';

const RATE = 48_000;

/** A script that gives the energy of each take's second second. */
function energiesOf(takes: readonly string[]): string {
  const addresses = takes.map((take) => pcmAddress(take, RATE, RATE, RATE));
  return `Promise.all(${JSON.stringify(addresses)}.map(async (address) =>
    new Float32Array(await (await fetch(address)).arrayBuffer()).reduce((sum, one) => sum + one * one, 0)))`;
}

export function workChecks(
  { desk, spawn, vault, database, sample, folder }: CheckedWork,
  window: Pick<CheckedWindow, 'evaluate'>,
): readonly Check[] {
  return [
    {
      name: 'a helper restores a recording, and the page can play it',
      run: async () => {
        const jobId = (await sampleJob(desk)).id;
        await desk.queue.start({ jobIds: [jobId] });
        await mustBecome('the recording is done', RESTORED_MS, () => isDone(desk));
        const { takes } = await desk.listening.takes({ jobId });
        const energies = (await window.evaluate(energiesOf(takes.map(({ id }) => id)))) as readonly number[];
        mustBe('the number of takes', energies.length, 2);
        // Where writes into a frame are lost, a result is silent or the same as its original.
        mustBe(
          'a take is heard',
          energies.every((energy) => energy > 0),
          true,
        );
        mustBe('the result is another sound', energies[0] !== energies[1], true);
        return null;
      },
    },
    {
      name: 'threads work beside a restoration',
      run: async () => {
        if (availableParallelism() < 2) return 'this computer has one core';
        const engine = createEngineClient(spawn('engine', {}), silentLog);
        const outputs = [{ path: path.join(folder, 'restored'), format: 'wav' as const }];
        const restoring = engine.request('restore', { input: sample, model: 'service-2', outputs });
        const { startedThreads, failedThreads } = await restoring.finally(engine.stop);
        mustBe('the threads that failed', failedThreads, 0);
        mustBe('a thread works', startedThreads > 0, true);
        return null;
      },
    },
    {
      name: 'a helper backs up the history',
      run: async () => {
        const copy = path.join(folder, 'copy.sqlite');
        await makeCopyElsewhere(spawn, database, copy);
        mustBe('the copy is there', existsSync(copy), true);
        return null;
      },
    },
    {
      name: 'a key is kept and read back',
      run: async () => {
        if (vault.kind !== 'keychain') return vault.sentence;
        await vault.set(KEY_NAME, 'not a real key');
        const kept = await vault.get(KEY_NAME);
        await vault.delete(KEY_NAME);
        mustBe('the key is what it was', kept === 'not a real key', true);
        mustBe('the deleted key', await vault.has(KEY_NAME), false);
        return null;
      },
    },
  ];
}

async function sampleJob({ queue }: Pick<CheckedWork['desk'], 'queue'>): Promise<JobView> {
  const { jobs } = await queue.list({ offset: 0, limit: 100 });
  const job = jobs.find(({ name }) => name === LONG_SAMPLE);
  if (job === undefined) throw new Error('the sample is not on the queue');
  return job;
}

async function isDone(desk: Pick<CheckedWork['desk'], 'queue'>): Promise<boolean> {
  const { state } = await sampleJob(desk);
  if (state.kind === 'failed') throw new Error(state.error.userMessage);
  return state.kind === 'done';
}
