/** Runs one seed: its steps with an audit after each, then a calm in which everything must come to its end. */

import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { type Auditor, createAuditor, type Person } from './audit.ts';
import type { BookedJob } from './books.ts';
import { type Step, stepsOf, weather } from './steps.ts';
import { openWorld, type World, type WorldOptions } from './world.ts';

export interface SeedOptions extends Pick<WorldOptions, 'lies' | 'longestGenerationMs' | 'quarantineMs'> {
  readonly seed: number;
  readonly steps: number;
  /** Instead of the seed's own. */
  readonly only?: readonly Step[];
  /** With more that changes what is paid. */
  readonly ofMoney?: boolean;
  /** So often on the same desk, one after the other: `steps`, and all coming to its end. */
  readonly sequences?: number;
  /** Called each time that everything has come to its end. @param database of the desk */
  readonly atEnd?: (world: World, database: string) => Promise<void>;
}

export interface SeedReport {
  readonly seed: number;
  readonly steps: number;
  readonly deaths: number;
  readonly faults: number;
  readonly posts: number;
  /** Each with the number of the step after which it was seen. */
  readonly violations: readonly string[];
  readonly passed: Readonly<Record<string, number>>;
  readonly trace: readonly string[];
  readonly traceHash: string;
  readonly stepsTaken: readonly string[];
}

const MINUTE_MS = 60_000;
/** Longer than all waits together, once nothing goes wrong anymore: a service that lists late is given up to a day. */
const LONGEST_CALM_MS = 26 * 60 * MINUTE_MS;

/** Failures that stay when all is well again: the recording's own, the person's bounds, or what the service said for good. */
const LASTING = [
  'sourceMissing',
  'sourceChanged',
  'mediaEmpty',
  'mediaNotRecognized',
  'mediaTruncated',
  'mediaTooShort',
  'generationFailed',
  // Not paid without another word: what was promised from history, what may be paid on a job that nobody works on, and what another
  // job is fetching.
  'earlierResultGone',
  'paidWorkUnfetched',
  'paidWorkTakenUp',
  'sameWorkUnfinished',
  'sameWorkHeld',
];

