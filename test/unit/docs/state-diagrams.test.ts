import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { START_CHECKPOINTS } from '../../../electron/core/checkpoints.ts';
import type { Outcome } from '../../../electron/core/queue/start/classify.ts';
import { STAGES, WORKING_STAGES } from '../../../shared/domain/job-state.ts';
import { LEGAL_GENERATION_STEPS, LEGAL_JOB_STEPS, stepOf } from '../../harness/simulation/legal-steps.ts';
import { type Arrow, arrowsOf } from './diagram.ts';

const core = path.resolve(import.meta.dirname, '../../../electron/core');
const readme = readFileSync(path.join(core, 'README.md'), 'utf8');

/** Boxes that stand for several states; `back` depends on where the arrow begins. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  stage: STAGES,
  'under-way': ['started', 'queued', 'processing'],
};

function stepsOf(arrows: readonly Arrow[]): Set<string> {
  const steps = arrows
    .filter(({ from }) => from !== '[*]')
    .flatMap(({ from, to, labels }) =>
      (GROUPS[from] ?? [from]).flatMap((one) =>
        targets(one, to).flatMap((other) => labels.map((label) => stepOf(label, one, other))),
      ),
    );
  return new Set(steps);
}

function targets(from: string, to: string): readonly string[] {
  if (to !== 'back') return GROUPS[to] ?? [to];
  const stages: readonly string[] = WORKING_STAGES;
  return stages.slice(0, stages.indexOf(from) + 1);
}

test.each([
  ['job', LEGAL_JOB_STEPS],
  ['generation', LEGAL_GENERATION_STEPS],
] as const)('the diagrams of a %s show every legal step and no other', (name, legal) => {
  const drawn = stepsOf(arrowsOf(readme, name));
  expect([...legal].filter((step) => !drawn.has(step))).toEqual([]);
  expect([...drawn].filter((step) => !legal.has(step))).toEqual([]);
});

test('the diagram of a start passes every checkpoint of the protocol in order', () => {
  const points = START_CHECKPOINTS.filter((point) => point.startsWith('start:'));
  const arrows = arrowsOf(readme, 'start');
  const reached = arrows.map(({ to }) => `start:${to}`).filter((name) => points.some((point) => point === name));
  expect([...new Set(reached)]).toEqual(points);
  const protocol = readFileSync(path.join(core, 'queue/start/protocol.ts'), 'utf8');
  expect(points.filter((point) => !protocol.includes(`ports.pass('${point}')`))).toEqual([]);
});

test('the diagram of a start shows every outcome that the protocol tells apart', () => {
  const outcomes: Readonly<Record<Outcome['kind'], true>> = {
    started: true,
    'not-sent': true,
    refused: true,
    unknown: true,
  };
  const drawn = arrowsOf(readme, 'start').filter(({ from }) => from === 'answered');
  const expected = Object.keys(outcomes).map((kind) => `outcome-${kind}`);
  expect(drawn.map(({ to }) => to).sort()).toEqual(expected.sort());
});

test('a step too few and a step too many are both seen', () => {
  const diagram = '```mermaid\n%% toy\nstateDiagram-v2\n  [*] --> queued\n  queued --> done: finish (early)\n```';
  const drawn = stepsOf(arrowsOf(diagram, 'toy'));
  expect([...drawn]).toEqual(['finish: queued → done']);
  expect(LEGAL_JOB_STEPS.has('finish: queued → done')).toBe(false);
  expect([...LEGAL_JOB_STEPS].filter((step) => !drawn.has(step))).toHaveLength(LEGAL_JOB_STEPS.size);
  expect(() => arrowsOf(diagram, 'other')).toThrow();
});
