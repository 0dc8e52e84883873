import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DEFAULT_BATCH_PRESET } from '../../../shared/domain/batch/batch-preset.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { writeTone } from '../../fixtures/tone.ts';
import { callsOf } from '../../harness/desk/contract-calls.ts';
import { openTestDesk, waitForJob } from '../../harness/desk/open-test-desk.ts';
import { startEchoingService } from '../../harness/secret-search/echoing-service.ts';
import { everyCall } from '../../harness/secret-search/every-call.ts';
import { search } from '../../harness/secret-search/search.ts';
import { SECRETS } from '../../harness/secret-search/secrets.ts';

test('after keys were planted and a service echoed them, no call of the contract answers with one', {
  tags: 'long',
}, async () => {
  const folder = temporaryFolder();
  const out = path.join(folder, 'out');
  mkdirSync(out);
  const source = path.join(folder, 'tone.wav');
  writeTone(source, { seconds: 1 });
  const service = await startEchoingService(SECRETS);
  onTestFinished(service.close);
  const { client, desk } = openTestDesk(path.join(folder, 'data'));
  const details = { name: 'Vendor', baseUrl: service.baseUrl, headerStyle: 'bearer' as const };
  const prices = { 'service-2': 1, 'service-3.5': null };
  const { id: connectionId } = await client.connections.add({ ...details, prices, key: SECRETS.replaced });
  await client.connections.setKey({ connectionId, key: SECRETS.key });
  await desk.adHocConnection(service.baseUrl, SECRETS.adHoc);
  const { admin, created, rotated, signing } = SECRETS;
  const echoed = { keyId: 'key_1', label: `new: ${rotated}`, keyPrefix: rotated, scopes: [admin] };
  const keys = [{ ...echoed, label: admin, keyPrefix: admin }];
  service.override('/v1/api_keys/list', () => ({ status: 200, body: { keys } }));
  service.override('/v1/api_keys/rotate', () => ({ status: 200, body: { ...echoed, key: rotated } }));
  const never = { parentKeyId: null, rotatedAt: null, revokedAt: null, callsPerMinute: null };
  const stands = { status: 'active', role: 'scoped', resourceBounds: {}, createdAt: '2026-11-01T00:00:00.000Z' };
  const made = { ...echoed, ...stands, ...never, keyPrefix: created, label: `new: ${created}`, key: created };
  service.override('/portal/keys/create', () => ({ status: 200, body: made }));
  service.override('/portal/webhooks/endpoints/list', () => ({ status: 200, body: { endpoints: [] } }));
  service.override('/portal/webhooks/endpoints/secret', () => ({ status: 200, body: { secret: signing } }));
  service.override('/portal/webhooks/endpoints/rotate_secret', () => ({ status: 200, body: { secret: signing } }));
  const user = { userId: admin, name: admin, tier: 'free', operator: false, createdAt: '2026-11-01T00:00:00.000Z' };
  service.override('/portal/users/list', () => ({ status: 200, body: { users: [user] } }));
  const preset = { ...DEFAULT_BATCH_PRESET, output: { kind: 'folder' as const, path: out } };
  const first = await client.queue.add({ paths: [source], preset, start: true, connectionId });
  const jobId = first.jobIds[0] ?? '';
  const failed = await waitForJob(client, jobId, ({ state }) => state.kind === 'failed');
  expect(JSON.stringify(failed)).toContain('[secret]');

  const answers = new Map<string, unknown>();
  const events: unknown[] = [];
  const over = new AbortController();
  const watching = (async () => {
    for await (const event of await client.queue.watch(undefined, { signal: over.signal })) events.push(event);
  })().catch(() => undefined);
  await client.queue.retry({ jobIds: [jobId] });
  await waitForJob(client, jobId, ({ state }) => state.kind === 'done');
  for (const [name, call] of Object.entries(
    everyCall(client, { connectionId, jobId, preset, details, prices, source }),
  ))
    answers.set(name, await call().catch((failure: unknown) => Object(failure).data ?? String(failure)));
  over.abort();
  await watching;
  // What shows a secret to the person: exactly in its place, and nowhere else in that answer.
  for (const [call, shown] of Object.entries({
    'keys.rotate': rotated,
    'keys.create': created,
    'webhooks.rotateSecret': signing,
    'webhooks.revealSecret': signing,
  })) {
    const answer = answers.get(call) as { readonly secret: string };
    expect([call, answer.secret]).toEqual([call, shown]);
    answers.set(call, { ...answer, secret: null });
  }
  answers.set('queue.watch', events);
  expect([...answers.keys()].sort()).toEqual(callsOf().sort());
  expect(JSON.stringify(events)).toContain(jobId);
  const places = [...answers].map(([name, answer]) => ({
    name,
    where: 'answer',
    bytes: Buffer.from(JSON.stringify(answer) ?? ''),
  }));
  expect(search(places, SECRETS)).toEqual([]);
  expect(search(places, { control: 'Vendor' }).map(({ place }) => place)).toContain('connections.list');
});
