import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { WAITING_SCENE } from '../../harness/fake-desk/scenes.ts';
import { seasonSummary } from '../../harness/fake-desk/season-scene.ts';
import { openDesk } from '../open-desk.tsx';

interface Shown {
  readonly title: string;
  readonly body: string | undefined;
  readonly tag: string | undefined;
}

/** Chromium without a window shows nothing: what the page asks it to show is kept instead. */
function keepNotifications(permission: NotificationPermission) {
  const shown: Shown[] = [];
  class KeptNotification {
    static permission = permission;
    static requestPermission = async (): Promise<NotificationPermission> => {
      KeptNotification.permission = 'granted';
      return 'granted';
    };
    onclick: (() => void) | null = null;
    constructor(title: string, { body, tag }: NotificationOptions = {}) {
      shown.push({ title, body, tag });
    }
    close(): void {
      this.onclick = null;
    }
  }
  vi.stubGlobal('Notification', KeptNotification);
  onTestFinished(() => void vi.unstubAllGlobals());
  return shown;
}

function lookAway(away: boolean): void {
  const spy = vi.spyOn(document, 'hasFocus').mockReturnValue(!away);
  onTestFinished(() => spy.mockRestore());
}

const ENDED = { kind: 'ended', done: 12, failed: 1, inReview: 0 } as const;

test('a batch that ends while the person is elsewhere is one notification', async () => {
  const shown = keepNotifications('granted');
  lookAway(true);
  const { fake } = openDesk();
  await expect.poll(() => fake.batchWatchers()).toBe(1);
  fake.tellBatch(ENDED);
  await expect.poll(() => shown).toHaveLength(1);
  fake.tellBatch({ kind: 'needs-person', recordings: 0, connections: 1 });
  await expect
    .poll(() => shown)
    .toEqual([
      {
        title: '1 recording failed',
        body: '12 recordings restored. Open Cleartake to retry the others.',
        tag: 'cleartake-batch',
      },
      {
        title: 'Cleartake needs your attention',
        body: 'A service needs its API key or its billing fixed.',
        tag: 'cleartake-batch',
      },
    ]);
});

test.each([
  ['looks at the desk', 'granted', false],
  ['has not allowed it', 'default', true],
] as const)('whoever %s gets none', async (_who, permission, away) => {
  const shown = keepNotifications(permission);
  lookAway(away);
  const { fake } = openDesk();
  await expect.poll(() => fake.batchWatchers()).toBe(1);
  fake.tellBatch(ENDED);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(shown).toEqual([]);
});

test('notices come again after a lost connection', async () => {
  const shown = keepNotifications('granted');
  lookAway(true);
  const desk = openDesk();
  await expect.poll(() => desk.fake.batchWatchers()).toBe(1);
  desk.disconnect();
  desk.fake.tellBatch(ENDED);
  expect(shown).toEqual([]);
  await expect
    .poll(() => {
      desk.fake.tellBatch(ENDED);
      return shown.length;
    })
    .toBeGreaterThan(0);
});

test('a browser asks for permission after a click in the settings; a window has no such setting', async () => {
  keepNotifications('default');
  openDesk();
  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Allow notifications' }).click();
  await expect.element(page.getByText('Notifications are on.')).toBeVisible();
});

test('the end of a batch sounds where the person wants it, once, and not for what had ended before', async () => {
  const tones: number[] = [];
  vi.spyOn(OscillatorNode.prototype, 'start').mockImplementation(function (this: OscillatorNode) {
    tones.push(Math.round(this.frequency.value));
  });
  vi.spyOn(OscillatorNode.prototype, 'stop').mockReturnValue();
  onTestFinished(() => void vi.restoreAllMocks());
  const { fake } = openDesk((desk) => {
    desk.seed(WAITING_SCENE);
    desk.prefer({ soundsEnd: true });
    desk.endRun(seasonSummary(1_000_000));
  });
  const summary = page.getByRole('region', { name: 'Batch finished' });
  await expect.element(summary).toBeVisible();
  expect(tones).toEqual([]);
  fake.endRun(seasonSummary(2_000_000));
  await expect.poll(() => tones).toEqual([523, 784]);
});

test('without the wish, the end of a batch is silent', async () => {
  const start = vi.spyOn(OscillatorNode.prototype, 'start');
  onTestFinished(() => start.mockRestore());
  const { fake } = openDesk((desk) => desk.seed(WAITING_SCENE));
  await expect.element(page.getByRole('button', { name: 'Start 3' })).toBeVisible();
  fake.endRun(seasonSummary(2_000_000));
  await expect.element(page.getByRole('region', { name: 'Batch finished' })).toBeVisible();
  expect(start).not.toHaveBeenCalled();
});
