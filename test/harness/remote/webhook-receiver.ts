/** A receiver of webhooks on this computer: real TLS with a certificate of its own, keeping every delivery as it came. */

import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { generate } from 'selfsigned';
import { listen } from './listen.ts';

export interface ReceivedDelivery {
  readonly path: string;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface WebhookReceiver {
  /** For example `https://127.0.0.1:41234/hook`. */
  readonly url: string;
  readonly port: number;
  readonly deliveries: ReceivedDelivery[];
  close(): Promise<void>;
}

export interface ReceiverCertificate {
  readonly certificate: string;
  readonly key: string;
}

let made: Promise<ReceiverCertificate> | undefined;

/** For `localhost`, 127.0.0.1 and ::1; the same one for all receivers of a process. */
export function receiverCertificate(): Promise<ReceiverCertificate> {
  made ??= generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 2, value: '*.receiver.test' },
          { type: 7, ip: '127.0.0.1' },
          { type: 7, ip: '::1' },
        ],
      },
    ],
  }).then(({ cert, private: key }) => ({ certificate: cert, key }));
  return made;
}

export type AnswerDelivery = (delivery: ReceivedDelivery, response: ServerResponse, count: number) => void;

/** @param answer how it answers; 200 without it. `count` is 1 for the first delivery. */
export async function startReceiver(
  answer: AnswerDelivery = (_delivery, response) => response.end('ok'),
  host = '127.0.0.1',
): Promise<WebhookReceiver> {
  const { certificate, key } = await receiverCertificate();
  const deliveries: ReceivedDelivery[] = [];
  const server = createServer({ cert: certificate, key }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url: path = '', method = '', headers } = request;
      const delivery = { path, method, headers, body: Buffer.concat(chunks) };
      deliveries.push(delivery);
      answer(delivery, response, deliveries.length);
    });
  });
  const { close, port } = await listen(server, host);
  const name = host.includes(':') ? `[${host}]` : host;
  return { url: `https://${name}:${port}/hook`, port, deliveries, close };
}
