import { expect, onTestFinished, test } from 'vitest';
import type { DeskSettings } from '../../../../electron/core/ports.ts';
import { waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { isDone, ledgerOf, openStage as openPlainStage } from '../../../harness/desk/scripted-stage.ts';
import { createFakeEngine } from '../../../harness/engine/fake-engine.ts';
import type { ServiceSettings } from '../../../harness/remote/scripted-service.ts';
import { createQuickClock } from '../../../harness/time/quick-clock.ts';

const PROGRESS = '/v1/get_generation_progress';
const DOWNLOAD = '/v1/get_generation_download';
const EARLY = { status: 409, body: { error: 'Generation is not complete.' } };

/** A desk with its usual waits whose time runs forty times faster, and the moments at which it called the service, in seconds. */
async function openStage(service: ServiceSettings = {}, settings: Partial<DeskSettings> = {}) {
  const clock = createQuickClock();
  clock.setRate(40);
  onTestFinished(clock.stop);
  const calls: { readonly path: string; readonly at: number }[] = [];
  const began = clock.monotonic();
  const stage = await openPlainStage(
    // An engine in real time would look stuck to a clock that is forty times as fast.
    { clock, spawn: createFakeEngine().spawn },
    { retryBaseMs: 1000, ...settings },
    {
      service: {
        ...service,
        reshape: ({ path }, answer) => {
          calls.push({ path, at: (clock.monotonic() - began) / 1000 });
          return answer;
        },
      },
    },
  );
  const first = () => calls[0]?.at ?? 0;
  return {
    ...stage,
    calls,
    /** Waits until so many seconds have passed since the first call. */
    after: (seconds: number) =>
      expect.poll(() => (calls.at(-1)?.at ?? 0) - first(), { timeout: 30_000 }).toBeGreaterThan(seconds),
    /** Calls of each kind in the seconds after the first one. */
    within: (seconds: number, path?: string) =>
      calls.filter((one) => one.at < first() + seconds && (path === undefined || one.path === path)),
  };
}

const isOver = ({ state }: { state: { kind: string } }) => state.kind === 'failed' || state.kind === 'done';

test('a service that refuses a complete result for ever is asked seldom, and the end says what was paid', {
  tags: 'long',
}, async () => {
  const stage = await openStage();
  stage.service.override(DOWNLOAD, () => EARLY);
  const jobId = await stage.begin();
  const waiting = await waitForJob(stage.desk.client, jobId, ({ state }) => state.kind === 'waiting');
  expect(waiting.state).toMatchObject({ reason: { code: 'notCompleteYet' } });
  const job = await waitForJob(stage.desk.client, jobId, isOver);
  // One upload comes beside the calls.
  expect(stage.within(25).length + stage.service.uploads.length).toBeLessThanOrEqual(15);
  expect(stage.calls.filter(({ path }) => path === DOWNLOAD)).toHaveLength(8);
  expect(job.state).toMatchObject({ kind: 'failed', retryFrom: 'downloading', error: { code: 'resultWithheld' } });
  expect(JSON.stringify(job.state)).toMatch(
    /Service 2\.0 was charged at 0\.0\d+ USD\. Retry later to download it, which costs nothing/,
  );
  expect(ledgerOf(stage, jobId).map(([kind]) => kind)).toEqual(['hold', 'charge', 'release']);

  stage.service.override(DOWNLOAD, () => null);
  await stage.desk.client.queue.retry({ jobIds: [jobId] });
  await waitForJob(stage.desk.client, jobId, isDone);
  expect([stage.service.startRequests.length, stage.service.uploads.length]).toEqual([1, 1]);
  expect(ledgerOf(stage, jobId)).toHaveLength(3);
});

test('a result that is refused for a few seconds is there soon after', async () => {
  const stage = await openStage();
  let since: number | null = null;
  stage.service.override(DOWNLOAD, () => {
    const at = stage.calls.at(-1)?.at ?? 0;
    since ??= at;
    return at - since < 4 ? EARLY : null;
  });
  await waitForJob(stage.desk.client, await stage.begin(), isDone);
  const asked = stage.calls.filter(({ path }) => path === DOWNLOAD).map(({ at }) => at);
  // Refused at once, after two seconds and, if need be, after six; on a busy machine the answers take some of this time.
  expect(asked.length).toBeLessThanOrEqual(4);
});

test('a result that is refused while another model runs is asked for as seldom', { tags: 'long' }, async () => {
  const stage = await openStage({ statusOf: ({ modelKey }) => (modelKey === 'service-2' ? 'complete' : 'processing') });
  stage.service.override(DOWNLOAD, () => EARLY);
  await stage.begin(['service-2', 'service-3.5']);
  await stage.after(90);
  const asked = stage.calls.filter(({ path }) => path === DOWNLOAD);
  expect(asked.length).toBeGreaterThan(2);
  expect(asked.length).toBeLessThanOrEqual(6);
});

test.each([
  ['does not know the generation', { status: 404, body: { error: 'no such generation' } }],
  ['cannot be read', { status: 200, body: 'gone fishing' }],
  ['failed', { status: 500, body: { error: 'scripted' } }],
])('of a service whose every second answer %s, progress is asked ever less often', { tags: 'long' }, async (_, odd) => {
  const stage = await openStage({ statusOf: () => 'processing' });
  let asked = 0;
  stage.service.override(PROGRESS, () => (asked++ % 2 === 1 ? odd : null));
  await stage.begin();
  await stage.after(120);
  expect(stage.within(120, PROGRESS).length).toBeLessThanOrEqual(20);
  expect(stage.service.startRequests).toHaveLength(1);
});
