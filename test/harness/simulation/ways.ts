/**
 * Every way into a start, as a person walks it with one recording: what it needs before anything of the wanted model is paid, and the step
 * itself. Pairs of them are walked one after the other, while the first is under way, and at once, and the vendor's books say what was paid.
 */

import { openDatabase } from '../../../electron/platform/sqlite.ts';
import type { BatchPreset } from '../../../shared/domain/batch/batch-preset.ts';
import type { JobState } from '../../../shared/domain/job-state.ts';
import type { ModelId } from '../../../shared/domain/models.ts';
import { makeMedium, readMedium, SUSPECT } from './media.ts';
import { KEY, ORIGIN, PRICES } from './vendor.ts';
import { OUTPUT, type World } from './world.ts';

const WANTED: ModelId = 'service-2';
const OTHER: ModelId = 'service-3.5';
const LONGEST_MS = 6 * 60 * 60_000;
/** A restoration fails now and then: it is retried, for nothing. */
const MOST_RETRIES = 4;

/** A walk of one content. Each of its rows has a file of its own, all of them equal. */
interface Walk {
  readonly world: World;
  readonly jobIds: string[];
  /** A connection that is not the one of the starts that are counted. */
  readonly elsewhere: string;
  copy(): string;
}

/** Prepares what a way needs. @returns the step into the start */
type Way = (walk: Walk) => Promise<() => Promise<unknown>>;

export const WAYS = {
  restore: async (walk) => {
    const file = walk.copy();
    return () => add(walk, file, [WANTED]);
  },
  'watch folder': async (walk) => {
    const file = walk.copy();
    return () => add(walk, file, [WANTED], { reuse: true });
  },
  start: async (walk) => {
    const jobId = await add(walk, walk.copy(), [WANTED], {}, { start: false });
    return () => walk.world.ask((client) => client.queue.start({ jobIds: [jobId] }));
  },
  'retry from the upload': (walk) => stopped(walk, 'uploading'),
  'retry from the start': (walk) => stopped(walk, 'generating'),
  resume: async ({ world, ...walk }) => {
    const jobIds = [await add({ world, ...walk }, walk.copy(), [WANTED])];
    await until(world, jobIds, ['uploading']);
    await world.ask((client) => client.queue.pause({ jobIds }));
    return () => world.ask((client) => client.queue.resume({ jobIds }));
  },
  'add a model': async (walk) => {
    const jobId = await restored(walk, walk.world.connectionId);
    return () => walk.world.ask((client) => client.queue.addModel({ jobId, model: WANTED }));
  },
  'restore from history': async (walk) => {
    const jobIds = [await restored(walk, walk.world.connectionId)];
    return () => once(walk, (client) => client.queue.restoreAgain({ jobIds, models: [WANTED], maxCost: null }));
  },
  send: async (walk) => {
    const jobIds = [await restored(walk, walk.elsewhere)];
    const { connectionId } = walk.world;
    return () => once(walk, (client) => client.queue.send({ jobIds, connectionId, models: [WANTED] }));
  },
  /** A part of the recording is a content of its own. */
  'try a passage': async (walk) => {
    const jobId = await restored(walk, walk.world.connectionId);
    const { connectionId } = walk.world;
    const asked = {
      jobId,
      connectionId,
      models: [WANTED],
      passage: { startSeconds: 10, endSeconds: 40 },
      maxCost: null,
    };
    return () => once(walk, async (client) => ({ jobIds: [(await client.queue.tryExcerpt(asked)).jobId] }));
  },
  /** The first one is paid, and its result is held back; the person says that it is to be paid again. */
  'redo from review': async (walk) => {
    const jobId = await add(walk, walk.copy(), [WANTED], { output: { kind: 'folder', path: OUTPUT } });
    await toTheEnd({ ...walk, jobIds: [jobId] });
    return () =>
      once(walk, async (client) => ({ jobIds: [(await client.queue.redo({ jobId, maxCost: null })).jobId] }));
  },
  /** Here as well. */
  again: async (walk) => {
    const file = walk.copy();
    return () => add(walk, file, [WANTED], { reuse: false });
  },
} as const satisfies Record<string, Way>;

