/** What it costs to ask the command line something: the processor time of npm's script lines against a Node that does nothing. */

import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { takeLoadStep, writeManyRecordings } from '../harness/load/load-steps.ts';
import { SCRIPT_ENVIRONMENT, scriptLine } from '../harness/script-line.ts';
import type { Bench } from './bench.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const JOBS = 300;
const ROUNDS = 15;
/** At most so many times `node -e 0`. */
const TARGETS = { help: 3, status: 6, history: 6 };

export const bench: Bench = {
  measures: `Processor time of --help, status and history --json (${JOBS} jobs, and none) over that of node -e 0: the worst by its target of ${Object.values(TARGETS).join(', ')} times; medians of ${ROUNDS} alternating rounds`,
  unit: '× its target',
  target: 1,
  better: 'lower',
  run: async (folder) => {
    const [recordings, full, empty] = ['in', 'full', 'empty'].map((name) => path.join(folder, name)) as [
      string,
      string,
      string,
    ];
    writeManyRecordings(recordings, JOBS);
    await takeLoadStep('enqueue', full, recordings);
    const asked = {
      help: ['--help'],
      status: ['status', '--data-dir', full],
      statusOfNothing: ['status', '--data-dir', empty],
      history: ['history', '--json', '--data-dir', full],
      historyOfNothing: ['history', '--json', '--data-dir', empty],
    };
    const lines = { node: 'exec node -e 0', ...mapValues(asked, (words) => scriptLine('cleartake', words)) };
    // The first run builds if need be, and compiles.
    for (const line of Object.values(lines)) processorMs(line);
    const rounds = Array.from({ length: ROUNDS }, () => mapValues(lines, processorMs));
    const times = mapValues(lines, (_line, name) => median(rounds.map((round) => round[name])));
    const ratios = mapValues(asked, (_words, name) => times[name] / times.node);
    return {
      value: Math.max(
        ratios.help / TARGETS.help,
        Math.max(ratios.status, ratios.statusOfNothing) / TARGETS.status,
        Math.max(ratios.history, ratios.historyOfNothing) / TARGETS.history,
      ),
      details: {
        nodeMs: Math.round(times.node),
        ...mapValues(ratios, (ratio, name) => `${ratio.toFixed(2)} × (${Math.round(times[name])} ms)`),
      },
    };
  },
};

/** User and system time of everything that a shell line starts and waits for. */
function processorMs(line: string): number {
  const timed = `TIMEFORMAT='%3U %3S'; time sh -c "$0" > /dev/null; exit $?`;
  const done = spawnSync('bash', ['-c', timed, line], {
    cwd: ROOT,
    env: SCRIPT_ENVIRONMENT,
    encoding: 'utf8',
  });
  const [, user, system] = /(\d+\.\d+) (\d+\.\d+)\s*$/.exec(done.stderr) ?? [];
  if (done.status !== 0 || user === undefined) throw new Error(`${line} ended with ${done.status}: ${done.stderr}`);
  return (Number(user) + Number(system)) * 1000;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

function mapValues<Name extends string, From, To>(
  values: Readonly<Record<Name, From>>,
  change: (value: From, name: Name) => To,
): Record<Name, To> {
  const names = Object.keys(values) as Name[];
  return Object.fromEntries(names.map((name) => [name, change(values[name], name)])) as Record<Name, To>;
}
