/** One damaged database of the built-in service, in the folder of a desk that has work there: whether the desk gets on by itself. */

import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createDesk } from '../../../electron/core/desk.ts';
import { createDeskClient } from '../../../electron/hosts/common/desk-client.ts';
import { spawnNodeHelper } from '../../../electron/hosts/common/processes/node-helpers.ts';
import { isErrno } from '../../../electron/platform/files/file-errors.ts';
import type { SpawnHelper } from '../../../electron/platform/processes/helper-process.ts';
import { DEFAULT_BATCH_PRESET } from '../../../shared/domain/batch/batch-preset.ts';
import { testPorts, testSettings } from '../desk/desk-ports.ts';
import { createFakeEngine, type EngineBehavior } from '../engine/fake-engine.ts';
import { until } from '../until.ts';
import type { DamageDesk } from './damage-desk.ts';
import { drawFrom, inflict } from './mutants.ts';

/** Damages of the kinds of mutants.ts that a database of its own, without a journal of starts, can have. */
export const SERVICE_DAMAGES = [
  'the database cut',
  'a page of zeros',
  'the header, and no backups',
  'a table gone',
  'an index gone',
  'a stretch of the log zeroed',
  'the log lost',
  'a text',
  'an empty file',
  'a page, and the newest backup',
  'all of it gone',
  'all of it gone, and no backups',
] as const;

export interface ServiceVerdict {
  readonly damage: string;
  /** What the desk says about the service, if anything. */
  readonly notice: string | null;
  /** Whether the files that it names are there. */
  readonly kept: boolean;
  /** Recordings that did not get done by themselves, with their states. */
  readonly stuck: readonly string[];
  /** Media that the service had and has no more. */
  readonly lostMedia: readonly string[];
}

const LONGEST_MS = 30_000;
const DATABASE = 'service.sqlite';

function openServiceDesk(dataDirectory: string, behave: (recording: string) => EngineBehavior): DamageDesk {
  const engine = createFakeEngine((_, recording) => behave(recording));
  const spawn: SpawnHelper = (entry, environment) =>
    entry === 'service' ? spawnNodeHelper(entry, environment) : engine.spawn(entry, environment);
  const settings = testSettings(dataDirectory, { concurrency: 20, startQuarantineMs: { builtIn: 300, remote: 300 } });
  const desk = createDesk(testPorts({ spawn }), settings);
  return { client: createDeskClient(desk.router), close: () => desk.close() };
}

/**
 * A data folder as a kill left it: recordings that are done, being restored and waiting, and a backup from before some of them.
 * @param room an empty folder
 */
export async function makeServiceTemplate(room: string): Promise<string> {
  const live = path.join(room, 'live');
  mkdirSync(live, { recursive: true });
  const hangs = (recording: string): EngineBehavior => ({ kind: recording.includes('slow') ? 'hang' : 'copy' });
  const first = openServiceDesk(live, hangs);
  // What hangs takes a place at the service for good: what is to be done comes before it.
  await add(first, room, ['done-1']);
  await untilStates(first, { 'done-1': 'done' });
  await add(first, room, ['slow-1']);
  await untilStates(first, { 'slow-1': 'generating' });
  // The service backs its database up as it ends.
  await first.close();
  const second = openServiceDesk(live, hangs);
  await add(second, room, ['done-2']);
  await untilStates(second, { 'done-2': 'done' });
  await add(second, room, ['slow-2', 'slow-3']);
  await untilStates(second, { 'slow-1': 'generating', 'slow-2': 'generating', 'slow-3': 'generating' });
  const folder = path.join(room, 'template');
  await copyLive(live, folder);
  await second.close();
  return folder;
}

/** As `cp -r` would copy a folder in use: files that go away meanwhile make it begin anew. */
async function copyLive(live: string, folder: string): Promise<void> {
  await until(() => {
    rmSync(folder, { recursive: true, force: true });
    try {
      cpSync(live, folder, { recursive: true });
      return true;
    } catch (failure) {
      if (isErrno(failure, 'ENOENT')) return false;
      throw failure;
    }
  });
}

/** @param seed draws where the damage is */
export async function tryServiceDamage(
  template: string,
  room: string,
  damage: string,
  seed = 1,
): Promise<ServiceVerdict> {
  const folder = path.join(room, `service-${damage.replaceAll(/\W+/g, '-')}-${seed}`);
  cpSync(template, folder, { recursive: true });
  const service = path.join(folder, 'service');
  inflict(damage, { folder: service, foreign: '', database: DATABASE, draw: drawFrom(seed) });
  const media = mediaIn(service);
  const desk = openServiceDesk(folder, () => ({ kind: 'copy' }));
  try {
    const stuck = await restOf(desk);
    const notice = (await desk.client.system.notices()).find(({ sentence }) => sentence.includes('This computer'));
    const keptIn = /kept in (.*?)\. /.exec(notice?.sentence ?? '')?.[1];
    const now = new Set(mediaIn(service));
    return {
      damage,
      notice: notice?.sentence ?? null,
      kept: keptIn === undefined || existsSync(path.join(keptIn, DATABASE)),
      stuck,
      lostMedia: media.filter((one) => !now.has(one)),
    };
  } finally {
    await desk.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function restOf(desk: DamageDesk): Promise<string[]> {
  const open = async () => {
    const { jobs } = await desk.client.queue.list({ offset: 0, limit: 100 });
    return jobs
      .filter(({ state }) => state.kind !== 'done')
      .map(({ name, state }) => `${name} ${JSON.stringify(state)}`);
  };
  await until(async () => (await open()).length === 0, LONGEST_MS).catch(() => undefined);
  return await open();
}

/** Finished media: what is being written is written again. */
function mediaIn(service: string): string[] {
  return readdirSync(path.join(service, 'media'), { recursive: true, encoding: 'utf8' }).filter(
    (name) => !/\.(work|part)/.test(name),
  );
}

async function add(desk: DamageDesk, room: string, names: readonly string[]): Promise<void> {
  const { connections } = await desk.client.connections.list();
  const folder = path.join(room, 'recordings');
  mkdirSync(folder, { recursive: true });
  const paths = names.map((name) => path.join(folder, `${name}.wav`));
  for (const file of paths) writeFileSync(file, `recording ${path.basename(file)}`);
  const preset = { ...DEFAULT_BATCH_PRESET, models: ['service-2' as const], output: { kind: 'library' as const } };
  await desk.client.queue.add({ paths, preset, start: true, connectionId: connections[0]?.id ?? '' });
}

async function untilStates(desk: DamageDesk, wanted: Readonly<Record<string, string>>): Promise<void> {
  await until(async () => {
    const { jobs } = await desk.client.queue.list({ offset: 0, limit: 100 });
    const stateOf = new Map(jobs.map((job) => [job.name, job.state.kind]));
    return Object.entries(wanted).every(([name, state]) => stateOf.get(`${name}.wav`) === state);
  });
}
