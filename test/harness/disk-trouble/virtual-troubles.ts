/** One recording on a desk in virtual time whose source, output or data folder is in trouble for a while, and what the vendor was paid. */

import path from 'node:path';
import type { JobState } from '../../../shared/domain/job-state.ts';
import { makeMedium } from '../simulation/media.ts';
import { OUTPUT, openWorld, type World } from '../simulation/world.ts';
import type { TroubleVerdict } from './disks.ts';
import { createTroubles } from './troubled-files.ts';

const SOURCES = '/home/person/takes';
const WATCHED = '/home/person/incoming';

/** What a person reads, by what the system says. */
const KINDS = {
  EIO: /couldn’t be read or written/,
  ESTALE: /connection to the network drive of .+ is lost/,
  EROFS: /is read-only/,
  ENOSPC: /no space left/,
  EMFILE: /open no more files/,
  'EPERM on rename': /Another program is using/,
  silent: /hasn’t answered for 30 seconds/,
} as const;

const PLACES = ['source', 'output', 'data', 'watch folder'] as const;

/** When the trouble begins: as the recording is added, or once it is so far. */
const MOMENTS = ['added', 'uploading', 'generating', 'downloading'] as const;

/** What can only happen where something is written. */
const OF_WRITING: readonly string[] = ['EROFS', 'ENOSPC', 'EPERM on rename'];
/** The first restoration of this world doesn't fail. */
const SEED = 2;

const TROUBLE_MS = 10 * 60_000;
const LONGEST_MS = 6 * 60 * 60_000;

/** Every kind in every place. */
export async function tryTroubles(
  folder: string,
  moments: readonly (typeof MOMENTS)[number][] = MOMENTS,
  kinds = Object.keys(KINDS) as readonly (keyof typeof KINDS)[],
): Promise<TroubleVerdict[]> {
  const verdicts: TroubleVerdict[] = [];
  for (const kind of kinds) {
    for (const place of PLACES) {
      if ((place === 'source' || place === 'watch folder') && OF_WRITING.includes(kind)) continue;
      const data = (moment: string) => path.join(folder, `${kind} ${place} ${moment}`.replaceAll(' ', '-'));
      if (place === 'watch folder') verdicts.push(await tryWatching(data('found'), kind));
      else for (const moment of moments) verdicts.push(await tryTrouble(data(moment), kind, place, moment));
    }
  }
  return verdicts;
}

async function tryTrouble(
  data: string,
  kind: keyof typeof KINDS,
  place: Exclude<(typeof PLACES)[number], 'watch folder'>,
  moment: (typeof MOMENTS)[number],
): Promise<TroubleVerdict> {
  const troubles = createTroubles();
  const world = await openWorld({ seed: SEED, folder: data, troubles, longestGenerationMs: 60_000 });
  const below = { source: SOURCES, output: OUTPUT, data }[place];
  const file = `${SOURCES}/take.wav`;
  world.disk.put(file, makeMedium({ name: 'take', seconds: 60, bytes: 3000 }));
  const begin = () => {
    troubles.current = { below, kind };
  };
  const jobId = await add(world, file);
  if (moment === 'added') begin();
  await world.ask((client) => client.queue.start({ jobIds: [jobId] }));
  if (moment !== 'added') {
    await reach(world, jobId, [moment, 'done']);
    begin();
  }
  await world.advance(TROUBLE_MS, () => world.books.stateOf(jobId) === 'done');
  const isOver = world.books.stateOf(jobId) === 'done';
  const said = new Set(saidOf(world, jobId));
  const met = troubles.met > 0;
  const failed = world.books.stateOf(jobId) === 'failed';
  troubles.end();
  await reach(world, jobId, ['done', 'failed']);
  const isDone = isWhole(world) && world.books.stateOf(jobId) === 'done';
  const wrong = [...wrongIn(world), ...(failed ? ['failed'] : [])];
  await world.close();
  return {
    name: `${kind}, ${place}, ${moment}`,
    said: [...said].join(' | '),
    // What was done meanwhile, such as what needs that place no more, has nothing to say.
    isTold: (isOver || said.size > 0) && [...said].every((one) => isAbout(one, kind, below)),
    isMet: met,
    isDone: isDone ? 'itself' : null,
    wrong,
  };
}

/** A file that a folder is watched for. */
async function tryWatching(data: string, kind: keyof typeof KINDS): Promise<TroubleVerdict> {
  const troubles = createTroubles();
  const world = await openWorld({ seed: SEED, folder: data, troubles, longestGenerationMs: 60_000 });
  world.disk.put(`${WATCHED}/take.wav`, makeMedium({ name: 'take', seconds: 60, bytes: 3000 }));
  troubles.current = { below: WATCHED, kind };
  await world.ask((client) =>
    client.watchFolders.save({
      path: WATCHED,
      presetId: 'restore-only',
      connectionId: world.connectionId,
      capPerDay: 1_000_000_000,
      output: { kind: 'folder', path: OUTPUT },
      enabled: true,
    }),
  );
  await world.advance(TROUBLE_MS);
  const state = (await world.ask((client) => client.watchFolders.list()))?.folders[0]?.state;
  const said = state?.kind === 'problem' ? state.message.what : (state?.kind ?? '');
  const isMet = troubles.met > 0;
  // A disk that is gone comes back by itself.
  const isTold = isAbout(said, kind, WATCHED) || (said === 'not-there' && (kind === 'EIO' || kind === 'ESTALE'));
  troubles.end();
  await world.advance(LONGEST_MS, () => isWhole(world));
  const isDone = isWhole(world) ? 'itself' : null;
  const wrong = wrongIn(world);
  await world.close();
  return { name: `${kind}, watch folder`, said, isMet, isTold, isDone, wrong };
}

function isAbout(said: string, kind: keyof typeof KINDS, place: string): boolean {
  return KINDS[kind].test(said) && (kind === 'EMFILE' || said.includes(place));
}

/** Whether the output is there, as the vendor made it. */
function isWhole({ disk, vendor }: World): boolean {
  const made = vendor.generations.find(({ fails }) => !fails)?.result;
  const [, output] = [...disk.entries].find(([file]) => file.startsWith(`${OUTPUT}/`) && file.endsWith('.wav')) ?? [];
  return made !== undefined && output !== undefined && Buffer.compare(made, output.content) === 0;
}

function wrongIn({ vendor, violations }: World): string[] {
  const paid = vendor.generations.filter(({ fails }) => !fails).length;
  return [...violations, ...(paid === 1 ? [] : [`paid ${paid} times`])];
}

async function add(world: World, file: string): Promise<string> {
  const report = await world.ask((client) =>
    client.queue.add({
      paths: [file],
      preset: {
        models: ['service-2'],
        downloadType: 'audio',
        output: { kind: 'folder', path: OUTPUT },
        namingTemplate: '{name}',
      },
      start: false,
      connectionId: world.connectionId,
    }),
  );
  return report?.jobIds[0] ?? '';
}

async function reach(world: World, jobId: string, kinds: readonly JobState['kind'][]): Promise<void> {
  await world.advance(LONGEST_MS, () => kinds.includes(world.books.stateOf(jobId) ?? 'queued'));
}

/** Every reason that the row gave for waiting or failing. */
function saidOf({ events }: World, jobId: string): string[] {
  return events
    .flatMap(({ jobs }) => jobs.filter(({ id }) => id === jobId))
    .flatMap(({ state }) => {
      if (state.kind === 'waiting') return [state.reason.userMessage];
      return state.kind === 'failed' ? [state.error.userMessage] : [];
    });
}
