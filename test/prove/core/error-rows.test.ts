/** What a row of the desk says of every error that the service documents, through a real queue over HTTP. */

import { expect, test } from 'vitest';
import { CONNECTION } from '../../../electron/core/strings.ts';
import { FAILED_GENERATIONS } from '../../../shared/domain/error-messages/failed-generation.ts';
import { ERROR_MESSAGES } from '../../../shared/domain/error-messages/table.ts';
import { type ErrorRecord, textOf } from '../../../shared/domain/errors.ts';
import type { DocumentedError } from '../../../shared/service-api/documented-errors.ts';
import { DEFAULT_PATHS } from '../../../shared/service-api/routes.ts';
import { waitForJob } from '../../harness/desk/open-test-desk.ts';
import { openStage, PRICE, type Stage } from '../../harness/desk/scripted-stage.ts';
import { answerTo, FOLLOWED_ERRORS, QUEUE_ERRORS, rowCode } from '../../harness/service/queue-errors.ts';
import { untrueIn } from '../../harness/words/judge.ts';
import { someOf } from '../depth.ts';

/** Another service's rules for what fails aren't known here. */
const UNSETTLED = 'No charge is recorded for Service 2.0, but the service’s invoice decides.';

/** What happened on the way to an error of this call, by the ledger and by what the service received. */
function truthOf({ desk, service }: Stage, jobId: string, failed: Pick<DocumentedError, 'path' | 'status' | 'code'>) {
  const isStart = failed.path === DEFAULT_PATHS.startGeneration['service-2'];
  const isLost = isStart && rowCode({ ...failed, condition: '' }) === 'startUncertain';
  const generation = desk.store.generations.ofJob(jobId)[0] ?? expect.fail('No generation');
  const rows = desk.store.ledger.ofGeneration(generation.id);
  const count = (of: string) => rows.filter(({ kind }) => kind === of).length;
  const amount = 60 * PRICE;
  const model = {
    model: 'service-2',
    accepted: isStart ? 0 : service.startRequests.length,
    lost: isLost ? 1 : 0,
    charged: (count('charge') - count('refund')) * amount,
    hasCharge: count('charge') > count('refund'),
    held: (count('hold') - count('release')) * amount,
    hasHold: count('hold') > count('release'),
  } as const;
  return { isLocal: false, calls: 1, isUploadBegun: failed.path !== DEFAULT_PATHS.createProject, models: [model] };
}

/** The first thing that a row says of a recording that can't continue. */
async function firstTrouble(stage: Stage, jobId: Promise<string> = stage.begin()): Promise<ErrorRecord> {
  const { client } = stage.desk;
  const { state } = await waitForJob(client, await jobId, (job) => /^(failed|waiting|done)$/.test(job.state.kind));
  if (state.kind === 'failed') return state.error;
  return state.kind === 'waiting' ? state.reason : expect.fail(`The job is ${state.kind}`);
}

test.each(someOf(QUEUE_ERRORS, 20))(
  '$path answers $status $code: the row says so in plain words',
  { tags: 'long' },
  async (error) => {
    // Long waits: the row is seen as it is, not one of several tries later.
    const stage = await openStage(
      { random: () => 1 },
      { patient: true, retryBaseMs: 60_000, startQuarantineMs: { builtIn: 60_000, remote: 60_000 } },
    );
    stage.service.override(error.path, () => answerTo(error));
    const jobId = stage.begin();
    const told = await firstTrouble(stage, jobId);
    expect(told.code).toBe(rowCode(error));
    expect(untrueIn(told.userMessage, truthOf(stage, await jobId, error))).toEqual([]);
    const isNoCreation = told.code === 'callUnknown' && error.path === DEFAULT_PATHS.createProject;
    const message = isNoCreation ? CONNECTION.noCreation(error.path) : ERROR_MESSAGES[told.code].message;
    expect(told.userMessage).toContain(message.what);
    expect(told.userMessage).toContain(textOf({ next: message.next ?? '' }, 'desk'));
    expect(told.userMessage).not.toMatch(/unexpected|went wrong/i);
    // Whatever was answered, one start was sent at most.
    expect(stage.service.startRequests.length).toBeLessThan(2);
  },
);

test.each([
  [DEFAULT_PATHS.generationProgress, 400],
  [DEFAULT_PATHS.generationProgress, 405],
  [DEFAULT_PATHS.generationProgress, 413],
  [DEFAULT_PATHS.generationProgress, 422],
  [DEFAULT_PATHS.generationDownload, 400],
  [DEFAULT_PATHS.generationDownload, 403],
  [DEFAULT_PATHS.generationDownload, 405],
  [DEFAULT_PATHS.generationDownload, 200],
])('%s answers %i after a start: the row says what is reserved or charged', { tags: 'long' }, async (path, status) => {
  const stage = await openStage({ random: () => 1 }, { retryBaseMs: 60_000 });
  // A relative link is no address.
  const body = status === 200 ? { downloadUrl: 'results/take.wav' } : { error: 'No.' };
  stage.service.override(path, () => ({ status, body }));
  const jobId = stage.begin();
  const { userMessage } = await firstTrouble(stage, jobId);
  expect(untrueIn(userMessage, truthOf(stage, await jobId, { path, status, code: null }))).toEqual([]);
  const isCharged = path === DEFAULT_PATHS.generationDownload;
  expect(userMessage).toContain(isCharged ? 'Service 2.0 was charged at 0.06 USD.' : 'and 0.06 USD is reserved.');
});

test('what a failed row says follows the books: what was reserved is charged later', async () => {
  const stage = await openStage({}, { abandonedEveryMs: 50 });
  let isRefused = true;
  stage.service.override(DEFAULT_PATHS.generationProgress, () =>
    isRefused ? { status: 400, body: { error: 'No.' } } : null,
  );
  const jobId = await stage.begin();
  const says = (words: string) =>
    waitForJob(
      stage.desk.client,
      jobId,
      ({ state }) => state.kind === 'failed' && state.error.userMessage.includes(words),
    );
  await says('Service 2.0 was started, and 0.06 USD is reserved.');
  isRefused = false;
  await says('Service 2.0 was charged at 0.06 USD.');
});

test('a cap that stops the second model says what the first one cost', { tags: 'long' }, async () => {
  const stage = await openStage();
  const jobId = await stage.begin(['service-2', 'service-3.5'], 60 * PRICE);
  const { state } = await waitForJob(stage.desk.client, jobId, ({ state: { kind } }) => kind === 'waiting');
  const words = 'Service 3.5 waits: it would pass your cap of 0.06 USD for this batch. Service 2.0 is done (0.06 USD).';
  expect(state).toMatchObject({ reason: { code: 'costCapReached', userMessage: expect.stringContaining(words) } });
});

test.each(someOf(FOLLOWED_ERRORS, 4))(
  '$path answers $code: the row goes on, and nothing is started again',
  { tags: 'long' },
  async (error) => {
    const stage = await openStage();
    let answers = 1;
    stage.service.override(error.path, () => (answers-- > 0 ? answerTo(error) : null));
    await waitForJob(stage.desk.client, await stage.begin(), ({ state }) => state.kind === 'done');
    expect([answers, stage.service.startRequests.length]).toEqual([-1, 1]);
  },
);

test.each(Object.entries(FAILED_GENERATIONS))(
  'a restoration that failed with %s says why',
  { tags: 'long' },
  async (code, message) => {
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
  },
);

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
