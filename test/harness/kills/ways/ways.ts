/** Commands of the terminal and deeds at a desk, one after the other on the same recordings, each killed in the middle of a start. */

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Checkpoint, START_CHECKPOINTS } from '../../../../electron/core/checkpoints.ts';
import { EXIT } from '../../../../electron/hosts/cli/exit-status.ts';
import { openDatabase } from '../../../../electron/platform/sqlite.ts';
import { systemClock } from '../../../../electron/platform/time/clock.ts';
import { testSettings } from '../../desk/desk-ports.ts';
import { SCRIPTED_KEY, type ScriptedService } from '../../remote/scripted-service.ts';
import type { FaultOf } from '../../remote/start-faults.ts';
import { createDraw } from '../../simulation/draw.ts';
import { startBillingService } from '../starts/billing-service.ts';
import { startWorker } from '../starts/work.ts';
import { compareWays, copyOf, type WaysVerdict } from './books.ts';
import type { Command } from './command.ts';
import { type Life, nextLife } from './lives.ts';
import type { LifeOptions } from './worker.ts';

/** The desk's time against real time. */
const SPEED = 20;
const WRONG_KEY = 'wrong-key-0123456789';
const RECORDINGS = 5;
/** A life in which nothing of what was to happen happens is ended after so long, in milliseconds. */
const LONGEST_LIFE_MS = 4000;
/** One that is to come to its own end. */
const LONGEST_END_MS = 60_000;
/** Commands at the end, until everything is done. */
const MOST_ROUNDS = 4;
const RARE = new Set<Checkpoint>(['reconcile:in-resend', 'reconcile:resend-durable', 'recovery:intents-lost-sight']);

export interface WaysPlan {
  readonly kills: number;
  /** Data folders that are worked on side by side. */
  readonly lanes: number;
  readonly seed: number;
  readonly faultOf: FaultOf;
  /** Of real time. */
  readonly deadlineMs: number;
  readonly quarantineMs: number;
  /** In every second folder, commands name the service by its address. */
  readonly byAddress?: boolean;
  /** Retries pay without asking what was paid before. */
  readonly asksNothing?: boolean;
  /** Instead of what the seed draws: lives for a folder of recordings. */
  readonly script?: (folder: string) => readonly Life[];
  /** Hears of each life. */
  readonly tell?: (line: string) => void;
}

export interface WaysFigures extends WaysVerdict {
  readonly kills: number;
  /** Deaths at moments that no point names. */
  readonly atRandom: number;
  readonly points: Readonly<Record<string, number>>;
  /** How often each command was given. */
  readonly commands: Readonly<Record<string, number>>;
  /** Second commands that found the first at work, and those of them that were not turned away with status 3. */
  readonly beside: number;
  readonly intruders: number;
  readonly seconds: number;
}

interface Tally {
  kills: number;
  atRandom: number;
  beside: number;
  intruders: number;
  readonly points: Map<Checkpoint, number>;
  readonly commands: Map<string, number>;
}

/** @param worker the worker as one file */
export async function killWays(folder: string, worker: string, plan: WaysPlan): Promise<WaysFigures> {
  const began = systemClock.monotonic();
  const service = await startBillingService(plan.faultOf);
  const points = new Map<Checkpoint, number>(START_CHECKPOINTS.map((point) => [point, 0]));
  const tally: Tally = { kills: 0, atRandom: 0, beside: 0, intruders: 0, points, commands: new Map() };
  try {
    const lanes = Array.from({ length: plan.lanes }, (_, index) => index);
    const verdicts = await Promise.all(lanes.map((index) => runLane(folder, worker, service, plan, tally, index)));
    const sum = (name: Exclude<keyof WaysVerdict, 'wrongs'>) => verdicts.reduce((total, one) => total + one[name], 0);
    const { commands, ...counts } = tally;
    return {
      ...counts,
      jobs: sum('jobs'),
      paid: sum('paid'),
      paidTwice: sum('paidTwice'),
      extraPaid: sum('extraPaid'),
      lost: sum('lost'),
      stuck: sum('stuck'),
      wrongId: sum('wrongId'),
      unexplained: sum('unexplained'),
      wrongs: verdicts.flatMap(({ wrongs }) => wrongs),
      points: Object.fromEntries(points),
      commands: Object.fromEntries(commands),
      seconds: Math.round((systemClock.monotonic() - began) / 1000),
    };
  } finally {
    await service.close();
  }
}

