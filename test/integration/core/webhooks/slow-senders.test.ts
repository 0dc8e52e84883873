/** Senders that never finish get no place for longer than a request may take, however little they read and however much they go on. */

import { once } from 'node:events';
import { type Socket, connect as tcp } from 'node:net';
import { connect as tls } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../harness/service/test-service.ts';
import { until } from '../../../harness/until.ts';
import { createSender } from '../../../harness/webhooks/deliver.ts';
import { HOOK, startTestReceiver, type TestReceiver } from '../../../harness/webhooks/test-receiver.ts';

/** As many as the receiver works on at a time. */
const PLACES = 32;
const BODY = `POST ${HOOK} HTTP/1.1\r\nhost: a\r\ncontent-length: 60000\r\n\r\n`;

/** Keeps its half of the connection open, reads nothing and goes on with a byte at a time. */
async function dribble(receiver: TestReceiver, beginning: string): Promise<Socket> {
  const plain = tcp({ port: receiver.port, host: '127.0.0.1', allowHalfOpen: true });
  const socket = tls({ socket: plain, ca: receiver.certificate, host: '127.0.0.1' });
  socket.on('error', () => undefined);
  plain.on('error', () => undefined);
  await once(socket, 'secureConnect');
  socket.pause();
  socket.write(beginning);
  const timer = setInterval(() => socket.write('a'), 200);
  socket.once('close', () => clearInterval(timer));
  onTestFinished(() => void socket.destroy());
  return socket;
}

test('senders that dribble their bodies lose their places to others', { tags: 'long' }, async () => {
  const receiver = await startTestReceiver(await temporaryFolder());
  onTestFinished(receiver.close);
  const slow = await Promise.all(Array.from({ length: PLACES }, () => dribble(receiver, BODY)));
  const sender = createSender({
    url: receiver.url,
    certificate: receiver.certificate,
    secret: receiver.secrets[0] ?? '',
  });
  onTestFinished(sender.close);
  await until(async () => (await sender.deliver('early')).status === 503);
  await until(() => slow.every(({ destroyed }) => destroyed), 20_000);
  expect((await sender.deliver('later')).status).toBe(200);
});
