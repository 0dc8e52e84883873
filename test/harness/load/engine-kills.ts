/** Kills restoring engines in the middle of a batch, and counts what came of it. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { BACKGROUND_ENGINE } from '../../../shared/engine-api/helper-envelope.ts';
import { startCli } from '../cli/run-cli.ts';
import { descendants, processFacts } from '../processes.ts';
import { makeClips } from './clips.ts';

export interface EngineKills {
  readonly status: number | null;
  readonly kills: number;
  readonly results: number;
  /** Generations that the desk started, and that the service has. */
  readonly sent: number;
  readonly generations: number;
  /** Processes of the batch that are left when it is over. */
  readonly left: number;
  readonly stderr: string;
}

/** Results between two kills, so that the recording that was hit is restored by then: a second failure would be final. */
const BETWEEN_KILLS = 6;
const LOOK_MS = 60;

/** Restores clips with the command line and kills an engine that restores every now and then. */
export async function killEngines(folder: string, clips: number, kills: number): Promise<EngineKills> {
  const input = makeClips(folder, clips);
  const out = path.join(folder, 'out');
  const data = path.join(folder, 'data');
  const { child, result } = startCli(['restore', input, '--model', 'service-2', '--out', out, '--data-dir', data]);
  let over = false;
  void result.then(() => {
    over = true;
  });
  const seen = new Set<number>();
  let killed = 0;
  let resultsAtKill = -BETWEEN_KILLS;
  while (!over) {
    await sleep(LOOK_MS * (0.5 + Math.random()));
    const below = descendants(child.pid ?? 0).map(({ pid }) => pid);
    for (const pid of below) seen.add(pid);
    const engine = below.find(restores);
    if (killed >= kills || engine === undefined || countFiles(out) - resultsAtKill < BETWEEN_KILLS) continue;
    process.kill(engine, 'SIGKILL');
    killed += 1;
    resultsAtKill = countFiles(out);
  }
  const { status, stderr } = await result;
  return {
    status,
    kills: killed,
    results: countFiles(out),
    sent: count(path.join(data, 'cleartake.sqlite'), 'start_attempt'),
    generations: count(path.join(data, 'service', 'service.sqlite'), 'generations'),
    left: [...seen].filter((pid) => processFacts(pid) !== null).length,
    stderr,
  };
}

function countFiles(folder: string): number {
  return existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('.')).length : 0;
}

function restores(pid: number): boolean {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    return environment.includes(`CLEARTAKE_ENGINE=${BACKGROUND_ENGINE.CLEARTAKE_ENGINE}`);
  } catch {
    // The process ended in the meantime.
    return false;
  }
}

function count(file: string, table: string): number {
  const database = new Database(file, { readonly: true });
  try {
    return database.prepare(`select count(*) from ${table}`).pluck().get() as number;
  } finally {
    database.close();
  }
}
