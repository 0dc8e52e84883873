/** What can happen to a desk, as fast-check commands: what the person does, what the world does, and time. */

import fc from 'fast-check';
import { START_CHECKPOINTS, TRANSFER_CHECKPOINTS } from '../../../electron/core/checkpoints.ts';
import type { BatchPreset } from '../../../shared/domain/batch/batch-preset.ts';
import { MODEL_IDS } from '../../../shared/domain/models.ts';
import type { Person } from './audit.ts';
import type { BookedJob } from './books.ts';
import { createDraw, type Draw } from './draw.ts';
import { makeMedium } from './media.ts';
import { OUTPUT, type World } from './world.ts';

export type Step = fc.AsyncCommand<Person, World>;

const HOME = '/home/person/takes';
const DAY_MS = 24 * 60 * 60_000;

type Deed = (world: World, person: Person, draw: Draw) => Promise<unknown>;

/** Each with its weight. What a deed needs is drawn from a number of its own, so that leaving others out changes nothing in it. */
const DEEDS: Readonly<Record<string, readonly [weight: number, deed: Deed]>> = {
  add: [10, add],
  start: [4, start],
  pause: [2, onJobs((client, jobIds) => client.queue.pause({ jobIds }))],
  resume: [3, onJobs((client, jobIds) => client.queue.resume({ jobIds }))],
  cancel: [3, onJobs((client, jobIds) => client.queue.cancel({ jobIds }))],
  retry: [6, onJobs((client, jobIds) => client.queue.retry({ jobIds }), ['failed', 'cancelled'])],
  remove: [1, onJobs((client, jobIds) => client.queue.remove({ jobIds }))],
  move: [2, onJobs((client, jobIds) => client.queue.move({ jobIds: jobIds.slice(0, 1), before: jobIds[1] ?? null }))],
  prioritize: [
    2,
    onJobs((client, jobIds, draw) =>
      client.queue.prioritize({ jobIds, priority: draw.pick(['high', 'normal', 'low']) }),
    ),
  ],
  pauseAll: [1, (world) => world.ask((client) => client.queue.pauseAll())],
  resumeAll: [3, (world) => world.ask((client) => client.queue.resumeAll())],
  answer: [6, answer],
  accept: [2, onJobs((client, jobIds) => client.queue.repair({ jobIds }), ['failed'])],
  addModel: [
    3,
    onJobs(
      (client, [jobId = ''], draw) => client.queue.addModel({ jobId, model: draw.pick(MODEL_IDS) }),
      ['done', 'failed'],
    ),
  ],
  moment: [14, (world, _, draw) => world.advance(draw.whole(1, 400))],
  seconds: [18, (world, _, draw) => world.advance(draw.whole(1000, 30_000))],
  minutes: [10, (world, _, draw) => world.advance(draw.whole(60_000, 900_000))],
  hours: [1, (world, _, draw) => world.advance(draw.whole(DAY_MS / 24, DAY_MS / 8))],
  sleep: [2, (world, _, draw) => world.sleep(draw.whole(1000, draw.chance(0.2) ? 2 * DAY_MS : DAY_MS / 8))],
  clock: [1, async (world, _, draw) => world.clock.shift(draw.pick([-DAY_MS, DAY_MS, draw.whole(-DAY_MS, DAY_MS)]))],
  hold: [
    2,
    async (world, _, draw) => world.vendor.setPaymentHold(draw.pick(['paymentFailed', 'spendLimitExceeded', null])),
  ],
  billingFixed: [2, async (world) => world.vendor.setPaymentHold(null)],
  storm: [6, async (world, _, draw) => weather(world, draw.pick([0.05, 0.2, 0.4, 0.7]), draw.whole(0, 100_000))],
  calm: [2, async (world) => weather(world, 0, 2000)],
  engineTrouble: [1, async (world, _, draw) => world.setEngineTrouble(draw.pick([0.05, 0.3]))],
  engineWell: [2, async (world) => world.setEngineTrouble(0)],
  diskFull: [1, async (world) => world.disk.setFull(true)],
  diskFree: [2, async (world) => world.disk.setFull(false)],
  source: [1, changeSource],
  doomAtCheckpoint: [
    4,
    async (world, _, draw) => world.doom({ checkpoint: draw.pick([...START_CHECKPOINTS, ...TRANSFER_CHECKPOINTS]) }),
  ],
  doomSoon: [3, async (world, _, draw) => world.doom({ steps: draw.whole(1, 60) })],
  die: [1, (world) => world.die()],
  restart: [1, (world) => world.restart()],
};

