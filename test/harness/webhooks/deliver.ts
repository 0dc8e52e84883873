/** Sends deliveries to a receiver over TLS on loopback. */

import { Agent, request } from 'node:https';
import { connect } from 'node:tls';
import { signWebhook } from '../../../electron/platform/security/webhook-signature.ts';
import { eventBody } from './forgeries.ts';

export interface Target {
  /** For example `https://127.0.0.1:4780/webhooks`. */
  readonly url: string;
  /** The receiver's certificate, PEM: nothing else is trusted. */
  readonly certificate: string;
  readonly secret: string;
}

export interface Delivered {
  readonly status: number;
  /** From the last byte sent to the answer, in milliseconds. */
  readonly tookMs: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface Sender {
  /** Sends one event, signed. @param id of the message and in the event's fields */
  deliver(id: string): Promise<Delivered>;
  /** Sends bytes over a connection of their own. @returns the status; 0 when the connection ended without one */
  raw(bytes: Buffer): Promise<number>;
  close(): void;
}

/** @param connections kept alive, one delivery at a time on each */
export function createSender({ url, certificate, secret }: Target, connections = 4): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, ca: certificate });
  const { hostname, port } = new URL(url);
  return {
    deliver(id) {
      const body = eventBody(id);
      const headers = signWebhook([secret], { id: `msg_${id}`, timestamp: Math.floor(Date.now() / 1000), body });
      return new Promise((resolve, reject) => {
        let sentAt = 0;
        const length = { 'content-type': 'application/json', 'content-length': body.length };
        const sending = request(url, { method: 'POST', agent, headers: { ...headers, ...length } }, (answer) => {
          const tookMs = performance.now() - sentAt;
          answer.resume();
          answer.once('end', () => resolve({ status: answer.statusCode ?? 0, tookMs, headers, body }));
        });
        sending.once('error', reject);
        sending.once('finish', () => {
          sentAt = performance.now();
        });
        sending.end(body);
      });
    },
    raw: (bytes) =>
      new Promise((resolve) => {
        let answer = '';
        const socket = connect({ host: hostname, port: Number(port), ca: certificate });
        socket.on('data', (chunk: Buffer) => {
          answer += chunk.toString('latin1');
        });
        // A receiver that refuses early closes while bytes are on their way.
        socket.on('error', () => undefined);
        socket.once('close', () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)));
        socket.once('secureConnect', () => socket.write(bytes));
      }),
    close: () => agent.destroy(),
  };
}
