/** Rows of the specification as tests: each says what it needs, is counted, and says why when it cannot be shown here. */

import { describe, test } from 'vitest';
import { missing, type Need } from '../target.ts';

interface Counted {
  rows: number;
  passed: number;
  failed: number;
  readonly skipped: string[];
}

const sections = new Map<string, Counted>();
const titles: string[] = [];
let current = '';

/** A part of the specification; its name stands before the titles of its rows. */
export function section(name: string, rows: () => void): void {
  describe(name, () => {
    current = name;
    if (!sections.has(name)) sections.set(name, { rows: 0, passed: 0, failed: 0, skipped: [] });
    rows();
  });
}

/** One row. Its title quotes the specification. */
export function row(title: string, needs: readonly Need[], show: () => Promise<void> | void): void {
  const counted = sections.get(current);
  if (counted === undefined) throw new Error(`"${title}" stands in no section`);
  counted.rows += 1;
  titles.push(title);
  test(title, async (context) => {
    const reason = await missing(needs);
    if (reason !== null) {
      counted.skipped.push(`${title}: ${reason}`);
      context.skip(reason);
    }
    try {
      await show();
      counted.passed += 1;
    } catch (failure) {
      counted.failed += 1;
      throw failure;
    }
  });
}

/** Rows whose titles begin alike. */
export function rowsOf(beginning: string): typeof row {
  return (title, ...others) => row(`${beginning}${title}`, ...others);
}

/** Of every row that there is, run or not. */
export function allTitles(): readonly string[] {
  return titles;
}

/** Rows that could not be shown, each with its reason. */
export function allSkipped(): readonly string[] {
  return [...sections.values()].flatMap(({ skipped }) => skipped);
}

/** What was shown, section by section, with every reason for a row that was not. */
export function summary(notShown: readonly { readonly row: string; readonly why: string }[]): string {
  const width = Math.max(...[...sections.keys()].map((name) => name.length));
  const line = (name: string, cells: readonly (string | number)[]) =>
    `${name.padEnd(width)} ${cells.map((cell) => String(cell).padStart(8)).join('')}`;
  const all = [...sections.values()];
  const total = (of: (counted: Counted) => number) => all.reduce((sum, counted) => sum + of(counted), 0);
  return [
    line('Conformance', ['rows', 'passed', 'failed', 'skipped']),
    ...[...sections].map(([name, { rows, passed, failed, skipped }]) =>
      line(name, [rows, passed, failed, skipped.length]),
    ),
    line('together', [
      total(({ rows }) => rows),
      total(({ passed }) => passed),
      total(({ failed }) => failed),
      total(({ skipped }) => skipped.length),
    ]),
    ...all.flatMap(({ skipped }) => skipped.map((reason) => `not shown here: ${reason}`)),
    ...notShown.map(({ row: quoted, why }) => `cannot be shown: ${quoted}: ${why}`),
  ].join('\n');
}
