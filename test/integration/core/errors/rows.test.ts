/** What a row of the desk says of every error that the service documents, through a real queue over HTTP. */

import { expect, test } from 'vitest';
import { FAILED_GENERATIONS } from '../../../../shared/domain/error-messages/failed-generation.ts';
import { ERROR_MESSAGES } from '../../../../shared/domain/error-messages/table.ts';
import { type ErrorRecord, textOf } from '../../../../shared/domain/errors.ts';
import { waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { openStage } from '../../../harness/desk/scripted-stage.ts';
import { answerTo, FOLLOWED_ERRORS, QUEUE_ERRORS, rowCode } from '../../../harness/service/queue-errors.ts';

/** Another service's rules for what fails aren't known here. */
const UNSETTLED = 'No charge is recorded for Service 2.0, but the service’s invoice decides.';

/** The first thing that a row says of a recording that can't continue. */
async function firstTrouble(stage: Awaited<ReturnType<typeof openStage>>): Promise<ErrorRecord> {
  const { client } = stage.desk;
  const { state } = await waitForJob(client, await stage.begin(), (job) =>
    /^(failed|waiting|done)$/.test(job.state.kind),
  );
  if (state.kind === 'failed') return state.error;
  return state.kind === 'waiting' ? state.reason : expect.fail(`The job is ${state.kind}`);
}

test.each(QUEUE_ERRORS)('$path answers $status $code: the row says so in plain words', async (error) => {
  // Long waits: the row is seen as it is, not one of several tries later.
  const stage = await openStage(
    { random: () => 1 },
    { patient: true, retryBaseMs: 60_000, startQuarantineMs: { builtIn: 60_000, remote: 60_000 } },
  );
  stage.service.override(error.path, () => answerTo(error));
  const told = await firstTrouble(stage);
  expect(told.code).toBe(rowCode(error));
  const { message } = ERROR_MESSAGES[told.code];
  expect(told.userMessage).toContain(message.what);
  expect(told.userMessage).toContain(textOf({ next: message.next ?? '' }, 'desk'));
  expect(told.userMessage).not.toMatch(/unexpected|went wrong/i);
  // Whatever was answered, one start was sent at most.
  expect(stage.service.startRequests.length).toBeLessThan(2);
});

test.each(FOLLOWED_ERRORS)('$path answers $code: the row goes on, and nothing is started again', async (error) => {
  const stage = await openStage();
  let answers = 1;
  stage.service.override(error.path, () => (answers-- > 0 ? answerTo(error) : null));
  await waitForJob(stage.desk.client, await stage.begin(), ({ state }) => state.kind === 'done');
  expect([answers, stage.service.startRequests.length]).toEqual([-1, 1]);
});

test.each(Object.entries(FAILED_GENERATIONS))('a restoration that failed with %s says why', async (code, message) => {
  const stage = await openStage();
  stage.service.override('/v1/get_generation_progress', ({ generationId, apiProjectId }) => {
    const failed = {
      generationId,
      apiProjectId,
      status: 'failed',
      error: 'What the service says.',
      errorDetails: { code },
    };
    return { status: 200, body: failed };
  });
  const told = await firstTrouble(stage);
  expect(told).toMatchObject({ code: 'generationFailed', detail: `${code}: What the service says.` });
  const next = textOf({ next: message.next ?? '' }, 'desk');
  expect(told.userMessage).toBe(`${message.what} ${UNSETTLED} ${next} The service says: “What the service says.”`);
});

test('a code of a failure that only another service knows keeps the general words, with its own behind', async () => {
  const stage = await openStage();
  stage.service.override('/v1/get_generation_progress', () => {
    return { status: 200, body: { status: 'failed', error: 'Tape jam.', errorDetails: { code: 'tapeJam' } } };
  });
  const { what, next } = ERROR_MESSAGES.generationFailed.message;
  const told = await firstTrouble(stage);
  expect(told.userMessage).toBe(
    `${what} ${UNSETTLED} ${textOf({ next: next ?? '' }, 'desk')} The service says: “Tape jam.”`,
  );
});
