/** What a benchmark is: a file `NAME.bench.ts` in this folder that exports one as `bench`. */

export interface BenchResult {
  /** In `unit`. */
  readonly value: number;
  /** More that is worth keeping: parts of the figure, sizes, settings. */
  readonly details?: Readonly<Record<string, number | string>>;
}

export interface Bench {
  /** What is measured, in one sentence. */
  readonly measures: string;
  readonly unit: string;
  /** In `unit`. */
  readonly target: number;
  /** Which side of the target is good. */
  readonly better: 'lower' | 'higher';
  /** Makes what it needs below `folder`, a new temporary folder that is removed afterward. */
  run(folder: string): Promise<BenchResult>;
}

/** Three significant digits, with the unit. */
export function formatFigure(value: number, unit: string): string {
  return `${Number(value.toPrecision(3))} ${unit}`;
}

export function meetsTarget(bench: Pick<Bench, 'better' | 'target'>, value: number): boolean {
  return bench.better === 'lower' ? value <= bench.target : value >= bench.target;
}