async function runLane(
  parent: string,
  file: string,
  service: ScriptedService,
  plan: WaysPlan,
  tally: Tally,
  index: number,
): Promise<WaysVerdict> {
  const name = `lane-${index}`;
  const place = path.join(parent, name);
  const dataDirectory = path.join(place, 'data');
  mkdirSync(dataDirectory, { recursive: true });
  const draw = createDraw(plan.seed).branch(name);
  const folders: string[] = [];
  const byAddress = plan.byAddress === true && index % 2 === 1;
  let key: NonNullable<Life['key']> = 'right';

  function another(): string {
    const folder = path.join(place, `take-${folders.length}`);
    mkdirSync(folder);
    for (let count = 0; count < RECORDINGS; count++) {
      const recording = `${path.basename(parent)}-${name}-${folders.length}-${count}.wav`;
      writeFileSync(path.join(folder, recording), `take ${recording}`);
      if (count === 0 && draw.chance(0.3)) writeFileSync(path.join(folder, copyOf(recording)), `take ${recording}`);
    }
    folders.push(folder);
    return folder;
  }

  function begin(command: Command, details: Partial<Pick<LifeOptions, 'odds' | 'goes'>> = {}): ChildProcess {
    const asksNothing = plan.asksNothing === true && isRetry(command);
    const quarantine = plan.quarantineMs * SPEED;
    const settings = testSettings(dataDirectory, {
      concurrency: 12,
      retryBaseMs: 500,
      startQuarantineMs: { builtIn: quarantine, remote: quarantine },
      startDeadlineMs: plan.deadlineMs * SPEED,
    });
    const seed = draw.whole(0, 2 ** 31);
    const time = { speed: SPEED, epoch: EPOCH };
    const needsKey = byAddress || ['add-service', 'set-key'].includes(command.kind);
    const named = { baseUrl: service.baseUrl, byAddress };
    const options = { settings, ...time, seed, command, service: named, odds: {}, goes: null, asksNothing, ...details };
    tally.commands.set(command.kind, (tally.commands.get(command.kind) ?? 0) + 1);
    return startWorker(file, options satisfies LifeOptions, [], {
      ...(needsKey && { CLEARTAKE_API_KEY: key === 'right' ? SCRIPTED_KEY : WRONG_KEY }),
    });
  }

  /** Without a death. */
  async function finish(command: Command): Promise<number | 'killed'> {
    const child = begin(command);
    child.once('message', () => void killAfter(child, LONGEST_END_MS));
    const { death, status } = await endOf(child);
    plan.tell?.(`${name} ${JSON.stringify(command)} → ${death ?? status}`);
    return death === null ? status : 'killed';
  }

  async function setKey(wanted: typeof key): Promise<void> {
    if (key === wanted) return;
    key = wanted;
    if (!byAddress) await finish({ kind: 'set-key' });
  }

  async function lead(life: Life): Promise<void> {
    await setKey(life.key ?? 'right');
    const { beside, command, mayDie = true, trouble, without } = life;
    if (trouble !== undefined) service.failNext(trouble.path, trouble.status, trouble.times);
    const goes = without === undefined ? null : { from: without.folder, to: `${without.folder}-away` };
    if (goes !== null && without?.since === 'beginning') renameSync(goes.from, goes.to);
    const child = begin(command, { odds: mayDie ? oddsFor(plan, tally) : {}, goes });
    const byTheClock = mayDie && draw.chance(0.1);
    const lifeMs = byTheClock ? draw.fraction() * 500 : mayDie ? LONGEST_LIFE_MS : LONGEST_END_MS;
    child.once('message', () => {
      if (beside !== undefined) void tryBeside(child, beside);
      void killAfter(child, lifeMs);
    });
    const { death, status } = await endOf(child);
    plan.tell?.(`${name} ${JSON.stringify(life)} → ${death ?? status}`);
    if (death !== null) {
      tally.kills += 1;
      if (death === 'from-outside') tally.atRandom += 1;
      else tally.points.set(death, (tally.points.get(death) ?? 0) + 1);
    }
    if (trouble !== undefined) service.failNext(trouble.path, trouble.status, 0);
    if (goes !== null && existsSync(goes.to)) renameSync(goes.to, goes.from);
    await besides;
    if (beside !== undefined) await lead({ command: beside });
  }

  let besides: Promise<void> = Promise.resolve();

  function tryBeside(first: ChildProcess, command: Command): void {
    const child = begin(command);
    const found = endOf(child).then(({ status }) => {
      // It may have come in after the first one was killed.
      if (first.exitCode !== null || first.signalCode !== null) return;
      tally.beside += 1;
      if (status !== EXIT.needsPerson) tally.intruders += 1;
    });
    besides = found;
  }

  if (!byAddress) await finish({ kind: 'add-service' });
  if (plan.script === undefined) {
    while (tally.kills < plan.kills) await lead(nextLife(draw, folders, undoneIn(dataDirectory), another));
  } else for (const life of plan.script(another())) await lead(life);
  await setKey('right');
  for (let round = 0; round < MOST_ROUNDS && undoneIn(dataDirectory) > 0; round++) {
    await finish({ kind: 'resume', failed: true, cap: 1e9 });
    if (undoneIn(dataDirectory) > 0) await finish({ kind: 'desk-retry' });
  }
  await service.settled();
  return compareWays(service, dataDirectory, (recording) => recording.startsWith(`${path.basename(parent)}-${name}-`));
}