export type WayName = keyof typeof WAYS;
const PART: WayName = 'try a passage';
const REDO: WayName = 'redo from review';
export const TIMINGS = ['after', 'meanwhile', 'at once'] as const;

/**
 * What is wrong about the walks of all pairs, each as a sentence.
 * @param one whether each pair is walked with one of the timings, in turn, instead of all
 */
export async function walkPairs(
  world: World,
  names: readonly WayName[],
  timings: readonly (typeof TIMINGS)[number][],
  one = false,
): Promise<string[]> {
  const other = { name: 'Elsewhere', baseUrl: ORIGIN, headerStyle: 'bearer', prices: { ...PRICES }, key: KEY } as const;
  const elsewhere = (await world.ask((client) => client.connections.add(other)))?.id ?? '';
  const wrong: string[] = [];
  let walks = 0;
  for (const [turn, timing] of timings.entries()) {
    for (const [row, first] of names.entries()) {
      for (const [column, second] of names.entries()) {
        if (one && (row + column) % timings.length !== turn) continue;
        const found = await walkPair(world, elsewhere, `${SUSPECT}${walks++}`, first, second, timing);
        if (found !== null) wrong.push(`${first}, ${timing} ${second}: ${found}`);
      }
    }
  }
  return [...wrong, ...world.violations];
}

async function walkPair(
  world: World,
  elsewhere: string,
  name: string,
  first: WayName,
  second: WayName,
  timing: (typeof TIMINGS)[number],
): Promise<string | null> {
  const content = makeMedium({ name, seconds: 100, bytes: 1500 });
  let copies = 0;
  const walk: Walk = {
    world,
    elsewhere,
    jobIds: [],
    copy() {
      const file = `/home/person/takes/${name} ${++copies}.wav`;
      world.disk.put(file, content);
      return file;
    },
  };
  /** Of the recording, or of the part of it that is tried. */
  const starts = (isPart: boolean) =>
    world.vendor.generations.filter(({ model, project: { medium } }) => {
      const uploaded = medium === null ? '' : (readMedium(medium)?.name ?? '');
      return model === WANTED && (isPart ? uploaded.startsWith(`${name}-from-`) : uploaded === name);
    });
  // Nothing of the wanted model is paid before the others are ready.
  const before = first === REDO ? await WAYS[second](walk) : null;
  const one = await WAYS[first](walk);
  const two = before ?? (await WAYS[second](walk));
  await one();
  if (timing === 'after') await until(world, walk.jobIds, OVER);
  const isPaid = timing === 'after' && world.books.stateOf(walk.jobIds.at(-1) ?? '') === 'done';
  if (timing === 'meanwhile') await world.advance(LONGEST_MS, () => starts(first === PART).length > 0);
  await two();
  await toTheEnd(walk);
  for (const isPart of [false, true]) {
    const ways = [first, second].filter((way) => (way === PART) === isPart);
    const paid = starts(isPart).filter(({ fails }) => !fails).length;
    // Each that is to be paid again may come on top; the first doesn't, if nothing was paid before it ended.
    const isFirst = isPaid && !isPart && first === 'again' && second !== REDO;
    const asked = ways.slice(isFirst ? 1 : 0).filter((way) => way === 'again' || way === REDO).length;
    const most = ways.length === 0 ? 0 : 1 + asked;
    if (paid > most || (paid === 0 && most > 0)) return `paid ${paid} times`;
  }
  const open = walk.jobIds.map(world.books.stateOf).find((kind) => kind !== 'done' && kind !== 'in-review');
  return open === undefined ? null : `ended ${open}`;
}

const OVER: readonly JobState['kind'][] = ['done', 'failed', 'cancelled', 'paused', 'in-review'];

