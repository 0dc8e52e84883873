import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { saveAddress } from '../../../shared/contract/page/media-addresses.ts';
import { decodePeaks } from '../../../shared/engine-api/peaks-format.ts';
import { descendants, processFacts } from '../../harness/processes.ts';
import { addAndStart, BOTH_MODELS, listJobs } from './desk-calls.ts';
import { expect, test } from './desktop-test.ts';
import { makeNoisyRecording } from './recordings.ts';

test('restores in utility processes, serves the takes over the scheme, and leaves nothing behind', {
  tag: '@walk',
}, async ({ desktop, folder }) => {
  const recording = makeNoisyRecording(folder);
  const [jobId = ''] = await addAndStart(desktop.page, [recording], BOTH_MODELS);
  await expect.poll(async () => (await listJobs(desktop.page))[0]?.state.kind, { timeout: 60_000 }).toBe('done');

  const { takes } = await desktop.page.evaluate((id) => window.testDesk.listening.takes({ jobId: id }), jobId);
  expect(takes.map((take) => take.model)).toEqual([null, 'service-2', 'service-3.5']);
  expect(new Set(takes.map((take) => take.frames)).size).toBe(1);

  for (const take of takes) {
    const answer = await desktop.page.evaluate(async (id) => {
      const peaks = await fetch(`/media/peaks?take=${encodeURIComponent(id)}`);
      const pcm = await fetch(`/media/pcm?take=${encodeURIComponent(id)}&from=24000&frames=9600&rate=48000`);
      const samples = new Float32Array(await pcm.arrayBuffer());
      const file = await fetch(`/media/file?take=${encodeURIComponent(id)}`, { headers: { range: 'bytes=0-3' } });
      return {
        peaks: [...new Uint8Array(await peaks.arrayBuffer())],
        samples: samples.length,
        loudest: samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0),
        file: [file.status, await file.text()],
      };
    }, take.id);
    expect(decodePeaks(Uint8Array.from(answer.peaks)).frames).toBe(take.frames);
    expect(answer.samples).toBe(2 * 9600);
    expect(answer.loudest).toBeGreaterThan(0.001);
    expect(answer.file).toEqual([206, 'RIFF']);
  }

  const forks = (await desktop.command('calls', null)).filter((call) => call.what === 'utilityProcess.fork');
  const names = forks.map((call) => call.values[1]);
  expect(names.filter((name) => name === 'Cleartake restoration service')).toHaveLength(1);
  expect(names.filter((name) => name === 'Cleartake audio engine').length).toBeGreaterThanOrEqual(2);
  // Those that restore stand back; those that look at files for somebody who waits do not. One is enough for both models, unless the
  // machine is so busy that it rests for too long in between.
  const background = forks.filter((fork) => (fork.values[2] as string[]).includes('CLEARTAKE_ENGINE'));
  expect(background.length).toBeGreaterThanOrEqual(1);
  expect(background.length).toBeLessThanOrEqual(BOTH_MODELS.models.length);
  for (const fork of forks) {
    const environment = fork.values[2] as string[];
    expect(
      environment.filter(
        (name) => !/^(PATH|TMPDIR|TEMP|TMP|LANG|LC_ALL|MALLOC_\w+|NODE_COMPILE_CACHE|CLEARTAKE_\w+)$/.test(name),
      ),
    ).toEqual([]);
  }

  const helpers = descendants(desktop.pid).filter((one) => one.command.includes('out/main/'));
  expect(helpers.some((one) => one.command.includes('service.js'))).toBe(true);
  expect(await desktop.quit()).toBe(0);
  expect(helpers.filter((one) => processFacts(one.pid) !== null)).toEqual([]);
});

test('Save gives the very file that the export put beside the recording', async ({ desktop, folder }) => {
  const { page } = desktop;
  const preset = { ...BOTH_MODELS, models: ['service-2' as const], loudness: -16 };
  const [jobId = ''] = await addAndStart(page, [makeNoisyRecording(folder)], preset);
  await expect.poll(async () => (await listJobs(page))[0]?.state.kind, { timeout: 60_000 }).toBe('done');
  const { takes } = await page.evaluate((id) => window.testDesk.listening.takes({ jobId: id }), jobId);
  const address = saveAddress(takes[1]?.id ?? '');
  const save = () =>
    page.evaluate(async (from) => {
      const digest = await crypto.subtle.digest('SHA-256', await (await fetch(from)).arrayBuffer());
      return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    }, address);
  const output = path.join(folder, 'noisy talk (service-2).wav');
  const exported = createHash('sha256').update(readFileSync(output)).digest('hex');
  expect(await save()).toBe(exported);
  // Rendered anew.
  rmSync(output);
  expect(await save()).toBe(exported);
  // The window may download it.
  const { prevented } = await desktop.command('download', { address: `app://cleartake${address}` });
  expect(prevented).toBe(false);
});