/** All processes share the desk's time. */
const EPOCH = systemClock.now();

function isRetry(command: Command): boolean {
  return command.kind === 'desk-retry' || (command.kind === 'resume' && command.failed);
}

function undoneIn(dataDirectory: string): number {
  const database = path.join(dataDirectory, 'cleartake.sqlite');
  if (!existsSync(database)) return 0;
  const { raw, close } = openDatabase({ path: database, schema: {}, readonly: true });
  const count = Number(raw.prepare("SELECT count(*) FROM job WHERE state_kind <> 'done'").pluck().get());
  close();
  return count;
}

/** Points that are passed seldom, and those where deaths are still wanted, are likelier ends. */
function oddsFor({ kills }: WaysPlan, { points }: Tally): LifeOptions['odds'] {
  const perPoint = Math.max(3, kills / 40);
  return Object.fromEntries(
    [...points].map(([point, count]) => {
      const isWanted = count < perPoint;
      if (RARE.has(point) && isWanted) return [point, 1];
      // Some points are passed many times in each life: the others would hardly ever be reached.
      return [point, isWanted ? 0.12 : (0.05 * perPoint) / count];
    }),
  );
}

interface End {
  /** Null when it ended by itself. */
  readonly death: Checkpoint | 'from-outside' | null;
  readonly status: number;
}

/** @throws Error when it broke */
async function endOf(child: ChildProcess): Promise<End> {
  const said: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => said.push(chunk));
  const complaints: Buffer[] = [];
  child.stderr?.on('data', (chunk: Buffer) => complaints.push(chunk));
  const [code, signal] = await once(child, 'close');
  if (signal === 'SIGKILL') {
    const last = Buffer.concat(said).toString().trim().split('\n').at(-1);
    return { death: START_CHECKPOINTS.find((point) => point === last) ?? 'from-outside', status: EXIT.failed };
  }
  const statuses: readonly unknown[] = [EXIT.done, EXIT.failed, EXIT.needsPerson];
  if (!statuses.includes(code)) throw new Error(`A command ended with ${code ?? signal}: ${Buffer.concat(complaints)}`);
  return { death: null, status: code };
}

async function killAfter(child: ChildProcess, milliseconds: number): Promise<void> {
  await systemClock.sleep(milliseconds);
  child.kill('SIGKILL');
}
