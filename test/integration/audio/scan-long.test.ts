import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createEngine } from '../../../electron/audio/engine.ts';
import { decodeSeekIndex } from '../../../electron/audio/input/seek-index.ts';
import { createPeaksCollector } from '../../../electron/audio/measures/peaks.ts';
import { startMeasuringWorker } from '../../../electron/audio/measures/worker/measuring-worker.ts';
import { createSampleMeasurer } from '../../../electron/audio/measures/worker/sample-measures.ts';
import { decode, ffmpeg } from '../../fixtures/audio/media.ts';
import { type Channels, noise } from '../../fixtures/audio/signals.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const folder = temporaryFolder('long', afterAll);
const at = (name: string) => path.join(folder, name);
const RATE = 8000;
/** Long enough for a thread of its own. */
const SECONDS = 660;

async function gatheredHere(channels: Channels, sampleRate: number, bitDepth: number | null) {
  const gatherer = await createSampleMeasurer({ sampleRate, channels: channels.length, bitDepth });
  gatherer.add(channels, channels[0]?.length ?? 0);
  const gathered = await gatherer.finish();
  gatherer.close();
  return gathered;
}

test('a long recording is analyzed in parallel, with the same peaks, measures and spectrogram', {
  tags: 'long',
}, async () => {
  const speechLike = `anoisesrc=d=${SECONDS}:c=pink:r=${RATE}:a=0.4:seed=5,volume='0.02+abs(sin(2*PI*0.7*t))':eval=frame`;
  ffmpeg('-f', 'lavfi', '-i', speechLike, '-c:a', 'pcm_s16le', at('long.wav'));
  const scanned = await createEngine().scan(
    { path: at('long.wav'), peaksPath: at('peaks'), indexPath: at('index') },
    () => undefined,
  );
  const { channels } = decode(at('long.wav'), { channels: 1 });
  const here = await gatheredHere(channels, RATE, 16);
  const peaks = createPeaksCollector();
  peaks.add(channels, channels[0]?.length ?? 0);
  expect(scanned.peak).toBe(peaks.peak);
  expect(scanned.measures).toEqual(here.measures);
  expect(scanned.measures.worstMinute).not.toBeNull();
  expect(Buffer.compare(readFileSync(at('peaks')), peaks.finish(RATE))).toBe(0);
  const { overview } = decodeSeekIndex(readFileSync(at('index')));
  expect(overview?.framesAColumn).toBe(here.overview.framesAColumn);
  expect(Buffer.compare(overview?.levels ?? new Uint8Array(0), here.overview.levels)).toBe(0);
});

test('blocks that are larger than what is shared wait for their turn, and nothing of them is lost', async () => {
  const samples = noise(1_000_003, 4).map((value) => value * 0.1);
  const shape = { sampleRate: 44_100, channels: 2, bitDepth: null };
  const beside = await startMeasuringWorker(shape);
  const other = samples.map((value) => -value / 2);
  for (let from = 0; from < samples.length; from += 400_000) {
    const block = [samples, other].map((plane) => plane.subarray(from, from + 400_000));
    await beside?.add(block, block[0]?.length ?? 0);
  }
  const gathered = await beside?.finish();
  beside?.close();
  expect(gathered).toEqual(await gatheredHere([samples, other], 44_100, null));
});

test('a damaged long recording leaves no thread behind', async () => {
  ffmpeg('-f', 'lavfi', '-i', `anoisesrc=d=${SECONDS}:r=${RATE}`, '-c:a', 'flac', at('good.flac'));
  const bytes = readFileSync(at('good.flac'));
  writeFileSync(at('bad.flac'), bytes.fill(0x55, 9000));
  const threads = () => process.getActiveResourcesInfo().filter((name) => /worker|messageport/i.test(name)).length;
  const before = threads();
  const scan = { path: at('bad.flac'), peaksPath: at('bad.peaks'), indexPath: at('bad.index') };
  await expect(createEngine().scan(scan, () => undefined)).rejects.toMatchObject({ code: 'mediaEmpty' });
  await expect.poll(threads).toBeLessThanOrEqual(before);
});

test('a measuring thread that never starts is counted by its caller: there is none', async () => {
  writeFileSync(at('silent-thread.mjs'), '');
  writeFileSync(at('broken-thread.mjs'), 'throw new Error("broken")');
  const shape = { sampleRate: 44_100, channels: 1, bitDepth: null };
  for (const thread of ['silent-thread.mjs', 'broken-thread.mjs']) {
    expect(await startMeasuringWorker(shape, at(thread))).toBeNull();
  }
});
