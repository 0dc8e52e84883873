import { expect, test } from 'vitest';
import { createRunRecords } from '../../../../electron/core/queue/parts/run-records.ts';

test('a record keeps what it is told until it is blank again, and each id has its own', () => {
  const { generations, jobs } = createRunRecords();
  const blankJob = jobs.get('b');
  expect(blankJob).toMatchObject({ workingSince: null, transfer: null, exportProgress: null });
  jobs.change('a', { workingSince: 5 });
  generations.change('a', { unknownInARow: 1 });
  generations.change('a', { startedAt: 7 });
  expect(jobs.get('a')).toEqual({ ...blankJob, workingSince: 5 });
  expect(generations.get('a')).toMatchObject({ unknownInARow: 1, startedAt: 7, report: null });
  expect(jobs.get('b').workingSince).toBeNull();
  const blank = generations.get('b');
  generations.change('a', { unknownInARow: 0, startedAt: null });
  expect(generations.get('a')).toBe(blank);
});