export async function runSeed(given: SeedOptions): Promise<SeedReport> {
  const { seed, steps, only, ofMoney, atEnd, sequences = 1, ...options } = given;
  const folder = mkdtempSync(path.join(tmpdir(), 'cleartake-simulation-'));
  const world = await openWorld({ seed, folder: path.join(folder, 'data'), ...options });
  const person: Person = { sources: new Map(), risks: new Map() };
  const auditor = createAuditor(world, person);
  const taken: string[] = [];
  const all = only ?? stepsOf(seed, steps * sequences, ofMoney);
  const length = Math.ceil(all.length / sequences);
  const violations: string[] = [];
  try {
    for (let sequence = 0; sequence < sequences && world.violations.length === 0; sequence++) {
      await fc.asyncModelRun(
        () => ({ model: person, real: world }),
        all.slice(sequence * length, (sequence + 1) * length).map((step) => audited(step)),
      );
      if (world.violations.length === 0) await calm(world, auditor);
      if (world.violations.length === 0) await atEnd?.(world, path.join(folder, 'data', 'cleartake.sqlite'));
      if (sequence < sequences - 1) await giveUpWaiting(world);
    }
    if (world.violations.length > 0)
      violations.push(...world.violations.map((what) => `after ${taken.length} steps: ${what}`));
    await world.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const { deaths, passed, posts, trace } = world;
  const faults = Object.values(world.weather.met).reduce((sum, count) => sum + count, 0);
  const traceHash = createHash('sha256').update(trace.join('\n')).digest('hex');
  return { seed, steps: taken.length, deaths, faults, posts, violations, passed, trace, traceHash, stepsTaken: taken };

  function audited(step: Step): Step {
    return {
      check: () => world.violations.length === 0,
      async run(model, real) {
        taken.push(step.toString());
        await step.run(model, real);
        auditor.check();
      },
      toString: step.toString,
    };
  }
}

/** All faults end and time passes: no job may be stuck; then everything is sent on its way once more, and only lasting failures stay. */
async function calm(world: World, auditor: Auditor): Promise<void> {
  world.note('-- calm');
  weather(world, 0, 2000);
  world.vendor.setPaymentHold(null);
  world.disk.setFull(false);
  world.setEngineTrouble(0);
  world.doom(null);
  await world.ask((client) => client.queue.resumeAll());
  await comeToRest(world, auditor);
  if (world.violations.length > 0) return;
  world.note('-- everything once more');
  world.vendor.setTakingBack(0);
  const idsOf = (...kinds: readonly string[]) =>
    world.books.jobs().flatMap((job) => (!job.removed && kinds.includes(job.state.kind) ? [job.id] : []));
  const jobIds = idsOf('failed', 'paused');
  if (jobIds.length > 0) {
    await world.ask((client) => client.queue.resume({ jobIds }));
    await world.ask((client) => client.queue.retry({ jobIds }));
  }
  for (const jobId of idsOf('needs-you'))
    await world.ask((client) => client.queue.answer({ jobId, answer: 'check-again' }));
  await comeToRest(world, auditor);
  for (const { id, removed, state } of world.books.jobs()) {
    if (removed || state.kind !== 'failed' || LASTING.includes(state.error.code)) continue;
    world.violate(`Job ${id} fails although all is well: ${state.error.code} ${state.error.detail ?? ''}`);
  }
  giveBackUnasked(world);
  checkBill(world);
}

/** Nobody asks anymore for the results of jobs that are over, so the desk can't learn that they were taken back. */
function giveBackUnasked(world: World): void {
  const left = new Set(
    world.books
      .generations()
      .flatMap(({ kind, remoteId }) => (kind === 'complete' || kind === 'downloading' ? remoteId : [])),
  );
  for (const one of world.vendor.generations)
    if (one.takenBack !== null && left.has(one.id)) world.vendor.giveBack(one);
}

/** What waits for the person would keep the desk busy through all sequences that follow. */
async function giveUpWaiting(world: World): Promise<void> {
  const jobIds = world.books.jobs().flatMap(({ id, removed, state }) => {
    const isOver = removed || ['done', 'failed', 'cancelled'].includes(state.kind);
    return isOver ? [] : id;
  });
  if (jobIds.length > 0) await world.ask((client) => client.queue.cancel({ jobIds }));
}

async function comeToRest(world: World, auditor: Auditor): Promise<void> {
  await world.advance(
    LONGEST_CALM_MS,
    everyMinute(world, () => unsettled(world).length === 0),
  );
  auditor.check();
  for (const what of unsettled(world)) world.violate(`Stuck: ${what}`);
}

/** Asks at most once a minute of the world's time. */
function everyMinute(world: World, question: () => boolean): () => boolean {
  let next = 0;
  let holds = false;
  return () => {
    if (holds || world.clock.monotonic() < next) return holds;
    next = world.clock.monotonic() + MINUTE_MS;
    holds = question();
    return holds;
  };
}

function unsettled(world: World): string[] {
  const jobs = new Map(world.books.jobs().map((job) => [job.id, job]));
  const resting = ['done', 'failed', 'cancelled', 'paused', 'needs-you'];
  const waitsForPerson = ({ state }: BookedJob) =>
    state.kind === 'waiting' && ['costCapReached', 'costsMoreThanQuoted'].includes(state.reason.code);
  const working = [...jobs.values()].filter(
    (job) => job.admitted && !resting.includes(job.state.kind) && !waitsForPerson(job),
  );
  const left = world.books.generations().filter((one) => {
    const kind = jobs.get(one.jobId)?.state.kind;
    const isOver = kind === 'cancelled' || kind === 'failed';
    return isOver && ['intent', 'unknown', 'started', 'queued', 'processing'].includes(one.kind);
  });
  return [
    ...working.map((job) => `job ${job.id} is ${JSON.stringify(job.state)}`),
    ...left.map((one) => `generation ${one.id} of a job that is over is ${one.kind}`),
  ];
}

/** What the vendor completed and bills is in the books, but for what the person took the risk of. */
function checkBill(world: World): void {
  const signs = { charge: 1, refund: -1, hold: 0, release: 0 };
  const sum = world.books.ledger().reduce((total, { amount, kind }) => total + signs[kind] * (amount ?? 0), 0);
  const known = new Set(world.books.generations().map((one) => one.remoteId));
  const billed = world.vendor.generations.filter((one) => world.vendor.isComplete(one) && known.has(one.id));
  const bill = billed.reduce((total, one) => total + one.amount, 0);
  if (sum !== bill) world.violate(`The books say ${sum}, the vendor bills ${bill}`);
}
