/** What holds of money, tried a hundred thousand times each. */

import fc from 'fast-check';
import { MONEY_PROPERTIES } from '../harness/money/properties.ts';
import type { Bench } from './bench.ts';

const RUNS = 100_000;

export const bench: Bench = {
  measures: `Properties of money that do not hold, ${Object.keys(MONEY_PROPERTIES).length} of them in ${RUNS} cases each`,
  unit: 'violations',
  target: 0,
  better: 'lower',
  run: async () => {
    const began = performance.now();
    let violations = 0;
    for (const [claim, property] of Object.entries(MONEY_PROPERTIES)) {
      const { failed, counterexample, seed } = fc.check(property, { numRuns: RUNS });
      if (failed) {
        violations += 1;
        console.error(`Does not hold: ${claim}. Seed ${seed}: ${JSON.stringify(counterexample)}`);
      }
    }
    const seconds = Math.round((performance.now() - began) / 1000);
    return { value: violations, details: { properties: Object.keys(MONEY_PROPERTIES).length, cases: RUNS, seconds } };
  },
};
