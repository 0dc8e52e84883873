import { rmSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { RunSummary } from '../../../../shared/contract/views.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { writeTone } from '../../../fixtures/tone.ts';
import { openTestDesk, presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';

test('what is retried is a run of its own, which a page hears of: what was done, what was written, and how long it took', {
  tags: 'long',
}, async () => {
  const folder = temporaryFolder();
  const paths = ['one.wav', 'two.wav', 'three.wav'].map((name) => path.join(folder, name));
  for (const [index, file] of paths.entries()) writeTone(file, { seconds: 1, frequency: 200 + 100 * index });
  const { client } = openTestDesk(path.join(folder, 'data'), { host: 'browser' });
  const heard: { readonly isOpen: boolean; readonly summary: RunSummary | null }[] = [];
  const over = new AbortController();
  onTestFinished(() => over.abort());
  const watching = async () => {
    for await (const event of await client.queue.watch(undefined, { signal: over.signal }))
      heard.push({ isOpen: event.totals.run?.finishedAt === null, summary: event.totals.lastRun });
  };
  void watching().catch(() => undefined);
  const output = path.join(folder, 'out');
  const { jobIds } = await client.queue.add({ paths, preset: presetFor(['service-2'], output), start: true });
  for (const id of jobIds) await waitForJob(client, id, ({ state }) => state.kind === 'done');
  const hears = (ended: Partial<RunSummary>) =>
    vi.waitFor(() => expect(heard.at(-1)?.summary).toMatchObject(ended), { timeout: 10_000 });
  await hears({ done: 3, delivered: 3 });
  rmSync(output, { recursive: true });
  for (const retried of [jobIds.slice(0, 1), jobIds.slice(1)]) {
    const since = Date.now();
    heard.length = 0;
    await client.queue.retry({ jobIds: retried });
    await hears({ done: retried.length, failed: 0, delivered: retried.length, charged: 0 });
    expect(heard.at(-1)?.summary?.startedAt).toBeGreaterThanOrEqual(since);
    // Beside its progress, the last one's summary would tell what is no longer so.
    const beside = heard.filter(({ isOpen }) => isOpen);
    expect(beside.length).toBeGreaterThan(0);
    expect(beside.filter(({ summary }) => summary !== null)).toEqual([]);
  }
});
