import { expect, test } from 'vitest';
import { systemClock } from '../../../../electron/platform/time/clock.ts';
import { COST, startCustomer } from '../../../harness/service/billing-account.ts';
import { keptLog, movableClock, startService, type TestService } from '../../../harness/service/test-service.ts';

const MONTH_MS = 31 * 86_400_000;

async function nowOf(service: TestService, adminKey: string): Promise<number> {
  return Date.parse((await service.post('/portal/rehearsal', {}, adminKey)).body.now);
}

test('rehearsed books keep their own time, and a regular start refuses them', async () => {
  const { service: first, dataDirectory, ...customer } = await startCustomer({ rehearsal: true });
  const { adminKey } = first;
  await customer.start(await customer.project());
  for (const moveClockMs of [MONTH_MS, 5 * MONTH_MS]) {
    expect((await first.post('/portal/rehearsal', { moveClockMs }, adminKey)).status).toBe(200);
  }
  await first.close();

  await expect(startService({ dataDirectory })).rejects.toThrow(RangeError);
  await expect(startService({ dataDirectory })).rejects.toThrow(/rehearsal.*another data folder.*--rehearsal/);
  const second = await startService({ dataDirectory, rehearsal: true });
  expect(Math.abs((await nowOf(second, adminKey)) - systemClock.now() - 6 * MONTH_MS)).toBeLessThan(60_000);
  await second.close();
});

test('a folder with an unmoved clock or without books is like any other', async () => {
  for (const [change, priced] of [
    [{ latencyMs: 1 }, true],
    [{ moveClockMs: MONTH_MS }, false],
  ] as const) {
    const { service, dataDirectory, ...customer } = await startCustomer({
      rehearsal: true,
      ...(priced ? {} : { configuration: { prices: { 'service-2': 0, 'service-3.5': 0 } } }),
    });
    await customer.start(await customer.project());
    expect((await service.post('/portal/rehearsal', change, service.adminKey)).status).toBe(200);
    await service.close();
    await (await startService({ dataDirectory })).close();
  }
});

test('books kept by a clock far ahead are reported in the log', async () => {
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
    expect(log.lines.filter((line) => line.includes('ahead of the clock'))).toHaveLength(told);
  }
});
