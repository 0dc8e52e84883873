/** `npm run check`: types, lint, unused exports, layers and unit tests in parallel; failures are shown in full. */

import { UNUSED_EXPORTS_CHECK } from './house/unused-exports.ts';
import { runStep, type Step, TOOLS } from './start/run-step.ts';

/** Several times what a quiet machine needs: a tool is ended when it hangs, not when the machine is busy. */
const TIMEOUT_MS = 300_000;

const STEPS: readonly Step[] = [
  { name: 'types', script: TOOLS.tsc, args: ['-b'], timeoutMs: TIMEOUT_MS, output: 'keep' },
  {
    name: 'lint',
    script: TOOLS.biome,
    args: ['check', '--error-on-warnings', '.'],
    timeoutMs: TIMEOUT_MS,
    output: 'keep',
  },
  { name: 'unused exports', script: TOOLS.knip, args: UNUSED_EXPORTS_CHECK, timeoutMs: TIMEOUT_MS, output: 'keep' },
  {
    name: 'layers and unit tests',
    script: TOOLS.vitest,
    // Three tools run at once: on a small machine a slow test isn't a broken one.
    args: ['run', '--config', 'test/vitest.config.ts', '--project', 'unit', '--testTimeout', '30000'],
    timeoutMs: TIMEOUT_MS,
    output: 'keep',
  },
];

const began = performance.now();
const results = await Promise.all(
  STEPS.map(async (step) => {
    const result = await runStep(step);
    console.log(`${result.succeeded ? '✓' : '✗'} ${result.name} (${result.seconds.toFixed(1)} s)`);
    return result;
  }),
);
const failed = results.filter((result) => !result.succeeded);
for (const result of failed) console.log(`\n── ${result.name} ──\n${result.output.trim()}`);
const seconds = ((performance.now() - began) / 1000).toFixed(1);
console.log(
  failed.length === 0
    ? `\nAll checks passed in ${seconds} s.`
    : `\nFailed: ${failed.map((result) => result.name).join(', ')} (${seconds} s).`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
