/** The result of a suite, in one form for all suites, and the summary of all results. */

export interface SkippedTest {
  readonly name: string;
  /** Null when the test gives none: it then counts as failed. */
  readonly reason: string | null;
}

/** How long a test file took: its imports, hooks and tests. */
export interface FileTime {
  readonly file: string;
  readonly seconds: number;
}

export interface Outcome {
  readonly passed: number;
  /** Names of failed tests, and of suites that crashed. */
  readonly failed: readonly string[];
  readonly skipped: readonly SkippedTest[];
  /** Tests that failed and then passed, with what failed: counted as passed, and always printed. */
  readonly secondTry: readonly string[];
  readonly files: readonly FileTime[];
}

/** A test that failed beside others, or a file that failed without a failed test. */
export interface FailedTest {
  /** Relative to the project's folder. */
  readonly file: string;
  /** With its file; the file's alone when the whole file failed. */
  readonly name: string;
  /** Its line among the failed. */
  readonly sentence: string;
  /** False for tests whose failure is a finding, whenever it happens. */
  readonly mayBeTriedAgain: boolean;
}

const SLOWEST = 10;

export interface Summary {
  readonly lines: readonly string[];
  /** Always the last line: `N passed, M failed`, with `, K skipped` when some were. */
  readonly closing: string;
  readonly succeeded: boolean;
}

/** Counts a suite as failed when it crashed, even if none of its tests failed. */
export function withBreakdown(suite: string, outcome: Outcome | null, succeeded: boolean): Outcome {
  if (outcome === null)
    return { passed: 0, failed: [`${suite} ended without results`], skipped: [], secondTry: [], files: [] };
  if (!succeeded && outcome.failed.length === 0) {
    return { ...outcome, failed: [`${suite} ended with an error outside its tests`] };
  }
  return outcome;
}

/**
 * The outcome once files with failures have run alone.
 * @param late what failed before and was tried again
 * @param stillFailed what failed alone, whether it had failed before or not
 */
export function afterLastTry(
  before: Outcome,
  late: readonly FailedTest[],
  stillFailed: readonly FailedTest[],
): Outcome {
  const names = new Set(stillFailed.map(({ name }) => name));
  // A file that fails as a whole says nothing of its tests: they stay failed.
  const passed = late.filter(({ file, name }) => !(names.has(name) || names.has(file)));
  const mended = new Set(passed.map(({ sentence }) => sentence));
  const kept = before.failed.filter((sentence) => !mended.has(sentence));
  const known = new Set(late.map(({ name }) => name));
  const found = stillFailed.filter(({ name, sentence }) => !(known.has(name) || kept.includes(sentence)));
  return {
    ...before,
    passed: before.passed + passed.filter(({ file, name }) => name !== file).length,
    failed: [...kept, ...found.map(({ sentence }) => sentence)],
    secondTry: [...before.secondTry, ...passed.map(({ sentence }) => `${sentence} (passed alone)`)],
  };
}

/** @param mostSecondTries more of them are a failure; null for any number */
export function summarize(outcomes: readonly Outcome[], mostSecondTries: number | null): Summary {
  const skipped = outcomes.flatMap((outcome) => outcome.skipped);
  const explained = skipped.filter((test) => test.reason !== null);
  const secondTry = outcomes.flatMap((outcome) => outcome.secondTry);
  const areTooMany = mostSecondTries !== null && secondTry.length > mostSecondTries;
  const failed = [
    ...outcomes.flatMap((outcome) => outcome.failed),
    ...(areTooMany ? [`more than ${mostSecondTries} tests needed a second try`] : []),
    ...skipped.filter((test) => test.reason === null).map((test) => `${test.name} (skipped without a reason)`),
  ];
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const ending = explained.length === 0 ? '' : `, ${explained.length} skipped`;
  return {
    lines: [
      ...slowest(outcomes.flatMap((outcome) => outcome.files)),
      ...secondTry.map((name) => `passed at the second try: ${name}`),
      ...(secondTry.length === 0 ? [] : [`second tries: ${secondTry.length}`]),
      ...explained.map((test) => `skipped: ${test.name}: ${test.reason}`),
      ...failed.map((name) => `failed: ${name}`),
    ],
    closing: `${passed} passed, ${failed.length} failed${ending}`,
    succeeded: failed.length === 0 && passed > 0,
  };
}

function slowest(files: readonly FileTime[]): string[] {
  const slow = [...files].sort((one, other) => other.seconds - one.seconds).slice(0, SLOWEST);
  if (slow.length === 0) return [];
  return [
    'Slowest test files:',
    ...slow.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${file}`),
    '',
  ];
}
