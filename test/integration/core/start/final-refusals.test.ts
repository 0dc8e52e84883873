import path from 'node:path';
import { generate } from 'selfsigned';
import { expect, test } from 'vitest';
import type { Service } from '../../../../electron/service/service.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { writeTone } from '../../../fixtures/tone.ts';
import { openTestDesk, presetFor, waitForJob } from '../../../harness/desk/open-test-desk.ts';
import { startService } from '../../../harness/service/test-service.ts';

/** A desk that was given a recording of ten seconds for a service, and the job's state once it failed. */
async function failureAt(service: Service) {
  const folder = temporaryFolder();
  writeTone(path.join(folder, 'take.wav'), { seconds: 10 });
  const { client } = openTestDesk(path.join(folder, 'data'), { patient: true });
  const connection = await client.connections.add({
    name: 'Studio',
    baseUrl: service.baseUrl,
    headerStyle: 'bearer',
    prices: { 'service-2': null, 'service-3.5': null },
    key: service.createdKeys?.apiKey ?? '',
  });
  const { jobIds } = await client.queue.add({
    paths: [path.join(folder, 'take.wav')],
    preset: presetFor(['service-2'], path.join(folder, 'out')),
    start: true,
    connectionId: connection.id,
  });
  return (await waitForJob(client, jobIds[0] ?? '', ({ state }) => state.kind === 'failed')).state;
}

test('an untrusted certificate is reported at once instead of being retried', { tags: 'long' }, async () => {
  const made = await generate([{ name: 'commonName', value: 'localhost' }]);
  const service = await startService({ tls: { certificate: made.cert, key: made.private } });
  expect(await failureAt(service)).toMatchObject({ error: { code: 'certificateNotTrusted', retryable: false } });
});

test('a full account on the service is reported at once instead of being retried', async () => {
  const service = await startService({ configuration: { storageQuotaBytes: 1000 } });
  expect(await failureAt(service)).toMatchObject({ error: { code: 'storageQuotaExceeded', retryable: false } });
});
