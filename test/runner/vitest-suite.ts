/**
 * Runs Vitest and writes its Outcome to a file: `node vitest-suite.ts RUN`, with the run as JSON. What failed beside other files gets one
 * more try alone, except tests that allow none.
 */

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Reporter, startVitest, type TestCase, type TestModule } from 'vitest/node';
import { afterLastTry, type FailedTest, type Outcome } from './outcome.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

export interface VitestRun {
  readonly resultFile: string;
  readonly projects: readonly string[];
  /** As many as the configuration says when left out. */
  readonly workers?: number | undefined;
  /** Parts of paths; all files when empty. */
  readonly files: readonly string[];
  /** Tests tagged `long`: false for all others, true for them alone, every test when left out. */
  readonly long?: boolean | undefined;
}

const { resultFile, projects, workers, files, long }: VitestRun = JSON.parse(process.argv[2] ?? '');

interface Run {
  readonly outcome: Outcome;
  /** Failed tests, and files that failed without one. */
  readonly failures: readonly FailedTest[];
}

/** @param files all when empty */
async function run(files: readonly string[], maxWorkers?: number): Promise<Run> {
  let result: Run | undefined;
  const keeper: Reporter = {
    onTestRunEnd: (modules, unhandled) => {
      const outcomes = modules.map(outcomeOf);
      result = {
        outcome: {
          passed: outcomes.reduce((sum, one) => sum + one.passed, 0),
          failed: [
            ...outcomes.flatMap((one) => one.failed),
            ...unhandled.map((error) => `unhandled: ${error.message}`),
          ],
          skipped: outcomes.flatMap((one) => one.skipped),
          secondTry: outcomes.flatMap((one) => one.secondTry),
          files: outcomes.flatMap((one) => one.files),
        },
        failures: modules.flatMap(failuresOf),
      };
    },
  };
  const vitest = await startVitest('test', [...files], {
    config: path.join(ROOT, 'test/vitest.config.ts'),
    watch: false,
    reporters: ['default', keeper],
    project: [...projects],
    // A name may be one of another suite's.
    passWithNoTests: files.length > 0,
    ...(long === undefined ? {} : { tagsFilter: [long ? 'long' : '!long'] }),
    ...(maxWorkers === undefined ? {} : { maxWorkers }),
  });
  await vitest.close();
  if (result === undefined) throw new Error('Vitest ended without results.');
  return result;
}

function outcomeOf(module: TestModule): Outcome {
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  const results = chosenTests(module).map((test) => ({
    name: nameOf(test),
    result: test.result(),
    wasTriedAgain: (test.diagnostic()?.retryCount ?? 0) > 0,
  }));
  return {
    passed: results.filter(({ result }) => result.state === 'passed').length,
    failed: failuresOf(module).map(({ sentence }) => sentence),
    skipped: results.flatMap(({ name, result }) =>
      result.state === 'skipped' && !(isBroken(module) && result.note === undefined)
        ? [{ name, reason: result.note ?? null }]
        : [],
    ),
    secondTry: results
      .filter(({ result, wasTriedAgain }) => wasTriedAgain && result.state === 'passed')
      .map(({ name, result }) => `${name}: ${firstLine(result.errors)}`),
    files: [{ file: fileOf(module), seconds: (collectDuration + setupDuration + duration) / 1000 }],
  };
}

/** Whether hooks failed: the file counts as failed, and what they kept from running is neither here nor there. */
function isBroken(module: TestModule): boolean {
  return module.state() === 'failed' && !chosenTests(module).some((test) => test.result().state === 'failed');
}

/** What the filter leaves out counts as not there, not as skipped. */
function chosenTests(module: TestModule): TestCase[] {
  const tests = [...module.children.allTests()];
  return long === undefined ? tests : tests.filter(({ tags }) => tags.includes('long') === long);
}

function failuresOf(module: TestModule): FailedTest[] {
  const file = fileOf(module);
  const failed = chosenTests(module).flatMap((test): FailedTest[] => {
    const { state, errors } = test.result();
    if (state !== 'failed' && state !== 'pending') return [];
    return [
      {
        file,
        name: nameOf(test),
        sentence: `${nameOf(test)}: ${firstLine(errors) ?? state}`,
        mayBeTriedAgain: (test.options.retry ?? 0) !== 0,
      },
    ];
  });
  if (failed.length > 0 || module.state() !== 'failed') return failed;
  // A file that cannot be loaded, or whose hooks fail, fails without a failed test.
  return [{ file, name: file, sentence: `${file} broke down`, mayBeTriedAgain: true }];
}

function fileOf(module: TestModule): string {
  return path.relative(ROOT, module.moduleId);
}

function nameOf(test: TestCase): string {
  return `${fileOf(test.module)} > ${test.fullName}`;
}

function firstLine(errors: readonly { readonly message: string }[] = []): string | undefined {
  return errors[0]?.message.split('\n')[0];
}

const first = await run(files, workers);
const late = first.failures.filter(({ mayBeTriedAgain }) => mayBeTriedAgain);
let outcome = first.outcome;
if (late.length > 0) {
  console.log(`\nAgain, alone: ${[...new Set(late.map(({ file }) => file))].join(', ')}`);
  const last = await run([...new Set(late.map(({ file }) => file))], 1);
  outcome = afterLastTry(first.outcome, late, last.failures);
}
writeFileSync(resultFile, JSON.stringify(outcome));
process.exitCode = outcome.failed.length === 0 ? 0 : 1;
