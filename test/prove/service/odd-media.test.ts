import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { spawnNodeHelper } from '../../../electron/hosts/common/processes/node-helpers.ts';
import { DEFAULT_PATHS } from '../../../shared/service-api/routes.ts';
import { HOSTILE } from '../../fixtures/odd-media/corpus.ts';
import { createOriginals } from '../../fixtures/odd-media/odd-medium.ts';
import { generateWav } from '../../harness/service/generated-media.ts';
import { startService, temporaryFolder } from '../../harness/service/test-service.ts';
import { someOf } from '../depth.ts';

const LONG_MS = 90_000;

/** The worst of them, with what the service says; null where it restores what is there. */
const WORST: Readonly<Record<string, string | null>> = {
  'concat script.flac': 'mediaNotRecognized',
  'playlist.mp3': 'mediaNotRecognized',
  'dash.mp4': 'mediaNotRecognized',
  'alias.mov': 'mediaEmpty',
  'one byte.mp3': 'mediaNotRecognized',
  'no sound.mp4': 'mediaNoSound',
  'no rate.wav': 'mediaDamaged',
  'half a frame.wav': 'mediaEmpty',
  'sixteen channels.wav': 'mediaUnsupported',
  'encrypted.mp4': 'mediaUnsupported',
  'other rate behind.mp3': 'mediaUnsupported',
  'ten thousand atoms deep.mp4': 'mediaDamaged',
  'elements in elements.mka': 'mediaDamaged',
  'a packet over all pages.ogg': 'mediaDamaged',
  'cover of 225 megapixels.mp3': null,
  'not numbers.wav': null,
};

test.skipIf(process.platform === 'win32')(
  'the service outlives the worst media, and says what each of them is',
  { tags: 'long' },
  async () => {
    const service = await startService({ spawn: spawnNodeHelper });
    const folder = await temporaryFolder();
    const originals = createOriginals(path.join(folder, 'originals'));
    for (const [name, code] of someOf(Object.entries(WORST), 4)) {
      const medium = HOSTILE.find((one) => one.name === name);
      if (medium === undefined) throw new Error(`No odd file is called ${name}`);
      medium.make(path.join(folder, name), originals);
      const { apiProjectId } = await service.uploadedProject(await readFile(path.join(folder, name)), name);
      const started = await service.post(DEFAULT_PATHS.startGeneration['service-2'], { apiProjectId });
      expect(started.status, name).toBe(200);
      const end = await service.settled(started.body, undefined, LONG_MS);
      if (code === null) {
        expect(end, name).toMatchObject({ status: 'complete' });
        continue;
      }
      expect(end, name).toMatchObject({ status: 'failed', errorDetails: { code, attempts: 1 } });
      expect(end.error, name).toMatch(/^The uploaded medium .+\.$|^Media .+\.$/);
    }
    const { apiProjectId } = await service.uploadedProject(
      generateWav({ seconds: 1, sampleRate: 16_000, channels: 1 }),
    );
    const started = await service.post(DEFAULT_PATHS.startGeneration['service-2'], { apiProjectId });
    expect((await service.settled(started.body, undefined, LONG_MS)).status).toBe('complete');
  },
);
