/** Playwright's JSON report as an Outcome. */

import type { JSONReport, JSONReportSpec, JSONReportSuite } from '@playwright/test/reporter';
import type { Outcome, SkippedTest } from './outcome.ts';

export function readPlaywrightReport(report: JSONReport): Outcome {
  const specs = report.suites.flatMap((suite) => specsOf(suite, []));
  const failed: string[] = report.errors.map((error) => `Playwright: ${error.message?.split('\n')[0] ?? 'an error'}`);
  const skipped: SkippedTest[] = [];
  let passed = 0;
  for (const { name, spec } of specs) {
    for (const run of spec.tests) {
      const title = `${run.projectName} > ${name}`;
      if (run.status === 'skipped') {
        const reason = run.annotations.find((annotation) => annotation.type === 'skip' || annotation.type === 'fixme');
        skipped.push({ name: title, reason: reason?.description ?? null });
      } else if (run.status === 'expected') passed += 1;
      else failed.push(title);
    }
  }
  return { passed, failed, skipped };
}

function specsOf(suite: JSONReportSuite, above: readonly string[]): { name: string; spec: JSONReportSpec }[] {
  const names = [...above, suite.title];
  return [
    ...suite.specs.map((spec) => ({ name: [...names, spec.title].join(' > '), spec })),
    ...(suite.suites ?? []).flatMap((inner) => specsOf(inner, names)),
  ];
}
