import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { startDesktop } from '../../harness/electron/drive.ts';
import { whyNoTrace } from '../../harness/system-calls.ts';
import { countPageTraffic } from '../../harness/traffic/addresses.ts';
import { finishedLog, outsideOf, readTraffic, traceTraffic } from '../../harness/traffic/process-traffic.ts';
import { useWholeDesk } from '../../harness/traffic/whole-use.ts';
import { expect, test } from './desktop-test.ts';

const noTrace = whyNoTrace();
test.skip(noTrace !== null, noTrace ?? '');

const ATTEMPTS = path.resolve(import.meta.dirname, '../../harness/traffic/outside-attempts.ts');

test('before a connection is added, nothing of the desktop leaves the computer', async ({ folder }) => {
  test.setTimeout(240_000);
  const log = path.join(folder, 'calls.log');
  const desktop = await startDesktop({ dataDirectory: path.join(folder, 'data'), watcher: traceTraffic(log) });
  const pages = countPageTraffic(desktop.page.context());
  await desktop.page.reload();
  await useWholeDesk(desktop.page);
  expect(await desktop.quit()).toBe(0);
  const { processes, contacts } = readTraffic(await finishedLog(log, desktop.pid));
  expect(processes).toEqual(expect.arrayContaining(['launch.ts', 'service.js', 'engine.js']));
  // The stand-in's Chromium looks for updates of its own, which no Electron has. What our page asks of it is counted as the page's.
  const own = contacts.filter((contact) => contact.process !== 'chromium');
  expect(outsideOf(own)).toEqual([]);
  expect(pages.outside).toEqual([]);
  const inside = own.map(({ process, what }) => `${what} of ${process}`);
  expect(inside).toEqual(expect.arrayContaining(['connection of launch.ts', 'listener of service.js']));
  expect(pages.inside).toBeGreaterThan(10);
  test.info().annotations.push({ type: 'inside', description: `${own.length} of processes, ${pages.inside} of pages` });
});

test('what would leave is counted: in a process, its thread and its child', async ({ folder }) => {
  const log = path.join(folder, 'calls.log');
  const [program = '', ...words] = [...traceTraffic(log), process.execPath, ATTEMPTS];
  const child = spawn(program, words, { stdio: 'inherit' });
  await once(child, 'exit');
  const { contacts } = readTraffic(await finishedLog(log, child.pid ?? 0));
  const counted = outsideOf(contacts).filter((contact) => contact.includes('connection') || contact.includes('lookup'));
  expect(counted.sort()).toEqual(
    ['connection to 192.0.2.1:9', 'connection to 2001:db8::1:9', 'lookup at 127.0.0.1:53']
      .flatMap((contact) => Array(3).fill(`${contact} by outside-attempts.ts`))
      .sort(),
  );
  const listeners = contacts.filter(({ what, address }) => what === 'listener' && /^(0\.0\.0\.0|127)/.test(address));
  expect(listeners.filter(({ isOutside }) => !isOutside)).toHaveLength(3);
  expect(listeners.filter(({ isOutside }) => isOutside).length).toBeGreaterThanOrEqual(3);
});
