/**
 * An S3 storage for tests: fauxqs, which keeps objects in memory, behind a gate. The gate does what fauxqs leaves out (it judges every
 * signature, the condition of a copy, and sets the headers that a signed download asks for), keeps a record, and can be closed.
 */

import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { startFauxqs } from 'fauxqs';
import { onTestFinished } from 'vitest';
import { systemClock } from '../../../electron/platform/time/clock.ts';
import type { MediaStorage } from '../../../electron/service/storage/media-storage.ts';
import { openS3Storage } from '../../../electron/service/storage/s3/open-s3-storage.ts';
import { type StorageKey, whyRefused } from './signature.ts';

const BUCKET = 'recordings';
const KEY: StorageKey = { accessKeyId: 'AKIATESTSTORAGE', secretAccessKey: 'a secret for tests/alone+0123456789' };

export interface StorageRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly status: number;
}

export interface TestStorage {
  /** `s3://bucket/prefix` */
  readonly address: string;
  readonly endpoint: string;
  readonly credentials: StorageKey;
  /** As `process.env` of a service that uses it. */
  readonly environment: Readonly<Record<string, string>>;
  /** Everything that was asked, in order. */
  readonly requests: readonly StorageRequest[];
  /** From now on every connection breaks; `open` ends that. */
  shut(): void;
  open(): void;
  /** Breaks the connection of the next transfer with this method that is longer, after so many bytes. */
  breakAfter(method: 'GET' | 'PUT', bytes: number): void;
  /** Keys of all objects, in order, without the prefix. */
  keys(): Promise<string[]>;
  /** The service's storage on it. @param folder of the node's own disk */
  connect(folder: string): Promise<MediaStorage>;
}

/** Its own for each test. */
export async function openTestStorage(prefix = 'studio'): Promise<TestStorage> {
  const inner = await startFauxqs({ port: 0, logger: false });
  onTestFinished(() => inner.stop());
  inner.createBucket(BUCKET);
  const requests: StorageRequest[] = [];
  let isShut = false;
  let breaking: { readonly method: string; readonly bytes: number } | null = null;
  const gate = createServer((incoming, answer) => {
    if (isShut) return void incoming.socket.destroy();
    const refusal = whyRefused(
      {
        method: incoming.method ?? '',
        target: incoming.url ?? '',
        headers: incoming.headers as Record<string, string>,
      },
      KEY,
      Date.now(),
    );
    const path = (incoming.url ?? '').split('?')[0] ?? '';
    answer.once('finish', () => {
      const { headers, method = '' } = incoming;
      requests.push({ method, path, headers, status: answer.statusCode });
    });
    if (refusal !== null) return refuse(403, refusal, incoming, answer);
    const condition = incoming.headers['x-amz-copy-source-if-match'];
    if (typeof condition === 'string') {
      const source = `http://127.0.0.1:${inner.port}/${incoming.headers['x-amz-copy-source']}`;
      void fetch(source, { method: 'HEAD' }).then(({ headers }) => {
        if (headers.get('etag') === condition) pass(inner.port, incoming, answer);
        else refuse(412, 'PreconditionFailed', incoming, answer);
      });
      return;
    }
    pass(inner.port, incoming, answer, overridesIn(incoming.url ?? ''));
    if (breaking === null || incoming.method !== breaking.method) return;
    const limit = breaking.bytes;
    let sent = 0;
    const isOver = (chunk: Buffer) => {
      sent += chunk.length;
      if (sent <= limit) return false;
      breaking = null;
      incoming.socket.destroy();
      return true;
    };
    incoming.on('data', isOver);
    const write = answer.write.bind(answer) as (chunk: Buffer) => boolean;
    answer.write = (chunk: Buffer) => !isOver(chunk) && write(chunk);
  });
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => end(gate));
  const endpoint = `http://127.0.0.1:${(gate.address() as AddressInfo).port}`;
  return {
    address: `s3://${BUCKET}/${prefix}`,
    endpoint,
    credentials: KEY,
    environment: { AWS_ACCESS_KEY_ID: KEY.accessKeyId, AWS_SECRET_ACCESS_KEY: KEY.secretAccessKey },
    requests,
    shut: () => {
      isShut = true;
      gate.closeAllConnections();
    },
    open: () => {
      isShut = false;
    },
    breakAfter: (method, bytes) => {
      breaking = { method, bytes };
    },
    connect: async (folder) => {
      const settings = { endpoint, plainHttp: false, localBytes: 1_000_000 };
      const machine = { clock: systemClock, randomBytes, credentials: KEY };
      const opened = await openS3Storage({ address: `s3://${BUCKET}/${prefix}`, settings, folder, ...machine });
      onTestFinished(opened.close);
      return opened.storage;
    },
    keys: async () => {
      const answer = await fetch(`http://127.0.0.1:${inner.port}/${BUCKET}?list-type=2`);
      const found = [...(await answer.text()).matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => key);
      return found.filter((key) => key.startsWith(`${prefix}/`)).map((key) => key.slice(prefix.length + 1));
    },
  };
}

