/** `npm test`: runs every suite, then prints the slowest test files, whatever failed, and one closing line. */

import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt, PARTS } from '../build/build.ts';
import { UNUSED_EXPORTS_CHECK } from '../build/house/unused-exports.ts';
import { runStep, type Step, TOOLS } from '../build/start/run-step.ts';
import { type Outcome, summarize, withBreakdown } from './runner/outcome.ts';
import { type PlaywrightReport, readPlaywrightReport } from './runner/playwright-results.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const RESULTS = path.join(ROOT, 'test/results');
const MINUTE_MS = 60_000;

interface Suite {
  readonly name: string;
  run(output: Step['output']): Promise<SuiteResult>;
}

interface SuiteResult {
  readonly outcome: Outcome;
  /** What the suite printed, when its output is kept. */
  readonly output: string;
}

/** Suites of one stage run side by side. Integration and e2e run alone, because some of their tests measure time. */
const STAGES: readonly (readonly Suite[])[] = [
  [
    { name: 'types', run: (output) => tool('types', TOOLS.tsc, ['-b'], output) },
    { name: 'lint', run: (output) => tool('lint', TOOLS.biome, ['check', '--error-on-warnings', '.'], output) },
    { name: 'unused exports', run: (output) => tool('unused exports', TOOLS.knip, UNUSED_EXPORTS_CHECK, output) },
    { name: 'unit', run: (output) => vitest('unit', 5, output) },
  ],
  [{ name: 'integration', run: (output) => vitest('integration', 45, output) }],
  [
    { name: 'conformance', run: (output) => vitest('conformance', 15, output) },
    { name: 'browser', run: (output) => vitest('browser', 20, output) },
  ],
  [{ name: 'e2e', run: playwright }],
];

async function main(): Promise<void> {
  const wanted = process.argv.slice(2);
  const stages = STAGES.map((stage) => stage.filter(({ name }) => wanted.length === 0 || wanted.includes(name)));
  rmSync(RESULTS, { recursive: true, force: true });
  mkdirSync(RESULTS, { recursive: true });
  // Tests start hundreds of processes from the sources: each compiles only what no other has.
  process.env.NODE_COMPILE_CACHE ??= path.join(ROOT, 'out/compile-cache');
  const outcomes = [await bundle()];
  for (const stage of stages) {
    const output = stage.length > 1 ? 'keep' : 'show';
    outcomes.push(...(await Promise.all(stage.map((suite) => runSuite(suite, output)))));
  }
  const { lines, closing, succeeded } = summarize(outcomes);
  console.log(['', ...lines, closing].join('\n'));
  process.exitCode = succeeded ? 0 : 1;
}

async function runSuite(suite: Suite, output: Step['output']): Promise<Outcome> {
  const began = performance.now();
  const heading = `\n── ${suite.name} ──`;
  if (output === 'show') console.log(heading);
  const result = await suite.run(output);
  if (output === 'keep') console.log(`${heading}\n${result.output.trimEnd()}`);
  console.log(`${suite.name}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  return result.outcome;
}

async function bundle(): Promise<Outcome> {
  const nothing = { passed: 0, failed: [], skipped: [], secondTry: [], files: [] };
  try {
    await ensureBuilt(PARTS);
    return nothing;
  } catch (failure) {
    return { ...nothing, failed: [failure instanceof Error ? failure.message : String(failure)] };
  }
}

/** A tool that only succeeds or fails counts as one test. */
async function tool(
  name: string,
  script: string,
  args: readonly string[],
  output: Step['output'],
): Promise<SuiteResult> {
  const step = await runStep({ name, script, args, timeoutMs: 5 * MINUTE_MS, output });
  const failed = step.succeeded ? [] : [name];
  return {
    outcome: { passed: step.succeeded ? 1 : 0, failed, skipped: [], secondTry: [], files: [] },
    output: step.output,
  };
}

async function vitest(project: string, minutes: number, output: Step['output']): Promise<SuiteResult> {
  const resultFile = path.join(RESULTS, `${project}.json`);
  const step = await runStep({
    name: project,
    script: 'test/runner/vitest-suite.ts',
    args: [resultFile, project],
    timeoutMs: minutes * MINUTE_MS,
    output,
  });
  return { outcome: withBreakdown(project, readJson<Outcome>(resultFile), step.succeeded), output: step.output };
}

async function playwright(output: Step['output']): Promise<SuiteResult> {
  const resultFile = path.join(RESULTS, 'e2e.json');
  const step = await runStep({
    name: 'e2e',
    script: TOOLS.playwright,
    args: ['test', '--config', 'test/e2e/playwright.config.ts', '--reporter', 'list,json'],
    environment: { PLAYWRIGHT_JSON_OUTPUT_NAME: resultFile },
    timeoutMs: 30 * MINUTE_MS,
    output,
  });
  const report = readJson<PlaywrightReport>(resultFile);
  const outcome = report === null ? null : readPlaywrightReport(report, 'test/e2e');
  return { outcome: withBreakdown('e2e', outcome, step.succeeded), output: step.output };
}

function readJson<Value>(file: string): Value | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

await main();
