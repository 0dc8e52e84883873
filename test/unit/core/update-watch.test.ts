import { expect, test } from 'vitest';
import { createUpdateWatch } from '../../../electron/core/features/settings/update-watch.ts';
import type { Updater } from '../../../electron/core/ports.ts';
import { silentLog } from '../../../electron/platform/log.ts';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import { UPDATE_OBSTACLES, type UpdateState } from '../../../shared/domain/updates.ts';
import { createVirtualClock } from '../../harness/time/virtual-clock.ts';

const HOUR_MS = 3_600_000;

/** A host whose answers the test gives. */
function openWatch({ on = true, obstacle = null }: { on?: boolean; obstacle?: Updater['obstacle'] } = {}) {
  const clock = createVirtualClock();
  const host = {
    on,
    working: false,
    calls: [] as string[],
    found: async (): Promise<string | null> => null,
    downloaded: Promise.withResolvers<string>(),
    report: (_share: number): void => undefined,
    signal: undefined as AbortSignal | undefined,
  };
  const updater: Updater = {
    obstacle,
    check: () => {
      host.calls.push('check');
      return host.found();
    },
    download: (report, signal) => {
      host.calls.push('download');
      host.downloaded = Promise.withResolvers();
      Object.assign(host, { report, signal });
      return host.downloaded.promise;
    },
    restart: () => void host.calls.push('restart'),
  };
  const options = { isOn: () => host.on, isWorking: () => host.working };
  const watch = createUpdateWatch({ clock, log: silentLog, updater }, options);
  const seen: UpdateState['kind'][] = [];
  watch.onChange(({ kind }) => void seen.push(kind));
  return { clock, host, watch, seen };
}

test('while it is off, nobody is asked, whatever is called', async () => {
  const { clock, host, watch } = openWatch({ on: false });
  watch.check();
  watch.download();
  await clock.advance(72 * HOUR_MS);
  expect(() => watch.restart()).toThrow('notPossibleNow');
  expect([host.calls, watch.state()]).toEqual([[], { kind: 'off' }]);
});

test.each(UPDATE_OBSTACLES)('where it is impossible (%s), it says so and asks nobody', async (obstacle) => {
  const { clock, host, watch } = openWatch({ obstacle });
  watch.settingChanged();
  watch.check();
  await clock.advance(72 * HOUR_MS);
  expect([host.calls, watch.state()]).toEqual([[], { kind: 'impossible', obstacle }]);
});

test('it looks at the start and once a day, and downloads nothing by itself', async () => {
  const { clock, host, watch } = openWatch();
  await clock.settle();
  expect(watch.state()).toEqual({ kind: 'current', checkedAt: clock.now() });
  host.found = async () => '2.0.0';
  await clock.advance(23 * HOUR_MS);
  expect(host.calls).toEqual(['check']);
  await clock.advance(2 * HOUR_MS);
  expect(watch.state()).toEqual({ kind: 'available', version: '2.0.0' });
  await clock.advance(48 * HOUR_MS);
  expect(host.calls).toEqual(['check', 'check', 'check', 'check']);
});

test('what the person asked for is downloaded, and a restart waits for their word and for the work', async () => {
  const { clock, host, watch, seen } = openWatch();
  host.found = async () => '2.0.0';
  watch.check();
  await clock.advance(25 * HOUR_MS);
  watch.download();
  expect(watch.state()).toEqual({ kind: 'downloading', version: '2.0.0', share: 0 });
  host.report(0.25);
  expect(watch.state()).toEqual({ kind: 'downloading', version: '2.0.0', share: 0.25 });
  expect(() => watch.restart()).toThrow('notPossibleNow');
  host.downloaded.resolve('2.0.0');
  await clock.settle();
  expect(watch.state()).toEqual({ kind: 'ready', version: '2.0.0' });
  // Neither another look nor time takes it away.
  watch.check();
  await clock.advance(48 * HOUR_MS);
  expect(watch.state().kind).toBe('ready');
  host.working = true;
  expect(() => watch.restart()).toThrow('updateWhileWorking');
  expect(host.calls).not.toContain('restart');
  host.working = false;
  watch.restart();
  expect(host.calls.at(-1)).toBe('restart');
  expect(seen.slice(-3)).toEqual(['downloading', 'downloading', 'ready']);
});

test('failures say what happened; a search is tried again the next day, a download when the person says so', async () => {
  const { clock, host, watch } = openWatch({ on: false });
  host.found = () => Promise.reject(new CleartakeError('updateUnreachable'));
  host.on = true;
  watch.settingChanged();
  await clock.settle();
  expect(watch.state()).toMatchObject({
    kind: 'failed',
    version: null,
    sentence: expect.stringContaining('couldn’t look for updates'),
  });
  watch.download();
  expect(host.calls).toEqual(['check']);
  host.found = async () => '2.0.0';
  await clock.advance(25 * HOUR_MS);
  watch.download();
  host.downloaded.reject(new CleartakeError('updateDamaged'));
  await clock.settle();
  expect(watch.state()).toMatchObject({
    kind: 'failed',
    version: '2.0.0',
    sentence: expect.stringContaining('damaged'),
  });
  watch.download();
  host.downloaded.resolve('2.0.0');
  await clock.settle();
  expect(watch.state()).toEqual({ kind: 'ready', version: '2.0.0' });
});

test('switched off, a download is stopped and what comes of it counts no more', async () => {
  const { clock, host, watch } = openWatch();
  host.found = async () => '2.0.0';
  await clock.advance(25 * HOUR_MS);
  watch.download();
  host.on = false;
  watch.settingChanged();
  expect([host.signal?.aborted, watch.state()]).toEqual([true, { kind: 'off' }]);
  host.report(0.5);
  host.downloaded.resolve('2.0.0');
  await clock.advance(72 * HOUR_MS);
  expect([host.calls.filter((call) => call === 'check').length, watch.state()]).toEqual([2, { kind: 'off' }]);
});

test('an answer that comes after switching off and on again is not taken for a new one', async () => {
  const { clock, host, watch } = openWatch({ on: false });
  const late = Promise.withResolvers<string | null>();
  host.found = () => late.promise;
  host.on = true;
  watch.settingChanged();
  host.on = false;
  watch.settingChanged();
  host.found = async () => null;
  host.on = true;
  watch.settingChanged();
  late.resolve('9.9.9');
  await clock.settle();
  expect(watch.state().kind).toBe('current');
});
