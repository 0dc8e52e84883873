/** What a suite came to, in the one form in which all suites are summed up. */

export interface SkippedTest {
  readonly name: string;
  /** Null when the test gives none, which counts as a failure: nothing is passed over without a word. */
  readonly reason: string | null;
}

export interface Outcome {
  readonly passed: number;
  /** Names of what failed, a suite that broke down among them. */
  readonly failed: readonly string[];
  readonly skipped: readonly SkippedTest[];
}

export interface Summary {
  readonly lines: readonly string[];
  /** Always the last line: `N passed, M failed`, with `, K skipped` when some were. */
  readonly closing: string;
  readonly succeeded: boolean;
}

/** A suite that ended badly although none of its tests says so (it crashed, or was never there) has failed itself. */
export function withBreakdown(suite: string, outcome: Outcome | null, succeeded: boolean): Outcome {
  if (outcome === null) return { passed: 0, failed: [`${suite} ended without results`], skipped: [] };
  if (!succeeded && outcome.failed.length === 0) {
    return { ...outcome, failed: [`${suite} ended with an error outside its tests`] };
  }
  return outcome;
}

export function summarize(outcomes: readonly Outcome[]): Summary {
  const skipped = outcomes.flatMap((outcome) => outcome.skipped);
  const explained = skipped.filter((test) => test.reason !== null);
  const failed = [
    ...outcomes.flatMap((outcome) => outcome.failed),
    ...skipped.filter((test) => test.reason === null).map((test) => `${test.name} (skipped without a reason)`),
  ];
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const ending = explained.length === 0 ? '' : `, ${explained.length} skipped`;
  return {
    lines: [
      ...explained.map((test) => `skipped: ${test.name}: ${test.reason}`),
      ...failed.map((name) => `failed: ${name}`),
    ],
    closing: `${passed} passed, ${failed.length} failed${ending}`,
    succeeded: failed.length === 0 && passed > 0,
  };
}
