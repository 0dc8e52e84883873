/** Damaged data folders, each opened by a real desk and let run to its end beside a service that counts; and the built-in service's own. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import {
  makeServiceTemplate,
  SERVICE_DAMAGES,
  type ServiceVerdict,
  tryServiceDamage,
} from '../harness/damage/service-trial.ts';
import type { Verdict } from '../harness/damage/trial.ts';
import type { Bench } from './bench.ts';

const MUTANTS = 500;
/** Places of each damage to the database of the built-in service. */
const SERVICE_SEEDS = 3;
const WORKERS = 2;
const WORKER = path.resolve(import.meta.dirname, '../harness/damage/worker.ts');

type Line = { readonly begins: number } | { readonly seed: number; readonly fault: string } | Verdict;

export const bench: Bench = {
  measures: `what went wrong in ${MUTANTS} damaged data folders and ${SERVICE_DAMAGES.length * SERVICE_SEEDS} damaged databases of the built-in service: crashes, originals not kept, paid twice, books that do not balance, recordings that never came to rest`,
  unit: 'faults',
  target: 0,
  better: 'lower',
  async run(folder) {
    const verdicts: Verdict[] = [];
    const crashes: string[] = [];
    await Promise.all(Array.from({ length: WORKERS }, (_, first) => work(folder, first, verdicts, crashes)));
    const services = await tryServices(path.join(folder, 'services'));
    const badServices = services.filter((one) => !one.kept || one.stuck.length > 0 || one.lostMedia.length > 0);
    const count = (holds: (verdict: Verdict) => boolean) => verdicts.filter(holds).length;
    const notKept = verdicts.filter((verdict) => !verdict.kept);
    const paidTwice = verdicts.filter((verdict) => verdict.paidTwice.length > 0);
    const stuck = verdicts.filter((verdict) => verdict.stuck.length > 0);
    const unbalanced = verdicts.filter((verdict) => verdict.unbalanced.length > 0);
    const lost = verdicts.filter((verdict) => verdict.lost.length > 0);
    const name = ({ damage, seed }: Verdict) => `${seed} ${damage}`;
    return {
      value: crashes.length + notKept.length + paidTwice.length + unbalanced.length + stuck.length + badServices.length,
      details: {
        mutants: verdicts.length + crashes.length,
        foundIntact: count((verdict) => verdict.taken === 'intact'),
        recovered: count((verdict) => verdict.taken === 'recovered'),
        rebuilt: count((verdict) => verdict.taken === 'rebuilt'),
        crashes: crashes.join('; '),
        notKept: notKept.map(name).join('; '),
        paidTwice: paidTwice.map((verdict) => `${name(verdict)}: ${verdict.paidTwice.join(', ')}`).join('; '),
        stuck: stuck.map((verdict) => `${name(verdict)}: ${verdict.stuck.join(', ')}`).join('; '),
        unbalanced: unbalanced.map((verdict) => `${name(verdict)}: ${verdict.unbalanced.join(', ')}`).join('; '),
        services: services.length,
        servicesRecovered: services.filter(({ notice }) => notice !== null).length,
        badServices: badServices.map((one) => JSON.stringify(one)).join('; '),
        foldersWithLostResults: lost.length,
        lost: lost.map((verdict) => `${name(verdict)}: ${verdict.lost.join(', ')}`).join('; '),
      },
    };
  },
};

async function tryServices(folder: string): Promise<ServiceVerdict[]> {
  mkdirSync(folder);
  const template = await makeServiceTemplate(folder);
  const verdicts: ServiceVerdict[] = [];
  for (const damage of SERVICE_DAMAGES) {
    for (let seed = 1; seed <= SERVICE_SEEDS; seed++)
      verdicts.push(await tryServiceDamage(template, folder, damage, seed));
  }
  return verdicts;
}

/** A worker that ends before its last trial crashed: another goes on behind it. */
async function work(folder: string, first: number, verdicts: Verdict[], crashes: string[]): Promise<void> {
  for (let next = first; next < MUTANTS; ) {
    const room = path.join(folder, `from-${next}`);
    mkdirSync(room);
    const numbers = [next, MUTANTS, WORKERS].map(String);
    const child = spawn(process.execPath, [WORKER, room, ...numbers], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    let under: number | null = null;
    for await (const text of createInterface({ input: child.stdout })) {
      const line = JSON.parse(text) as Line;
      if ('begins' in line) under = line.begins;
      else {
        if ('fault' in line) crashes.push(`${line.seed} ${line.fault}`);
        else verdicts.push(line);
        next = line.seed + WORKERS;
        under = null;
      }
    }
    const [code, signal] = await ended;
    if (under !== null) {
      crashes.push(`${under} ended with ${signal ?? code}`);
      next = under + WORKERS;
    } else if (code !== 0) throw new Error(`The trials did not begin: ${signal ?? code}`);
  }
}
