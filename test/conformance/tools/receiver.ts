/** Webhook receivers of the suite: one HTTPS server on this computer, a path of its own for every endpoint. */

import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { inject } from 'vitest';
import { once, pause } from './work.ts';

/** One HTTP request that a receiver got. */
export interface Delivery {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly raw: Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: rows look into whatever came
  readonly json: any;
}

export interface Receiver {
  readonly url: string;
  readonly deliveries: readonly Delivery[];
  /** What it answers from now on; a function looks at what came, 'nothing' keeps the connection and says no word. 200 at first. */
  answer(status: number | 'nothing' | ((delivery: Delivery) => number)): void;
  /** Waits until so many have come. @throws Error when they do not, saying how many did */
  wait(count: number, timeoutMs?: number): Promise<readonly Delivery[]>;
}

interface Box {
  readonly deliveries: Delivery[];
  answer: (delivery: Delivery) => number | 'nothing';
}

const boxes = new Map<string, Box>();
let server: Server | undefined;

const listening = once(async () => {
  const { receiver } = inject('target');
  if (receiver === null) throw new Error('No receiver was arranged');
  server = createServer({ cert: receiver.certificate, key: receiver.privateKey }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const box = boxes.get(request.url ?? '');
      const raw = Buffer.concat(chunks);
      const delivery = { method: request.method ?? '', headers: request.headers, raw, json: parse(raw) };
      box?.deliveries.push(delivery);
      const status = box?.answer(delivery) ?? 200;
      if (status === 'nothing') return;
      response.writeHead(status, status >= 300 && status < 400 ? { location: '/elsewhere' } : {}).end();
    });
  });
  const port = Number(process.env.CLEARTAKE_CONFORMANCE_RECEIVER_PORT ?? 0);
  await new Promise<void>((resolve) =>
    server?.listen(port, receiver.host === '127.0.0.1' ? '127.0.0.1' : '0.0.0.0', resolve),
  );
  return `https://${receiver.host}:${(server.address() as AddressInfo).port}`;
});

/** A receiver that answers 200 until it is told otherwise. */
export async function openReceiver(): Promise<Receiver> {
  const path = `/${crypto.randomUUID()}`;
  const box: Box = { deliveries: [], answer: () => 200 };
  const url = `${await listening()}${path}`;
  boxes.set(path, box);
  return {
    url,
    deliveries: box.deliveries,
    answer: (status) => {
      box.answer = typeof status === 'function' ? status : () => status;
    },
    wait: async (count, timeoutMs = 5000) => {
      const until = performance.now() + timeoutMs;
      while (box.deliveries.length < count) {
        if (performance.now() > until) {
          throw new Error(`${count} deliveries were expected and ${box.deliveries.length} came`);
        }
        await pause(10);
      }
      return box.deliveries;
    },
  };
}

/** Long enough for a delivery that must not come to have come. */
export function silence(): Promise<void> {
  return pause(300);
}

export async function closeReceivers(): Promise<void> {
  server?.closeAllConnections();
  await new Promise<void>((resolve) => (server === undefined ? resolve() : server.close(() => resolve())));
}

function parse(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch {
    return undefined;
  }
}
