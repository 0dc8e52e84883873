/**
 * How good the models are, beside nothing, FFmpeg and, where CLEARTAKE_MODELS names a folder with their files, DTLN and GTCRN. What was
 * tuned on and what was not, which CLEARTAKE_UNTUNED holds, come apart. CLEARTAKE_PART, CLEARTAKE_ROWS and CLEARTAKE_METHODS name a part of it all,
 * separated by commas. The figures of all pieces come to results/quality-items.json, or where CLEARTAKE_ITEMS says.
 */

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  MATERIAL_RATE,
  makeMaterial,
  PARTS,
  type Part,
  type Piece,
  readOwnRecordings,
} from '../fixtures/quality/material.ts';
import { makeUntuned } from '../fixtures/quality/untuned.ts';
import { judgeAll } from '../harness/quality/judge-all.ts';
import { printTables } from '../harness/quality/tables.ts';
import { targetsOf } from '../harness/quality/targets.ts';
import type { Bench, BenchResult } from './bench.ts';

export const bench: Bench = {
  measures: 'Targets of quality that a model misses',
  unit: 'targets',
  target: 0,
  better: 'lower',
  async run(folder): Promise<BenchResult> {
    const pieces = await makePieces(folder);
    const work = { folder, models: process.env.CLEARTAKE_MODELS, methods: named('CLEARTAKE_METHODS') };
    const outcomes = await judgeAll(work, pieces);
    const items = process.env.CLEARTAKE_ITEMS ?? path.join(import.meta.dirname, 'results', 'quality-items.json');
    writeFileSync(items, JSON.stringify(outcomes, null, 1));
    for (const part of PARTS) {
      printTables(
        part,
        outcomes.filter((one) => one.part === part),
      );
    }
    const targets = targetsOf(outcomes);
    for (const { what, figure, met } of targets) {
      console.log(`  ${met ? 'met   ' : 'missed'} ${what}: ${figure.toFixed(3)}`);
    }
    const details: Record<string, number> = { pieces: pieces.length };
    for (const { what, figure } of targets) details[what] = Number(figure.toFixed(3));
    return { value: targets.filter(({ met }) => !met).length, details };
  },
};

async function makePieces(folder: string): Promise<readonly Piece[]> {
  const rows = named('CLEARTAKE_ROWS');
  const parts = named('CLEARTAKE_PART');
  const wanted = (row: string) => rows === null || rows.includes(row);
  const wants = (part: Part) => parts === null || parts.includes(part);
  const pieces: Piece[] = [];
  if (wants('tuned')) {
    const items = await makeMaterial(folder, readOwnRecordings(process.env.CLEARTAKE_RECORDINGS));
    for (const { name, row, clean, heard } of items) {
      if (wanted(row)) pieces.push({ part: 'tuned', row, name, rate: MATERIAL_RATE, clean, heard });
    }
  }
  const untuned = process.env.CLEARTAKE_UNTUNED;
  if (untuned !== undefined && wants('untuned')) pieces.push(...(await makeUntuned(untuned, wanted)));
  return pieces;
}

/** What a variable lists; null without it. */
function named(variable: string): readonly string[] | null {
  return process.env[variable]?.split(',').map((name) => name.trim()) ?? null;
}
