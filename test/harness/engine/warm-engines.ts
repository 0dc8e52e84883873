/** Whether an engine that has restored other recordings before gives the same result as a new one, byte for byte. */

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { spawnNodeHelper } from '../../../electron/hosts/common/processes/node-helpers.ts';
import { silentLog } from '../../../electron/platform/log.ts';
import { createEngineClient } from '../../../electron/platform/processes/engine-client.ts';
import { MODEL_IDS, type ModelId } from '../../../shared/domain/models.ts';
import { ffmpeg, speech } from '../../fixtures/audio/media.ts';
import { atRatio, hum, noise, writeWav } from '../../fixtures/audio/signals.ts';

interface Task {
  readonly input: string;
  readonly model: ModelId;
}

/** Damage that sets different stages to work, so that each recording could leave something behind for the next. */
const KINDS = ['noisy', 'humming', 'clipped', 'stereo', 'low rate', 'silent', 'mp3', 'short'] as const;

/** @returns files with `count` different recordings of one to three seconds, of all kinds in turn */
export function makeMixedRecordings(folder: string, count: number): string[] {
  mkdirSync(folder, { recursive: true });
  const voices = new Map([48_000, 16_000].map((rate) => [rate, speech(folder, 3, rate)]));
  return Array.from({ length: count }, (_, index) => {
    const kind = KINDS[index % KINDS.length] as (typeof KINDS)[number];
    const rate = kind === 'low rate' ? 16_000 : 48_000;
    const seconds = kind === 'short' ? 0.05 : 1 + (index % 5) / 2;
    const voice = (voices.get(rate) as Float32Array).slice(0, Math.round(seconds * rate));
    const noisy = atRatio(voice, noise(voice.length, index + 1), 6);
    const file = path.join(folder, `${String(index).padStart(3, '0')} ${kind}.wav`);
    if (kind === 'humming') writeWav(file, [atRatio(voice, hum(voice.length, rate, 50), 3)], rate);
    else if (kind === 'clipped') writeWav(file, [noisy.map((value) => Math.max(-0.1, Math.min(0.1, value)))], rate);
    else if (kind === 'stereo') writeWav(file, [noisy, voice], rate);
    else if (kind === 'silent') writeWav(file, [new Float32Array(voice.length)], rate);
    else writeWav(file, [noisy], rate);
    if (kind !== 'mp3') return file;
    const encoded = file.replace('.wav', '.mp3');
    ffmpeg('-i', file, '-b:a', '96k', encoded);
    return encoded;
  });
}

/** @returns the names of recordings of which one process for all and one for each made different files, with the model */
export async function findDifferences(folder: string, inputs: readonly string[]): Promise<string[]> {
  const tasks = inputs.flatMap((input) => MODEL_IDS.map((model): Task => ({ input, model })));
  const warm = startEngine(folder);
  const different: string[] = [];
  try {
    for (const task of tasks) {
      const fresh = startEngine(folder);
      const expected = await fresh.restore(task).finally(fresh.stop);
      if ((await warm.restore(task)) !== expected) different.push(`${path.basename(task.input)} ${task.model}`);
    }
  } finally {
    await warm.stop();
  }
  return different;
}

function startEngine(folder: string) {
  const client = createEngineClient(spawnNodeHelper('engine', {}), silentLog);
  const output = path.join(folder, 'restored');
  return {
    /** @returns the digest of the outputs */
    restore: async ({ input, model }: Task) => {
      const outputs = [
        { path: output, format: 'source' },
        { path: `${output}.mp3`, format: 'mp3' },
      ] as const;
      await client.request('restore', { input, model, outputs });
      return outputs.map((one) => createHash('sha256').update(readFileSync(one.path)).digest('hex')).join();
    },
    stop: () => client.stop(),
  };
}
