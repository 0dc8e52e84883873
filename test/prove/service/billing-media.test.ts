import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEngine } from '../../../electron/audio/engine.ts';
import { spawnNodeHelper } from '../../../electron/hosts/common/processes/node-helpers.ts';
import { billableSeconds } from '../../../shared/domain/money.ts';
import { ffmpeg } from '../../fixtures/audio/media.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { startCustomer } from '../../harness/service/billing-account.ts';
import { generateWav } from '../../harness/service/generated-media.ts';
import { someOf } from '../depth.ts';

const LONG_MS = 60_000;
const SECONDS = 64.4;
const RATE = 16_000;
const PRICE = 7;
const folder = temporaryFolder('billed-media', afterAll);
const at = (name: string) => path.join(folder, name);
const engine = createEngine();

beforeAll(() => writeFileSync(at('take.wav'), generateWav({ seconds: SECONDS, sampleRate: RATE, channels: 1 })));

/** A FLAC whose header promises two seconds. */
function lyingFlac(): Buffer {
  ffmpeg('-i', at('take.wav'), at('honest.flac'));
  const bytes = readFileSync(at('honest.flac'));
  bytes[21] = (bytes[21] as number) & 0xf0;
  bytes.writeUInt32BE(2 * RATE, 22);
  return bytes;
}

const MEDIA: readonly (readonly [string, () => Buffer])[] = [
  ['pipe.webm', () => ffmpeg('-i', at('take.wav'), '-f', 'webm', '-')],
  ['raw.aac', () => ffmpeg('-i', at('take.wav'), '-f', 'adts', '-')],
  ['vbr.mp3', () => ffmpeg('-i', at('take.wav'), '-q:a', '4', '-write_xing', '0', '-f', 'mp3', '-')],
  ['lying.flac', lyingFlac],
];

test.each(someOf(MEDIA, 1))(
  '%s is held and charged for as long as it is, and the desk says the same',
  { tags: 'long', timeout: LONG_MS },
  async (name, make) => {
    writeFileSync(at(name), make());
    const customer = await startCustomer({
      spawn: spawnNodeHelper,
      configuration: { prices: { 'service-2': PRICE, 'service-3.5': PRICE } },
    });
    const bytes = readFileSync(at(name));
    const { apiProjectId } = await customer.service.uploadedProject(bytes, name, customer.apiKey);
    const { status, body } = await customer.start(apiProjectId);
    expect(status).toBe(200);
    const held = (await customer.account()).held / PRICE;
    expect(await customer.service.settled(body, customer.apiKey, LONG_MS)).toMatchObject({ status: 'complete' });
    const [used] = (await customer.portal('usage/list')).body.usage;
    const scanned = await engine.scan(
      { path: at(name), peaksPath: at(`${name}.peaks`), indexPath: at(`${name}.index`) },
      () => undefined,
    );
    const quoted = billableSeconds(scanned.frames / scanned.sampleRate);
    expect(quoted).toBe(Math.ceil(SECONDS));
    expect(used).toMatchObject({ billableSeconds: quoted, amount: quoted * PRICE });
    expect(held).toBeGreaterThanOrEqual(quoted);
    expect(held).toBeLessThanOrEqual(quoted + 1);
  },
);
