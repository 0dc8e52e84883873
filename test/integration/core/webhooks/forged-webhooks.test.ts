import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { signWebhook } from '../../../../electron/platform/security/webhook-signature.ts';
import { until } from '../../../harness/until.ts';
import { createSender } from '../../../harness/webhooks/deliver.ts';
import { eventBody, FORGERIES, replay } from '../../../harness/webhooks/forgeries.ts';
import { HOOK, startTestReceiver, type TestReceiver } from '../../../harness/webhooks/test-receiver.ts';

const GENUINE = 200;

async function folderOfTest(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cleartake-webhooks-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function senderTo(receiver: TestReceiver) {
  const sender = createSender({
    url: receiver.url,
    certificate: receiver.certificate,
    secret: receiver.secrets[0] ?? '',
  });
  onTestFinished(sender.close);
  return sender;
}

test('forgeries of twenty kinds among two hundred deliveries: none is taken, and every delivery is counted once', {
  tags: 'long',
}, async () => {
  const receiver = await startTestReceiver(await folderOfTest());
  onTestFinished(receiver.close);
  const sender = senderTo(receiver);
  const taken = await sender.deliver('first');
  const ground = () => ({
    path: HOOK,
    secret: receiver.secrets[0] ?? '',
    taken,
    seconds: Math.floor(Date.now() / 1000),
  });
  expect(Object.keys(FORGERIES)).toHaveLength(20);

  const genuine = Promise.all(Array.from({ length: GENUINE - 1 }, (_, index) => sender.deliver(String(index))));
  const statuses: Record<string, number> = {};
  for (const [name, forge] of Object.entries(FORGERIES)) statuses[name] = await sender.raw(forge(ground()));
  const replayed = await sender.raw(replay(ground()));

  expect((await genuine).map(({ status }) => status)).toEqual(Array(GENUINE - 1).fill(200));
  await until(() => receiver.events.length >= GENUINE);
  expect(new Set(receiver.events.map(({ delivery }) => delivery)).size).toBe(GENUINE);
  expect(receiver.received.count()).toBe(GENUINE);
  const { 'another method': method, 'a path around the path': around, ...others } = statuses;
  expect([method, around]).toEqual([405, 404]);
  for (const [name, status] of Object.entries(others))
    expect([name, [400, 413, 0].includes(status)]).toEqual([name, true]);
  expect(receiver.refusals.count).toBeGreaterThanOrEqual(20);
  expect(replayed).toBe(200);
  expect(receiver.received.newest(GENUINE).find(({ delivery }) => delivery === 'msg_first')?.times).toBe(2);
});

test('a delivery whose sender offers HTTP/2 on the way is taken', async () => {
  const receiver = await startTestReceiver(await folderOfTest());
  onTestFinished(receiver.close);
  const body = eventBody('upgradable');
  const now = Math.floor(Date.now() / 1000);
  const signed = signWebhook([receiver.secrets[0] ?? ''], { id: 'msg_upgradable', timestamp: now, body });
  const fields = {
    host: '127.0.0.1',
    connection: 'upgrade, http2-settings, close',
    upgrade: 'h2c',
    'http2-settings': 'AAMAAABkAARAAAAAAAIAAAAA',
    'content-length': String(body.length),
    ...signed,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `POST ${HOOK} HTTP/1.1\r\n${lines.join('')}\r\n`;
  expect(await senderTo(receiver).raw(Buffer.concat([Buffer.from(head), body]))).toBe(200);
  expect(receiver.received.count()).toBe(1);
});

test('a secret that was rotated away counts as long as it is named, and no secret means that nothing is taken', async () => {
  const receiver = await startTestReceiver(await folderOfTest());
  onTestFinished(receiver.close);
  const sender = senderTo(receiver);
  receiver.secrets.unshift(`whsec_${randomBytes(32).toString('base64')}`);
  expect((await sender.deliver('both')).status).toBe(200);
  receiver.secrets.length = 1;
  expect((await sender.deliver('new')).status).toBe(400);
  receiver.secrets.length = 0;
  expect((await sender.deliver('none')).status).toBe(400);
  expect(receiver.refusals.newest().map(({ reason }) => reason)).toEqual(['secret', 'signature']);
  expect(receiver.received.count()).toBe(1);
});

test('what was answered is handed over after a restart, and what came before is not counted again', async () => {
  const folder = await folderOfTest();
  let broken = true;
  const handed: string[] = [];
  const onEvent = ({ delivery }: { readonly delivery: string }) => {
    if (broken) throw new Error('the one who works with it fails');
    handed.push(delivery);
  };
  const first = await startTestReceiver(folder, { onEvent });
  const sender = senderTo(first);
  expect((await sender.deliver('one')).status).toBe(200);
  sender.close();
  await first.close();
  expect(handed).toEqual([]);

  broken = false;
  const second = await startTestReceiver(folder, { onEvent });
  onTestFinished(second.close);
  second.secrets.splice(0, 1, ...first.secrets);
  await until(() => handed.length === 1);
  expect((await senderTo(second).deliver('one')).status).toBe(200);
  expect((await senderTo(second).deliver('two')).status).toBe(200);
  await until(() => handed.length === 2);
  expect(handed).toEqual(['msg_one', 'msg_two']);
  expect(second.received.newest(10).map(({ delivery, times }) => [delivery, times])).toEqual([
    ['msg_two', 1],
    ['msg_one', 2],
  ]);
});
