import fc from 'fast-check';
import { expect, test } from 'vitest';
import { progressView } from '../../../electron/service/http/views/generations.ts';
import { meterGeneration } from '../../../electron/service/rules/billing/quote.ts';
import type { Generation } from '../../../electron/service/store/records.ts';
import { advanceProgress, JUST_STARTED } from '../../../electron/service/work/generations/progress.ts';
import { RESTORE_STAGES } from '../../../shared/engine-api/messages.ts';

const GENERATION: Generation = {
  generationId: 'gen_1',
  projectId: 'prj_1',
  userId: 'usr_1',
  keyId: 'key_1',
  model: 'service-2',
  status: 'processing',
  sampling: null,
  params: null,
  failures: 0,
  error: null,
  errorDetails: null,
  hasVideo: false,
  createdAt: 0,
  startedAt: 0,
  finishedAt: null,
};

test('progress never falls and stays between 0 and 1, whatever the engine reports', () => {
  const fraction = fc.double({ min: -1, max: 2, noNaN: true });
  const report = fc.record({ stage: fc.constantFrom(...RESTORE_STAGES), fraction });
  fc.assert(
    fc.property(fc.array(report, { maxLength: 30 }), (reports) => {
      const inOrder = RESTORE_STAGES.flatMap((stage) => reports.filter((one) => one.stage === stage));
      let live = JUST_STARTED;
      let last = 0;
      for (const one of inOrder) {
        live = advanceProgress(live, one);
        const { progress, stages } = progressView(GENERATION, live);
        expect(progress).toBeGreaterThanOrEqual(last);
        last = progress;
        for (const value of [progress, ...stages.map((stage) => stage.progress)]) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1);
        }
        expect(stages.filter((stage) => stage.status === 'processing')).toHaveLength(1);
      }
    }),
  );
});

test('the stages before the present one are complete, those after it queued', () => {
  const { stages } = progressView(GENERATION, advanceProgress(JUST_STARTED, { stage: 'restoring', fraction: 0.25 }));
  expect(stages.map(({ name, status }) => [name, status])).toEqual([
    ['preparing', 'complete'],
    ['analyzing', 'complete'],
    ['restoring', 'processing'],
    ['encoding', 'queued'],
  ]);
});

test.each([
  [12.2, 60],
  [60.01, 61],
  [3600, 3600],
])('%d seconds of medium are metered as %d', (duration, seconds) => {
  expect(meterGeneration(GENERATION, duration, 42)).toMatchObject({ billableSeconds: seconds, recordedAt: 42 });
});