async function toTheEnd({ jobIds, world }: Walk): Promise<void> {
  for (let tries = 0; tries < MOST_RETRIES; tries++) {
    await until(world, jobIds, OVER);
    const failed = jobIds.filter((id) => world.books.stateOf(id) === 'failed');
    if (failed.length === 0) return;
    await world.ask((client) => client.queue.retry({ jobIds: failed }));
  }
}

async function until(world: World, jobIds: readonly string[], kinds: readonly JobState['kind'][]): Promise<void> {
  await world.advance(LONGEST_MS, () => jobIds.every((id) => kinds.includes(world.books.stateOf(id) ?? 'queued')));
}

/** @returns the new job */
async function add(
  walk: Walk,
  file: string,
  models: ModelId[],
  preset: Partial<BatchPreset> = {},
  how: { readonly start?: boolean; readonly connectionId?: string } = {},
): Promise<string> {
  const { start = true, connectionId = walk.world.connectionId } = how;
  const wanted: BatchPreset = { models, downloadType: 'audio', output: { kind: 'library' }, namingTemplate: '{name}' };
  const report = await walk.world.ask((client) =>
    client.queue.add({ paths: [file], preset: { ...wanted, ...preset }, start, connectionId }),
  );
  const [jobId = ''] = report?.jobIds ?? [];
  walk.jobIds.push(jobId);
  return jobId;
}

/** A row that is done with the other model. */
async function restored(walk: Walk, connectionId: string): Promise<string> {
  const jobId = await add(walk, walk.copy(), [OTHER], {}, { connectionId });
  await toTheEnd({ ...walk, jobIds: [jobId] });
  return jobId;
}

/** A row that was cancelled on its way to a start. */
async function stopped(walk: Walk, stage: JobState['kind']): Promise<() => Promise<unknown>> {
  const { world } = walk;
  const jobIds = [await add(walk, walk.copy(), [WANTED])];
  await until(world, jobIds, [stage]);
  await world.ask((client) => client.queue.cancel({ jobIds }));
  await until(world, jobIds, ['cancelled']);
  return () => world.ask((client) => client.queue.retry({ jobIds }));
}

/** A step that makes a job of its own. An engine stops now and then: then it is asked for again. */
async function once(
  walk: Walk,
  step: (client: Parameters<Parameters<World['ask']>[0]>[0]) => Promise<{ readonly jobIds: readonly string[] }>,
): Promise<void> {
  for (let tries = 0; tries < MOST_RETRIES; tries++) {
    const made = await walk.world.ask(step);
    if (made === null) continue;
    walk.jobIds.push(...made.jobIds);
    return;
  }
}

const RECORDED = `(select content_hash from recording join job on recording_id = recording.id where job.id = new.job_id)`;

/** Wrong rules, made by spoiling what the right one reads: triggers of the store hide what they don't look at. */
export const WRONG_RULES = {
  /** A result counts only for rows that were added after it was stored. */
  'results are used by age': `create trigger by_age after update of state_kind on generation
    when new.state_kind = 'stored' and exists (
      select 1 from generation as other join job on job.id = other.job_id join recording on recording.id = job.recording_id
      where other.id <> new.id and other.model = new.model and other.state_kind in ('ready', 'failed')
        and recording.content_hash = new.content_hash)
    begin update generation set content_hash = null where id = new.id; end`,
  /** Only what is stored counts. */
  'starts under way are not looked at': `
    create trigger hide_open after update of state_kind on generation when new.state_kind not in ('ready', 'failed', 'stored')
    begin update generation set content_hash = null where id = new.id; end;
    create trigger show_stored after update of state_kind on generation when new.state_kind = 'stored' and new.content_hash is null
    begin update generation set content_hash = ${RECORDED} where id = new.id; end`,
} as const;

export function spoil(database: string, rule: keyof typeof WRONG_RULES): void {
  const { raw, close } = openDatabase({ path: database, schema: {} });
  raw.exec(WRONG_RULES[rule]);
  close();
}
