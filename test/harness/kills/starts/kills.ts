/** Kills desks in the middle of starting generations, over and over, until every job is done; then compares the books. */

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { type Checkpoint, START_CHECKPOINTS } from '../../../../electron/core/checkpoints.ts';
import { systemClock } from '../../../../electron/platform/time/clock.ts';
import type { ScriptedService } from '../../remote/scripted-service.ts';
import type { FaultOf } from '../../remote/start-faults.ts';
import { startBillingService } from './billing-service.ts';
import { addUp, compareBooks, type Verdict } from './books.ts';
import { prepareWork, startWorker, type Times } from './work.ts';
import type { WorkerOptions } from './worker.ts';

/** A life in which nothing of what was to happen happens is ended after so long, in milliseconds. */
const LONGEST_LIFE_MS = 4000;
const RARE = new Set<Checkpoint>(['reconcile:in-resend', 'reconcile:resend-durable', 'recovery:intents-lost-sight']);

export interface KillPlan extends Times {
  readonly jobs: number;
  readonly kills: number;
  /** Data folders with a desk each that work, and die, side by side. */
  readonly lanes: number;
  /** Deaths wanted at each point. */
  readonly perPoint: number;
  readonly faultOf: FaultOf;
  /** Deaths at these points alone, with these odds; without it at every point, and by the clock. */
  readonly odds?: WorkerOptions['odds'];
}

export interface KillFigures extends Verdict {
  readonly kills: number;
  /** Deaths at moments that no point names. */
  readonly atRandom: number;
  readonly points: Readonly<Record<string, number>>;
  readonly starts: number;
  readonly seconds: number;
}

/** @param worker the worker as one file (bundle.ts) */
export async function killStarts(folder: string, worker: string, plan: KillPlan): Promise<KillFigures> {
  const began = systemClock.monotonic();
  const service = await startBillingService(plan.faultOf);
  const points = new Map<Checkpoint, number>(START_CHECKPOINTS.map((point) => [point, 0]));
  const tally = { kills: 0, atRandom: 0, points };
  try {
    const lanes = Array.from({ length: plan.lanes }, (_, lane) => path.join(folder, `lane-${lane}`));
    const verdicts = await Promise.all(
      lanes.map((lane, index) => runLane(worker, service, lane, share(plan.jobs, plan.lanes, index), plan, tally)),
    );
    const seconds = Math.round((systemClock.monotonic() - began) / 1000);
    return {
      ...addUp(verdicts),
      ...tally,
      points: Object.fromEntries(points),
      starts: service.startRequests.length,
      seconds,
    };
  } finally {
    await service.close();
  }
}

interface Tally {
  kills: number;
  atRandom: number;
  readonly points: Map<Checkpoint, number>;
}

async function runLane(
  file: string,
  service: ScriptedService,
  folder: string,
  jobs: number,
  plan: KillPlan,
  tally: Tally,
): Promise<Verdict> {
  const { add, dataDirectory, options } = prepareWork(folder, service.baseUrl, jobs, plan);
  await live(file, { ...options, add }, null);
  for (;;) {
    const isOver = tally.kills >= plan.kills;
    const odds = isOver ? {} : (plan.odds ?? oddsFor(plan, tally, service.generations.length));
    const byTheClock = !isOver && plan.odds === undefined && Math.random() < 0.1;
    const death = await live(
      file,
      { ...options, odds },
      isOver ? null : byTheClock ? Math.random() * 500 : LONGEST_LIFE_MS,
    );
    if (death === 'by-itself') break;
    tally.kills += 1;
    if (death === 'from-outside') tally.atRandom += 1;
    else tally.points.set(death, (tally.points.get(death) ?? 0) + 1);
  }
  await service.settled();
  return compareBooks(service, dataDirectory);
}

/**
 * Points that are passed seldom, and those where deaths are still wanted, are likelier ends. Lives are longer while the deaths are
 * ahead of the work and shorter while they are behind it, so that both come to their end together.
 */
function oddsFor(plan: KillPlan, { kills, points }: Tally, paid: number): WorkerOptions['odds'] {
  const haste = Math.min(2, (paid / plan.jobs + 0.03) / (kills / plan.kills + 0.03)) ** 2;
  return Object.fromEntries(
    [...points].map(([point, count]) => {
      const isWanted = count < plan.perPoint;
      if (RARE.has(point) && isWanted) return [point, 1];
      // Some points are passed many times in each life: the others would hardly ever be reached.
      return [point, haste * (isWanted ? 0.12 : (0.04 * plan.perPoint) / count)];
    }),
  );
}

/** @returns how a worker's life ended. @throws Error when it failed by itself */
async function live(
  file: string,
  options: WorkerOptions,
  lifeMs: number | null,
): Promise<Checkpoint | 'by-itself' | 'from-outside'> {
  const child = startWorker(file, options);
  const said: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => said.push(chunk));
  const complaints: Buffer[] = [];
  child.stderr?.on('data', (chunk: Buffer) => complaints.push(chunk));
  const closed = once(child, 'close');
  if (lifeMs !== null) child.once('message', () => void killAfter(child, lifeMs));
  const [code, signal] = await closed;
  const point = Buffer.concat(said).toString().trim();
  if (signal === 'SIGKILL') return point === '' ? 'from-outside' : (point as Checkpoint);
  if (code !== 0) throw new Error(`The worker ended with ${code ?? signal}: ${Buffer.concat(complaints).toString()}`);
  return 'by-itself';
}

async function killAfter(child: ChildProcess, milliseconds: number): Promise<void> {
  await systemClock.sleep(milliseconds);
  child.kill('SIGKILL');
}

function share(whole: number, parts: number, index: number): number {
  return Math.floor(whole / parts) + (index < whole % parts ? 1 : 0);
}
