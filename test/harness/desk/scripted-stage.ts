/** A desk beside a scripted service with prices: what is paid can be counted on both sides. */

import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { DeskPorts, DeskSettings } from '../../../electron/core/ports.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { writeTone } from '../../fixtures/tone.ts';
import {
  SCRIPTED_KEY,
  type ScriptedService,
  type ServiceSettings,
  startScriptedService,
} from '../remote/scripted-service.ts';
import { openTestDesk, presetFor, type TestDesk, type WhenOver } from './open-test-desk.ts';

export interface Stage {
  readonly service: ScriptedService;
  readonly desk: TestDesk;
  readonly folder: string;
  readonly connectionId: string;
  /** Adds a recording over the scripted service, which has a price, and starts it. */
  begin(models?: readonly ('service-2' | 'service-3.5')[], maxCost?: number): Promise<string>;
}

/** Micro-USD a second: a start of a short recording costs sixty times as much. */
export const PRICE = 1000;

/** A scripted service that closes with the test. */
export async function scriptedService(
  settings?: ServiceSettings,
  whenOver: WhenOver = onTestFinished,
): Promise<ScriptedService> {
  const service = await startScriptedService(settings);
  whenOver(service.close);
  return service;
}

/** Recordings in a folder of their own, no two the same. @returns the folder */
export function writeTakes(folder: string, count: number): string {
  mkdirSync(folder, { recursive: true });
  for (let index = 0; index < count; index++) {
    writeTone(path.join(folder, `take ${index}.wav`), { seconds: 0.1, frequency: 200 + 10 * index });
  }
  return folder;
}

/** @param shared what differs for a stage that several tests share */
export async function openStage(
  ports: Partial<DeskPorts> = {},
  settings: Partial<DeskSettings> = {},
  shared: { readonly whenOver?: WhenOver; readonly service?: ServiceSettings } = {},
): Promise<Stage> {
  const { whenOver = onTestFinished } = shared;
  const service = await scriptedService(shared.service, whenOver);
  const folder = temporaryFolder('cleartake', whenOver);
  writeTone(path.join(folder, 'take.wav'), { seconds: 2 });
  const desk = openTestDesk(path.join(folder, 'data'), settings, ports, whenOver);
  const connection = await desk.client.connections.add({
    name: 'Scripted',
    baseUrl: service.baseUrl,
    headerStyle: 'bearer',
    prices: { 'service-2': PRICE, 'service-3.5': PRICE },
    key: SCRIPTED_KEY,
  });
  return {
    service,
    desk,
    folder,
    connectionId: connection.id,
    async begin(models = ['service-2'], maxCost) {
      const report = await desk.client.queue.add({
        paths: [path.join(folder, 'take.wav')],
        preset: presetFor(models, path.join(folder, 'out')),
        start: true,
        connectionId: connection.id,
        ...(maxCost === undefined ? {} : { maxCost }),
      });
      return report.jobIds[0] ?? '';
    },
  };
}

export const isDone = (job: { state: { kind: string } }) => job.state.kind === 'done';

export function ledgerOf({ desk }: Pick<Stage, 'desk'>, jobId: string) {
  return desk.store.generations
    .ofJob(jobId)
    .flatMap((generation) => desk.store.ledger.ofGeneration(generation.id).map(({ kind, amount }) => [kind, amount]));
}

/** Makes every result the content of a file, whatever was uploaded. @param before called before each download */
export async function giveBack({ service }: Pick<Stage, 'service'>, file: string, before = () => {}): Promise<void> {
  const address = `${service.baseUrl}/upload/restored?signature=s`;
  await fetch(address, { method: 'PUT', body: new Uint8Array(await readFile(file)) });
  service.override('/v1/get_generation_download', () => {
    before();
    return { status: 200, body: { downloadUrl: `${service.baseUrl}/download/restored?signature=s` } };
  });
}
