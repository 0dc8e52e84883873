/**
 * `npm test`: every suite without what takes long; then the slowest test files, whatever failed, and one closing line. `npm run prove`:
 * what takes long: the proofs whole, tests tagged `long`, every walk. Names choose suites; behind `prove` also single proofs, by a part of their path.
 */

import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt, PARTS } from '../build/build.ts';
import { UNUSED_EXPORTS_CHECK } from '../build/house/unused-exports.ts';
import { runStep, type Step, TOOLS } from '../build/start/run-step.ts';
import { type Outcome, summarize, withBreakdown } from './runner/outcome.ts';
import { type PlaywrightReport, readPlaywrightReport } from './runner/playwright-results.ts';
import type { VitestRun } from './runner/vitest-suite.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const RESULTS = path.join(ROOT, 'test/results');
const MINUTE_MS = 60_000;

interface Suite {
  readonly name: string;
  /** False for what may run while the desk is bundled. */
  readonly needsBundle?: false;
  run(output: Step['output']): Promise<SuiteResult>;
}

interface VitestSuite {
  readonly name: string;
  /** The one of the suite's name when left out. */
  readonly projects?: readonly string[];
  readonly minutes: number;
  readonly workers?: number;
  /** Parts of the paths of the files that run, all when empty. */
  readonly files?: readonly string[];
  /** Tests tagged `long`: false for all others, true for them alone, every test when left out. */
  readonly long?: boolean;
}

interface SuiteResult {
  readonly outcome: Outcome;
  /** What the suite printed, when its output is kept. */
  readonly output: string;
}

/** One suite after the other. */
type Lane = readonly Suite[];

/**
 * The lanes of one stage run side by side: those that compute, those that mostly wait, those that restore or draw, and those that measure
 * time. Conformance has deadlines for real restorations, so it runs beside a browser alone.
 */
const TEST: readonly (readonly Lane[])[] = [
  [
    [{ name: 'types', needsBundle: false, run: (output) => tool('types', TOOLS.tsc, ['-b'], output) }],
    [
      {
        name: 'lint',
        needsBundle: false,
        run: (output) => tool('lint', TOOLS.biome, ['check', '--error-on-warnings', '.'], output),
      },
    ],
    [
      {
        name: 'unused exports',
        needsBundle: false,
        run: (output) => tool('unused exports', TOOLS.knip, UNUSED_EXPORTS_CHECK, output),
      },
    ],
    [{ name: 'unit', needsBundle: false, run: (output) => vitest({ name: 'unit', minutes: 5 }, output) }],
  ],
  [
    [
      {
        name: 'integration',
        run: (output) =>
          vitest({ name: 'integration', projects: ['integration', 'proofs'], minutes: 45, long: false }, output),
      },
    ],
  ],
  [
    [{ name: 'conformance', run: (output) => vitest({ name: 'conformance', minutes: 15 }, output) }],
    [
      { name: 'browser', run: (output) => vitest({ name: 'browser', minutes: 20, long: false }, output) },
      { name: 'e2e', run: (output) => playwright(['--grep', '@walk'], output) },
    ],
  ],
  [
    [
      {
        name: 'timed',
        run: (output) =>
          vitest({ name: 'timed', projects: ['timed', 'timed proofs'], minutes: 15, workers: 1, long: false }, output),
      },
    ],
  ],
];

/** @param names of proofs, all when empty */
function prove(names: readonly string[]): readonly (readonly Lane[])[] {
  const vitestSuites: readonly VitestSuite[] = [
    { name: 'proofs', minutes: 60 },
    { name: 'long', projects: ['integration', 'browser'], minutes: 45, long: true },
    { name: 'timed proofs', minutes: 15, workers: 1 },
    { name: 'timed long', projects: ['timed'], minutes: 15, workers: 1, long: true },
    { name: 'conformance on PostgreSQL', minutes: 15 },
  ];
  const suites = vitestSuites.map(
    (suite): Suite => ({ name: suite.name, run: (output) => vitest({ ...suite, files: names }, output) }),
  );
  return [...suites, { name: 'e2e', run: (output: Step['output']) => playwright([], output) }].map((suite) => [
    [suite],
  ]);
}

/** More than so many second tries are a finding in `npm run prove`. */
const MOST_SECOND_TRIES = 3;

async function main(): Promise<void> {
  const words = process.argv.slice(2);
  const proves = words.includes('--prove');
  const stages = proves ? provedStages(words.filter((word) => word !== '--prove')) : chosen(TEST, words);
  if (proves) process.env.CLEARTAKE_PROVE = '1';
  rmSync(RESULTS, { recursive: true, force: true });
  mkdirSync(RESULTS, { recursive: true });
  // Tests start hundreds of processes from the sources: each compiles only what no other has.
  process.env.NODE_COMPILE_CACHE ??= path.join(ROOT, 'out/compile-cache');
  const outcomes: Outcome[] = [];
  const bundled = bundle();
  for (const stage of stages) {
    const output = stage.length > 1 ? 'keep' : 'show';
    if (stage.flat().some(({ needsBundle }) => needsBundle !== false)) await bundled;
    outcomes.push(...(await Promise.all(stage.map((lane) => runLane(lane, output)))).flat());
  }
  outcomes.push(await bundled);
  const { lines, closing, succeeded } = summarize(outcomes, proves ? MOST_SECOND_TRIES : null);
  console.log(['', ...lines, closing].join('\n'));
  process.exitCode = succeeded ? 0 : 1;
}

/** @param names of suites, all when empty */
function chosen(stages: readonly (readonly Lane[])[], names: readonly string[]): readonly (readonly Lane[])[] {
  const isChosen = ({ name }: Suite) => names.length === 0 || names.includes(name);
  return stages
    .map((stage) => stage.map((lane) => lane.filter(isChosen)).filter((lane) => lane.length > 0))
    .filter((stage) => stage.length > 0);
}

/** @param words names of suites, else parts of the paths of what is proved */
function provedStages(words: readonly string[]): readonly (readonly Lane[])[] {
  const suites = prove([]).flatMap((stage) => stage.flat().map(({ name }) => name));
  const paths = words.filter((word) => !suites.includes(word));
  const everywhere = suites.filter((name) => name !== 'e2e');
  return chosen(prove(paths), paths.length === 0 ? words : [...everywhere, ...words]);
}

async function runLane(lane: Lane, output: Step['output']): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const suite of lane) outcomes.push(await runSuite(suite, output));
  return outcomes;
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

async function vitest(suite: VitestSuite, output: Step['output']): Promise<SuiteResult> {
  const { name, projects = [name], minutes, workers, files = [], long } = suite;
  const resultFile = path.join(RESULTS, `${name}.json`);
  const step = await runStep({
    name,
    script: 'test/runner/vitest-suite.ts',
    args: [JSON.stringify({ resultFile, projects, workers, files, long } satisfies VitestRun)],
    timeoutMs: minutes * MINUTE_MS,
    output,
  });
  return { outcome: withBreakdown(name, readJson<Outcome>(resultFile), step.succeeded), output: step.output };
}

async function playwright(chosenBy: readonly string[], output: Step['output']): Promise<SuiteResult> {
  const resultFile = path.join(RESULTS, 'e2e.json');
  const step = await runStep({
    name: 'e2e',
    script: TOOLS.playwright,
    args: ['test', '--config', 'test/e2e/playwright.config.ts', '--reporter', 'list,json', ...chosenBy],
    environment: { PLAYWRIGHT_JSON_OUTPUT_NAME: resultFile },
    timeoutMs: 40 * MINUTE_MS,
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
