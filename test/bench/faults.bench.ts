/** Faults of the line between a desk and a service: every kind in every operation, as often as there is time for. */

import type { CaseResult, FaultCase } from '../harness/fault-proxy/fault-case.ts';
import { OPERATIONS } from '../harness/fault-proxy/operations.ts';
import { FAULT_KINDS } from '../harness/fault-proxy/proxy.ts';
import { runFaultCases } from '../harness/fault-proxy/run-cases.ts';
import type { Bench } from './bench.ts';

const LANES = 10;
const LONGEST_MS = 6 * 60_000;
const MOST_SEEDS = 20;
/** The first round is run whole, however slow the machine. */
const ROUND = FAULT_KINDS.length * OPERATIONS.length;

export const bench: Bench = {
  measures: `Cases that ended wrong or not at all, of ${FAULT_KINDS.length} faults in ${OPERATIONS.length} operations`,
  unit: 'cases',
  target: 0,
  better: 'lower',
  run: async (folder) => {
    const began = performance.now();
    let begun = 0;
    const results = await runFaultCases(folder, allCases(), {
      lanes: LANES,
      goesOn: () => ++begun <= ROUND || performance.now() - began < LONGEST_MS,
      onResult: (result) => {
        for (const wrong of result.wrongs)
          console.error(`${result.kind} in ${result.operation}, seed ${result.seed}: ${wrong}`);
      },
    });
    const count = (test: (result: CaseResult) => boolean) => results.filter(test).length;
    return {
      value: count(({ wrongs }) => wrongs.length > 0),
      details: {
        cases: results.length,
        kinds: FAULT_KINDS.length,
        operations: OPERATIONS.length,
        faultsMet: results.reduce((sum, { met }) => sum + met, 0),
        stuck: count(({ end }) => end === 'stuck'),
        paidTwice: count(({ generations }) => generations > 1),
        resentOnAmbiguity: count(({ wrongs }) => wrongs.some((wrong) => wrong.includes('without proof'))),
        doneAlone: count(({ end, helps }) => end === 'done' && helps.length === 0),
        doneWithThePerson: count(({ end, helps }) => end === 'done' && helps.length > 0),
        seconds: Math.round((performance.now() - began) / 1000),
        ...tableOf(results),
      },
    };
  },
};

/** Seed after seed, each with every kind in every operation. */
function allCases(): FaultCase[] {
  return Array.from({ length: MOST_SEEDS }, (_none, round) =>
    FAULT_KINDS.flatMap((kind, index) =>
      OPERATIONS.map((operation, column) => ({ kind, operation, seed: 10_000 * (round + 1) + 100 * index + column })),
    ),
  ).flat();
}

/** A line for each kind: what the person could read of it in each operation, and whether it needed them. */
function tableOf(results: readonly CaseResult[]): Record<string, string> {
  return Object.fromEntries(
    FAULT_KINDS.map((kind) => {
      const cells = OPERATIONS.map((operation) => {
        const these = results.filter((result) => result.kind === kind && result.operation === operation);
        const codes = new Set(these.flatMap((result) => result.codes));
        const helps = new Set(these.flatMap((result) => result.helps.map(({ what }) => what)));
        return `${operation}: ${[...codes].join(', ') || 'nothing'}${helps.size === 0 ? '' : ` (person: ${[...helps].join(', ')})`}`;
      });
      return [kind, cells.join(' | ')];
    }),
  );
}
