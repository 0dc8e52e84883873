/** `npm test`: every suite, one after the other on an otherwise quiet machine, and one closing line over all of them. */

import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt, PARTS } from '../build/build.ts';
import { runStep, TOOLS } from '../build/start/run-step.ts';
import { type Outcome, summarize, withBreakdown } from './runner/outcome.ts';
import { readPlaywrightReport } from './runner/playwright-results.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const RESULTS = path.join(ROOT, 'test/results');
const MINUTE_MS = 60_000;

interface Suite {
  readonly name: string;
  run(): Promise<Outcome>;
}

const SUITES: readonly Suite[] = [
  { name: 'types', run: () => tool('types', TOOLS.tsc, ['-b']) },
  { name: 'lint', run: () => tool('lint', TOOLS.biome, ['check', '--error-on-warnings', '.']) },
  { name: 'unit', run: () => vitest('unit', 5) },
  { name: 'integration', run: () => vitest('integration', 30) },
  { name: 'conformance', run: () => vitest('conformance', 10) },
  { name: 'browser', run: () => vitest('browser', 10) },
  { name: 'e2e', run: playwright },
];

async function main(): Promise<void> {
  const wanted = process.argv.slice(2);
  const suites = SUITES.filter((suite) => wanted.length === 0 || wanted.includes(suite.name));
  rmSync(RESULTS, { recursive: true, force: true });
  mkdirSync(RESULTS, { recursive: true });
  const outcomes = [await bundle()];
  for (const suite of suites) {
    console.log(`\n── ${suite.name} ──`);
    const began = performance.now();
    outcomes.push(await suite.run());
    console.log(`${suite.name}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  }
  const { lines, closing, succeeded } = summarize(outcomes);
  console.log(['', ...lines, closing].join('\n'));
  process.exitCode = succeeded ? 0 : 1;
}

async function bundle(): Promise<Outcome> {
  try {
    await ensureBuilt(PARTS);
    return { passed: 0, failed: [], skipped: [] };
  } catch (failure) {
    return { passed: 0, failed: [failure instanceof Error ? failure.message : String(failure)], skipped: [] };
  }
}

/** A tool that only says yes or no counts as one test. */
async function tool(name: string, script: string, words: readonly string[]): Promise<Outcome> {
  const { succeeded } = await runStep({ name, script, words, timeoutMs: 5 * MINUTE_MS, output: 'show' });
  return { passed: succeeded ? 1 : 0, failed: succeeded ? [] : [name], skipped: [] };
}

async function vitest(project: string, minutes: number): Promise<Outcome> {
  const resultFile = path.join(RESULTS, `${project}.json`);
  const { succeeded } = await runStep({
    name: project,
    script: 'test/runner/vitest-suite.ts',
    words: [resultFile, project],
    timeoutMs: minutes * MINUTE_MS,
    output: 'show',
  });
  return withBreakdown(project, readJson<Outcome>(resultFile), succeeded);
}

async function playwright(): Promise<Outcome> {
  const resultFile = path.join(RESULTS, 'e2e.json');
  const { succeeded } = await runStep({
    name: 'e2e',
    script: TOOLS.playwright,
    words: ['test', '--config', 'test/e2e/playwright.config.ts', '--reporter', 'list,json'],
    environment: { PLAYWRIGHT_JSON_OUTPUT_NAME: resultFile },
    timeoutMs: 30 * MINUTE_MS,
    output: 'show',
  });
  const report = readJson<Parameters<typeof readPlaywrightReport>[0]>(resultFile);
  return withBreakdown('e2e', report === null ? null : readPlaywrightReport(report), succeeded);
}

function readJson<Value>(file: string): Value | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

await main();