/** What a query wants the answer's headers to be. */
function overridesIn(target: string): Record<string, string> {
  const asked = [...new URL(target, 'http://storage').searchParams].filter(([name]) => name.startsWith('response-'));
  return Object.fromEntries(asked.map(([name, value]) => [name.slice('response-'.length), value]));
}

function pass(
  port: number,
  incoming: IncomingMessage,
  answer: ServerResponse,
  overrides: Readonly<Record<string, string>> = {},
): void {
  const { headers, method, url } = incoming;
  const outgoing = request({ host: '127.0.0.1', port, method, path: url, headers }, (response) => {
    answer.writeHead(response.statusCode ?? 500, { ...response.headers, ...overrides });
    response.pipe(answer);
  });
  outgoing.on('error', () => answer.destroy());
  incoming.pipe(outgoing);
}

function refuse(status: number, code: string, incoming: IncomingMessage, answer: ServerResponse): void {
  incoming.resume();
  answer.writeHead(status, { 'content-type': 'application/xml' });
  answer.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>Refused.</Message></Error>`);
}

function end(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

/** The same server over TLS, as `https://localhost:PORT`. */
export async function encryptedGate(target: string, identity: { certificate: string; key: string }): Promise<string> {
  const sockets = new Set<Socket>();
  const gate = createTlsServer({ cert: identity.certificate, key: identity.key }, (socket) => {
    const inner = connect(Number(new URL(target).port), '127.0.0.1');
    socket.on('error', () => inner.destroy()).pipe(inner);
    inner.on('error', () => socket.destroy()).pipe(socket);
    sockets.add(socket);
  });
  await new Promise<void>((resolve) => gate.listen(0, 'localhost', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    gate.close();
  });
  return `https://localhost:${(gate.address() as AddressInfo).port}`;
}

export interface CountedGate {
  readonly url: string;
  /** Paths that were asked for. */
  readonly paths: ReadonlySet<string>;
  /** Bytes in both directions, headers included. */
  bytes(): number;
}

/** Another address of a server, which counts what passes. It reads the first line of each request, and is for plain HTTP. */
export async function countedGate(target: string): Promise<CountedGate> {
  const paths = new Set<string>();
  let passed = 0;
  const gate = createServer((incoming, answer) => {
    paths.add((incoming.url ?? '').split('?')[0] ?? '');
    pass(Number(new URL(target).port), incoming, answer);
  });
  gate.on('connection', (socket) => {
    socket.once('close', () => {
      passed += socket.bytesRead + socket.bytesWritten;
    });
  });
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => end(gate));
  const open = new Set<Socket>();
  gate.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const bytes = () => [...open].reduce((sum, socket) => sum + socket.bytesRead + socket.bytesWritten, passed);
  return { url: `http://127.0.0.1:${(gate.address() as AddressInfo).port}`, paths, bytes };
}
