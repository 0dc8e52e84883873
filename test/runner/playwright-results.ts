/** Playwright's JSON report as an Outcome. */

import path from 'node:path';
import type { Outcome, SkippedTest } from './outcome.ts';

/** What is read of Playwright's JSONReport. */
export interface PlaywrightReport {
  readonly suites: readonly Suite[];
  readonly errors: readonly { readonly message?: string }[];
}

interface Suite {
  readonly title: string;
  readonly specs: readonly Spec[];
  readonly suites?: readonly Suite[];
}

interface Spec {
  readonly title: string;
  readonly file: string;
  readonly tests: readonly Run[];
}

interface Run {
  readonly projectName: string;
  readonly status: 'skipped' | 'expected' | 'unexpected' | 'flaky';
  /** Durations in milliseconds. */
  readonly results: readonly { readonly duration: number }[];
  readonly annotations: readonly { readonly type: string; readonly description?: string }[];
}

/** @param folder where the report's files lie, relative to the project's folder */
export function readPlaywrightReport(report: PlaywrightReport, folder: string): Outcome {
  const specs = report.suites.flatMap((suite) => specsOf(suite, []));
  const failed: string[] = report.errors.map((error) => `Playwright: ${error.message?.split('\n')[0] ?? 'an error'}`);
  const skipped: SkippedTest[] = [];
  const secondTry: string[] = [];
  const times = new Map<string, number>();
  let passed = 0;
  for (const { name, spec } of specs) {
    for (const run of spec.tests) {
      const title = `${run.projectName} > ${name}`;
      const ms = run.results.reduce((sum, { duration }) => sum + duration, 0);
      times.set(spec.file, (times.get(spec.file) ?? 0) + ms / 1000);
      if (run.status === 'skipped') {
        const reason = run.annotations.find((annotation) => annotation.type === 'skip' || annotation.type === 'fixme');
        skipped.push({ name: title, reason: reason?.description ?? null });
      } else if (run.status === 'expected') passed += 1;
      else if (run.status === 'flaky') {
        passed += 1;
        secondTry.push(title);
      } else failed.push(title);
    }
  }
  const files = [...times].map(([file, seconds]) => ({ file: path.posix.join(folder, file), seconds }));
  return { passed, failed, skipped, secondTry, files };
}

function specsOf(suite: Suite, above: readonly string[]): { name: string; spec: Spec }[] {
  const names = [...above, suite.title];
  return [
    ...suite.specs.map((spec) => ({ name: [...names, spec.title].join(' > '), spec })),
    ...(suite.suites ?? []).flatMap((inner) => specsOf(inner, names)),
  ];
}