/** More that changes what is paid, results that the service takes back and deletions from History too; less that only takes time. */
const DEEDS_OF_MONEY: typeof DEEDS = {
  ...DEEDS,
  add: [16, (world, person, draw) => add(world, person, draw, Number.POSITIVE_INFINITY)],
  moment: [6, (world, _, draw) => world.advance(draw.whole(1, 400))],
  seconds: [12, (world, _, draw) => world.advance(draw.whole(1000, 30_000))],
  minutes: [5, (world, _, draw) => world.advance(draw.whole(60_000, 300_000))],
  hours: [0, async () => undefined],
  move: [0, async () => undefined],
  prioritize: [0, async () => undefined],
  doomAtCheckpoint: [
    8,
    async (world, _, draw) => world.doom({ checkpoint: draw.pick([...START_CHECKPOINTS, ...TRANSFER_CHECKPOINTS]) }),
  ],
  die: [3, (world) => world.die()],
  takeBack: [8, async (world, _, draw) => world.vendor.setTakingBack(draw.pick([0, 0.3, 0.8]))],
  price: [8, changePrices],
  forget: [8, onJobs((client, jobIds) => client.history.forget({ jobIds }), ['done', 'failed', 'cancelled'])],
  agree: [4, onJobs((client, jobIds) => client.queue.agree({ jobIds }), ['waiting'])],
};

export function weather(world: World, faults: number, lag: number): void {
  world.weather.set(faults);
  world.vendor.setListingLag(lag);
}

function step(name: string, deed: Deed, number: number): Step {
  return {
    check: () => true,
    async run(person, world) {
      world.note(`-- ${name} ${number}`);
      await deed(world, person, createDraw(number));
      await world.advance(0);
    },
    toString: () => `${name}(${number})`,
  };
}

function anyStep(deeds: typeof DEEDS): fc.Arbitrary<Step> {
  return fc.oneof(
    ...Object.entries(deeds).map(([name, [weight, deed]]) => ({
      weight,
      arbitrary: fc.noBias(fc.nat()).map((number) => step(name, deed, number)),
    })),
  );
}

/** The steps of a seed, always the same. @param ofMoney with more that changes what is paid */
export function stepsOf(seed: number, count: number, ofMoney = false): readonly Step[] {
  const any = anyStep(ofMoney ? DEEDS_OF_MONEY : DEEDS);
  const [steps] = fc.sample(fc.array(any, { minLength: count, maxLength: count, size: 'max' }), {
    seed,
    numRuns: 1,
  });
  return steps ?? [];
}

function preset(draw: Draw): BatchPreset {
  return {
    models: draw.chance(0.4) ? [...MODEL_IDS] : [draw.pick(MODEL_IDS)],
    downloadType: 'audio',
    output: draw.chance(0.8) ? { kind: 'folder', path: OUTPUT } : { kind: 'library' },
    namingTemplate: draw.chance(0.5) ? '{name}' : '{name} {model}',
  };
}

async function start(world: World, _: Person, draw: Draw): Promise<void> {
  if (draw.chance(0.5)) await world.ask((client) => client.system.setPreset(preset(draw)));
  await world.ask((client) => client.queue.start({ restoresAgain: draw.chance(0.1) }));
}

