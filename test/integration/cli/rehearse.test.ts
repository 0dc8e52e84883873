import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import * as rehearse from '../../../electron/hosts/cli/commands/services/rehearse.ts';
import { LOCAL_PATHS } from '../../../shared/service-api/routes.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { runCli } from '../../harness/cli/run-cli.ts';
import { runHere } from '../../harness/cli/run-here.ts';
import { openTestDesk } from '../../harness/desk/open-test-desk.ts';
import { startService } from '../../harness/service/test-service.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test('a service is made slow, faulty and strict, its clock moves, and it is put right again', async () => {
  const service = await startService({ rehearsal: true });
  const options = { baseUrl: service.baseUrl, header: 'bearer', dataDir: temporaryFolder() } as const;
  const run = (command: () => Promise<number>) => {
    vi.stubEnv('CLEARTAKE_ADMIN_KEY', service.adminKey);
    return runHere(command);
  };
  const state = async () => (await service.post(LOCAL_PATHS.rehearsal, {}, service.adminKey)).body;

  expect((await run(() => rehearse.showRehearsal(options))).stdout).toMatch(
    /^No rehearsal is on\.\nThe service’s time/,
  );
  await run(() => rehearse.slow({ ...options, calls: 3, restorations: 50, callsPerMinute: 900 }));
  await run(() => rehearse.fail('starts', '402', { ...options, times: 2 }));
  await run(() => rehearse.fail('downloads', 'drop-after', { ...options, times: 1 }));
  const shown = await run(() => rehearse.setPayments(true, options));
  expect(shown.status).toBe(0);
  expect(shown.stdout.split('\n').slice(0, 7)).toEqual([
    'The service rehearses: it is slow or fails on purpose. Nothing is really paid. End it with `cleartake rehearse end`.',
    'Each call takes 0.003 s longer',
    'Each restoration takes at least 0.05 s',
    'At most 900 calls a minute',
    'Payments are declined',
    'starts of restorations: 402, payment failed, 2 more times',
    'downloads: connection dropped after everything is done, 1 more time',
  ]);
  expect(await state()).toMatchObject({
    ...{ latencyMs: 3, restorationDelayMs: 50, rateLimitPerMinute: 900, declinePayments: true },
    faults: [
      { path: '/v1/service-*', kind: '402', times: 2 },
      { path: '/storage/downloads/*', kind: 'drop-after', times: 1 },
    ],
  });
  expect((await run(() => rehearse.expireLinks(options))).stdout).toMatch(/^All links signed until now have expired\./);
  const moved = await run(() => rehearse.moveClock(5 * 86_400_000, { ...options, json: true }));
  const { event, on, now } = JSON.parse(moved.stdout);
  expect([event, on, Date.parse(now) - Date.now() > 4 * 86_400_000]).toEqual(['rehearsal', true, true]);
  expect(await run(() => rehearse.endRehearsal(options))).toMatchObject({
    status: 0,
    stdout: 'The rehearsal is over.\n',
  });
  expect(await state()).toMatchObject({ latencyMs: 0, restorationDelayMs: 0, declinePayments: false, faults: [] });
});

test('refusals are said in words', async () => {
  const [plain, rehearsing] = [await startService(), await startService({ rehearsal: true })];
  const as = (baseUrl: string, key: string) => {
    vi.stubEnv('CLEARTAKE_ADMIN_KEY', key);
    return runHere(() => rehearse.endRehearsal({ baseUrl, header: 'bearer', dataDir: temporaryFolder() }));
  };
  expect(await as(plain.baseUrl, plain.adminKey)).toMatchObject({
    status: 1,
    sentence: expect.stringContaining('--rehearsal'),
  });
  expect(await as(rehearsing.baseUrl, rehearsing.apiKey)).toMatchObject({
    sentence: expect.stringContaining('operator'),
  });
});

test('what a terminal lets the built-in service rehearse, the desk knows from its next start on', {
  tags: 'long',
}, async () => {
  const dataDir = path.join(temporaryFolder(), 'data');
  const words = ['--data-dir', dataDir];
  expect((await runCli(['rehearse', 'slow', ...words])).status).toBe(2);
  for (const wrong of [
    ['slow', '--calls', '-1'],
    ['fail', 'lunch', '500'],
    ['fail', 'starts', '418'],
    ['clock', '5x'],
  ]) {
    expect((await runCli(['rehearse', ...wrong, ...words])).status).toBe(2);
  }
  const slowed = await runCli(['rehearse', 'slow', '--calls', '0.01', ...words]);
  expect(slowed, slowed.stderr).toMatchObject({ status: 0 });
  const desk = openTestDesk(dataDir);
  const [builtIn] = (await desk.client.connections.list()).connections;
  expect(builtIn).toMatchObject({ id: 'built-in', rehearsal: 'on' });
  expect(await desk.client.rehearsal.read({ connectionId: 'built-in' })).toMatchObject({ on: true, latencyMs: 10 });
  // The desk holds the data folder; what is rehearsed can still be read.
  const shown = await runHere(() => rehearse.showRehearsal({ dataDir, json: true, header: 'bearer' }));
  expect(JSON.parse(shown.stdout)).toMatchObject({ event: 'rehearsal', on: true, latencyMs: 10 });
  await desk.close();
  const ended = await runCli(['rehearse', 'end', '--json', ...words]);
  expect(JSON.parse(ended.stdout)).toMatchObject({ event: 'rehearsal', on: false, latencyMs: 0 });
});
