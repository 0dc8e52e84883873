/** Runs Vitest and writes its Outcome to a file: `node vitest-suite.ts RESULT_FILE [PROJECT…]`. */

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Reporter, startVitest, type TestModule } from 'vitest/node';
import type { Outcome } from './outcome.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const [resultFile, ...projects] = process.argv.slice(2);
if (resultFile === undefined) throw new Error('Where do the results go?');

const keeper: Reporter = {
  onTestRunEnd: (modules, unhandled) => {
    const outcomes = modules.map(outcomeOf);
    const outcome: Outcome = {
      passed: outcomes.reduce((sum, one) => sum + one.passed, 0),
      failed: [...outcomes.flatMap((one) => one.failed), ...unhandled.map((error) => `unhandled: ${error.message}`)],
      skipped: outcomes.flatMap((one) => one.skipped),
      secondTry: outcomes.flatMap((one) => one.secondTry),
      files: outcomes.flatMap((one) => one.files),
    };
    writeFileSync(resultFile, JSON.stringify(outcome));
  },
};

function outcomeOf(module: TestModule): Outcome {
  const file = path.relative(ROOT, module.moduleId);
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  const results = [...module.children.allTests()].map((test) => ({
    name: `${file} > ${test.fullName}`,
    result: test.result(),
    wasTriedAgain: (test.diagnostic()?.retryCount ?? 0) > 0,
  }));
  const failed = results.filter(({ result }) => result.state === 'failed' || result.state === 'pending');
  const firstLine = (errors: readonly { readonly message: string }[] = []) => errors[0]?.message.split('\n')[0];
  return {
    passed: results.filter(({ result }) => result.state === 'passed').length,
    // A file that cannot be loaded, or whose hooks fail, fails without a failed test.
    failed: [
      ...failed.map(({ name, result }) => `${name}: ${firstLine(result.errors) ?? result.state}`),
      ...(module.state() === 'failed' && failed.length === 0 ? [`${file} broke down`] : []),
    ],
    skipped: results.flatMap(({ name, result }) =>
      result.state === 'skipped' ? [{ name, reason: result.note ?? null }] : [],
    ),
    secondTry: results
      .filter(({ result, wasTriedAgain }) => wasTriedAgain && result.state === 'passed')
      .map(({ name, result }) => `${name}: ${firstLine(result.errors)}`),
    files: [{ file, seconds: (collectDuration + setupDuration + duration) / 1000 }],
  };
}

const vitest = await startVitest('test', [], {
  config: path.join(ROOT, 'test/vitest.config.ts'),
  watch: false,
  reporters: ['default', keeper],
  ...(projects.length === 0 ? {} : { project: projects }),
});
await vitest.close();