async function add(world: World, person: Person, draw: Draw, most = MOST_SOURCES): Promise<void> {
  if (person.sources.size >= most && draw.chance(0.8)) return;
  const paths: string[] = [];
  for (let count = draw.chance(0.7) ? 1 : draw.whole(2, 5); count > 0; count--) {
    const there = [...person.sources.keys()];
    const file =
      there.length > 0 && draw.chance(0.15) ? draw.pick(there) : `${HOME}/take ${person.sources.size + 1}.wav`;
    if (!person.sources.has(file)) put(world, person, file, draw);
    paths.push(file);
  }
  await world.ask((client) =>
    client.queue.add({
      paths,
      preset: preset(draw),
      start: draw.chance(0.8),
      connectionId: world.connectionId,
      ...(draw.chance(0.3) ? { maxCost: draw.whole(0, 700_000) } : {}),
    }),
  );
}

/** Recordings of one seed: more would make it slow without showing more. */
const MOST_SOURCES = 14;

function put(world: World, person: Person, file: string, draw: Draw): void {
  const seconds = draw.chance(0.1) ? draw.whole(300, 2000) : draw.whole(1000, 200_000) / 1000;
  const whole = makeMedium({ name: `m${draw.hex(4)}`, seconds, bytes: draw.whole(100, 2500) });
  const content = draw.chance(0.05)
    ? Buffer.from(draw.chance(0.5) ? '' : 'no recording')
    : draw.chance(0.06)
      ? whole.slice(0, whole.length - draw.whole(1, 20))
      : whole;
  world.disk.put(file, content);
  person.sources.set(file, content);
}

/** Service and desk change them in one moment, while no start is on its way: what it costs is then beyond doubt. */
async function changePrices(world: World, _: Person, draw: Draw): Promise<void> {
  if (world.books.generations().some(({ kind }) => ['intent', 'unknown', 'needs-you'].includes(kind))) return;
  const prices = { 'service-2': draw.whole(1, 3000), 'service-3.5': draw.whole(1, 6000) };
  const { connectionId } = world;
  const change = () =>
    world.ask(async (client) => {
      const changed = await client.connections.update({ connectionId, prices });
      world.vendor.setPrices(prices);
      return changed;
    });
  // A desk that dies over it is asked again.
  for (let tries = 0; tries < 5; tries++) if ((await change()) !== null) return;
}

async function changeSource(world: World, person: Person, draw: Draw): Promise<void> {
  const files = [...person.sources.keys()];
  if (files.length === 0) return;
  const file = draw.pick(files);
  if (draw.chance(0.5)) put(world, person, file, draw);
  else {
    world.disk.delete(file);
    person.sources.set(file, null);
  }
}

/** One, some or all of the jobs on the queue; mostly such as are in one of these states. */
function onJobs(
  call: (client: Parameters<Parameters<World['ask']>[0]>[0], jobIds: string[], draw: Draw) => Promise<unknown>,
  kinds?: readonly BookedJob['state']['kind'][],
): Deed {
  return async (world, _, draw) => {
    const all = world.books.jobs().filter((job) => !job.removed);
    const fitting = kinds === undefined ? [] : all.filter((job) => kinds.includes(job.state.kind));
    const from = (fitting.length > 0 && draw.chance(0.9) ? fitting : all).map((job) => job.id);
    if (from.length === 0) return;
    const ids = draw.chance(0.15) ? from : draw.chance(0.3) ? [draw.pick(from), draw.pick(from)] : [draw.pick(from)];
    await world.ask((client) => call(client, [...new Set(ids)], draw));
  };
}

async function answer(world: World, person: Person, draw: Draw): Promise<void> {
  const asking = world.books.jobs().filter((job) => job.state.kind === 'needs-you' && !job.removed);
  if (asking.length === 0) return;
  const job = draw.pick(asking);
  const answer = draw.chance(0.5) ? 'start-again' : 'check-again';
  const open = world.books.generations().find((one) => one.jobId === job.id && one.kind === 'needs-you');
  if (answer === 'start-again' && open !== undefined) {
    const key = `${job.id} ${open.model}`;
    person.risks.set(key, (person.risks.get(key) ?? 0) + 1);
  }
  await world.ask((client) => client.queue.answer({ jobId: job.id, answer }));
}
