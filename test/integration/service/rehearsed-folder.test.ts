import { expect, test } from 'vitest';
import { systemClock } from '../../../electron/platform/clock.ts';
import { COST, startCustomer } from './billing-account.ts';
import { keptLog, movableClock, startService, temporaryFolder } from './harness.ts';

const MONTH_MS = 31 * 86_400_000;

test('a rehearsed folder goes on in its own time, and a start in earnest refuses it', async () => {
  const dataDirectory = await temporaryFolder();
  const first = await startService({ dataDirectory, rehearsal: true });
  const { adminKey } = first;
  for (const moveClockMs of [MONTH_MS, 5 * MONTH_MS]) {
    expect((await first.post('/portal/rehearsal', { moveClockMs }, adminKey)).status).toBe(200);
  }
  await first.close();

  await expect(startService({ dataDirectory })).rejects.toThrow(RangeError);
  await expect(startService({ dataDirectory })).rejects.toThrow(/rehearsal.*another data folder.*--rehearsal/);
  const second = await startService({ dataDirectory, rehearsal: true });
  const { now } = (await second.post('/portal/rehearsal', {}, adminKey)).body;
  expect(Math.abs(Date.parse(now) - systemClock.now() - 6 * MONTH_MS)).toBeLessThan(60_000);
  await second.close();
});

test('a folder that was rehearsed without its clock being moved is as any other', async () => {
  const dataDirectory = await temporaryFolder();
  const first = await startService({ dataDirectory, rehearsal: true });
  await first.post('/portal/rehearsal', { latencyMs: 1 }, first.adminKey);
  await first.close();
  await startService({ dataDirectory });
});

test('books that were kept by a clock far ahead are told of in the log', async () => {
  const ahead = movableClock();
  ahead.move(12 * MONTH_MS);
  const customer = await startCustomer({ clock: ahead });
  const { body } = await customer.start(await customer.project());
  expect(body.error).toBeUndefined();
  expect((await customer.account()).held + (await customer.account()).spentThisMonth).toBeGreaterThanOrEqual(COST);
  await customer.service.close();
  const { dataDirectory } = customer;
  for (const [clock, told] of [
    [systemClock, 1],
    [ahead, 0],
  ] as const) {
    const log = keptLog();
    await (await startService({ clock, dataDirectory, log })).close();
    expect(log.lines.filter((line) => line.includes('later than the clock'))).toHaveLength(told);
  }
});
