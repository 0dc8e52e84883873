import { readdirSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../electron/platform/time/clock.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { writeTone } from '../../fixtures/tone.ts';
import { runCli, startCli, summaryJobs } from '../../harness/cli/run-cli.ts';
import { createFakeEngine } from '../../harness/engine/fake-engine.ts';
import { lengthOfTone } from '../../harness/fault-proxy/lane.ts';
import { startFaultProxy } from '../../harness/fault-proxy/proxy.ts';
import { freePort } from '../../harness/remote/listen.ts';
import { startService } from '../../harness/service/test-service.ts';

const PRICES = { 'service-2': 500, 'service-3.5': 500 };

/** A service with prices behind a line whose faults the test plans. */
async function openHotel() {
  const port = await freePort();
  const proxy = await startFaultProxy({
    servicePort: () => port,
    clock: systemClock,
    elsewhere: () => 'http://127.0.0.1:9/',
    onWaiting: () => undefined,
  });
  onTestFinished(() => proxy.close());
  const dataDirectory = temporaryFolder();
  const { apiKey } = await startService({
    port,
    dataDirectory,
    spawn: createFakeEngine(undefined, lengthOfTone).spawn,
    configuration: { publicUrl: proxy.origin, prices: PRICES },
  });
  function books() {
    const database = new Database(path.join(dataDirectory, 'service.sqlite'), { readonly: true });
    const row = database
      .prepare(
        `select (select count(*) from generations) as generations, count(*) as charged, coalesce(sum(amount), 0) as amount
         from usage`,
      )
      .get();
    database.close();
    return row;
  }
  return { proxy, apiKey, books };
}

test('killed on a bad line, resumed with a wrong and then the right key: every recording is restored once', {
  tags: 'long',
}, async () => {
  const { proxy, apiKey, books } = await openHotel();
  const folder = temporaryFolder();
  for (const [index, name] of ['one', 'two', 'three'].entries())
    writeTone(path.join(folder, `${name}.wav`), { seconds: 1 + index });
  const [out, data] = [path.join(folder, 'out'), path.join(folder, 'data')];
  const withKey = (key: string) => ({ environment: { CLEARTAKE_API_KEY: key, CLEARTAKE_START_QUARANTINE_S: '1' } });
  const place = ['--data-dir', data];

  proxy.plan({ kind: 'reset-after-request', step: 'start', times: 2, seed: 1 });
  const recordings = ['one', 'two', 'three'].map((name) => path.join(folder, `${name}.wav`));
  const price = ['--price', 'service-2=0.0005'];
  const { child, result } = startCli(
    ['restore', ...recordings, '--base-url', proxy.origin, '--out', out, ...price, ...place],
    withKey(apiKey),
  );
  child.stderr?.on('data', (text: string) => {
    if (text.includes('restoring')) child.kill('SIGKILL');
  });
  await result;

  const wrong = await runCli(['resume', ...place, '--json'], withKey('a-wrong-key-0123456789'));
  // That address's work and no other waits: the key may be a new one of it, and the service refuses it.
  expect(wrong.status).toBe(3);
  expect([...summaryJobs(wrong).values()].map(({ error }) => error?.code)).toContain('keyRefused');

  proxy.plan({ kind: 'cut-answer', step: 'file', times: 2, seed: 2 });
  const resumed = await runCli(['resume', ...place], withKey(apiKey));
  expect(resumed.status, resumed.stderr).toBe(0);
  expect(proxy.met()).toBe(2);
  expect(resumed.stderr).toMatch(/\n3 of 3: (one|two|three)\.wav: done/);
  expect(readdirSync(out).sort()).toEqual(['one (service-2).wav', 'three (service-2).wav', 'two (service-2).wav']);
  expect(books()).toEqual({ generations: 3, charged: 3, amount: 3 * 60 * 500 });
});

test('a key that was refused holds the recording, and resume finishes it; earlier failures are reported', {
  tags: 'long',
}, async () => {
  const { proxy, apiKey } = await openHotel();
  const folder = temporaryFolder();
  writeTone(path.join(folder, 'take.wav'), { seconds: 1 });
  const place = ['--data-dir', path.join(folder, 'data')];
  const environment = { CLEARTAKE_API_KEY: apiKey };
  proxy.plan({ kind: 'unauthorized-once', step: 'create', times: 1, seed: 1 });
  const first = await runCli(
    ['restore', path.join(folder, 'take.wav'), '--base-url', proxy.origin, '--out', folder, ...place],
    { environment },
  );
  expect([first.status, first.stderr]).toEqual([3, expect.stringContaining('doesn’t accept the API key')]);
  expect(first.stderr).toContain('0 done, 1 waiting for you');
  expect((await runCli(['resume', ...place], { environment })).status).toBe(0);
  // What fails at home.
  writeTone(path.join(folder, 'silence.wav'), { seconds: 1, level: 0 });
  await runCli(['restore', path.join(folder, 'silence.wav'), '--out', folder, ...place]);
  const second = await runCli(['resume', ...place], { environment });
  expect([second.status, second.stderr]).toEqual([
    1,
    'Nothing to do\n1 recording failed earlier: run `cleartake resume --failed` to retry.\n',
  ]);
});
