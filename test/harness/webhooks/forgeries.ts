/** Twenty ways to forge a delivery, each as the bytes that go over the wire. */

import { createHmac, randomBytes } from 'node:crypto';
import { signWebhook } from '../../../electron/platform/security/webhook-signature.ts';

export interface ForgeryGround {
  /** Path that receives. */
  readonly path: string;
  /** The endpoint's secret, of which a forger has only what went over the wire. */
  readonly secret: string;
  /** A delivery that was taken. */
  readonly taken: { readonly headers: Readonly<Record<string, string>>; readonly body: Buffer };
  readonly seconds: number;
}

type Headers = readonly (readonly [name: string, value: string])[];

/** An event as the service sends it. */
export function eventBody(id: string): Buffer {
  return Buffer.from(
    JSON.stringify({
      eventType: 'generation.completed',
      eventId: `evt_${id}`,
      createdAt: '2026-11-23T12:00:00.000Z',
      apiKeyId: 'key_one',
      apiProjectId: `prj_${id}`,
      generationId: `gen_${id}`,
      status: 'complete',
      hasVideo: false,
      modelKey: 'service-2',
      error: null,
      errorDetails: null,
    }),
  );
}

/** One request, which asks for the connection to be closed. */
export function rawRequest(path: string, headers: Headers, body: Uint8Array, method = 'POST'): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, 'host: 127.0.0.1', 'connection: close'];
  for (const [name, value] of headers) lines.push(`${name}: ${value}`);
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body]);
}

function post({ path }: ForgeryGround, headers: Headers, body: Uint8Array): Buffer {
  return rawRequest(path, [...headers, ['content-length', String(body.length)]], body);
}

/** A delivery that is right in every respect, for forgers to spoil. */
function genuine({ secret, seconds }: ForgeryGround, timestamp = seconds) {
  const id = randomBytes(8).toString('hex');
  const body = eventBody(id);
  return { body, headers: signWebhook([secret], { id: `msg_${id}`, timestamp, body }) };
}

function otherSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

function without(headers: Readonly<Record<string, string>>, name: string): Headers {
  return Object.entries(headers).filter(([one]) => one !== name);
}

function changed(headers: Readonly<Record<string, string>>, name: string, change: (value: string) => string): Headers {
  return Object.entries(headers).map(([one, value]) => [one, one === name ? change(value) : value]);
}

const SIGNATURE = 'vendor-signature';

export const FORGERIES: Readonly<Record<string, (ground: ForgeryGround) => Buffer>> = {
  'another secret': (ground) => {
    const { headers, body } = genuine({ ...ground, secret: otherSecret() });
    return post(ground, Object.entries(headers), body);
  },
  'a timestamp of six minutes ago': (ground) => {
    const { headers, body } = genuine(ground, ground.seconds - 360);
    return post(ground, Object.entries(headers), body);
  },
  'a timestamp six minutes ahead': (ground) => {
    const { headers, body } = genuine(ground, ground.seconds + 360);
    return post(ground, Object.entries(headers), body);
  },
  'a later timestamp, put in afterward': (ground) => {
    const { headers, body } = genuine(ground);
    return post(
      ground,
      changed(headers, 'vendor-timestamp', (value) => String(Number(value) + 1)),
      body,
    );
  },
  'a body changed by a byte': (ground) => {
    const { headers, body } = genuine(ground);
    body.writeUInt8(body.readUInt8(20) ^ 1, 20);
    return post(ground, Object.entries(headers), body);
  },
  'a body with a line end more': (ground) => {
    const { headers, body } = genuine(ground);
    return post(ground, Object.entries(headers), Buffer.concat([body, Buffer.from('\n')]));
  },
  'the signature of another body': (ground) => {
    const other = genuine(ground);
    const { headers, body } = genuine(ground);
    return post(
      ground,
      changed(headers, SIGNATURE, () => other.headers[SIGNATURE] ?? ''),
      body,
    );
  },
  'another id on what was taken': (ground) =>
    post(
      ground,
      changed(ground.taken.headers, 'vendor-id', (id) => `${id}-2`),
      ground.taken.body,
    ),
  'a dot that moves the id into the timestamp': (ground) => {
    const { headers, body } = genuine(ground);
    return post(
      ground,
      changed(headers, 'vendor-id', (id) => `${id}.${ground.seconds}`),
      body,
    );
  },
  'no id': (ground) => {
    const { headers, body } = genuine(ground);
    return post(ground, without(headers, 'vendor-id'), body);
  },
  'no timestamp': (ground) => {
    const { headers, body } = genuine(ground);
    return post(ground, without(headers, 'vendor-timestamp'), body);
  },
  'no signature': (ground) => {
    const { headers, body } = genuine(ground);
    return post(ground, without(headers, SIGNATURE), body);
  },
  'a second signature header': (ground) => {
    const { headers, body } = genuine(ground);
    return post(ground, [[SIGNATURE, `v1,${randomBytes(32).toString('base64')}`], ...Object.entries(headers)], body);
  },
  'a digest without the id and time': (ground) => {
    const { headers, body } = genuine(ground);
    const key = Buffer.from(ground.secret.slice('whsec_'.length), 'base64');
    const digest = createHmac('sha256', key).update(body).digest('base64');
    return post(
      ground,
      changed(headers, SIGNATURE, () => `v1,${digest}`),
      body,
    );
  },
  'the version of the signature left out': (ground) => {
    const { headers, body } = genuine(ground);
    return post(
      ground,
      changed(headers, SIGNATURE, (value) => value.slice('v1,'.length)),
      body,
    );
  },
  'a huge body': (ground) => {
    const body = Buffer.alloc(1024 * 1024, '{');
    const headers = signWebhook([ground.secret], { id: 'msg_huge', timestamp: ground.seconds, body });
    return post(ground, Object.entries(headers), body);
  },
  'a huge body in chunks': (ground) => {
    const body = Buffer.alloc(128 * 1024, '{');
    const headers = signWebhook([ground.secret], { id: 'msg_chunks', timestamp: ground.seconds, body });
    const chunks = Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')]);
    return rawRequest(ground.path, [...Object.entries(headers), ['transfer-encoding', 'chunked']], chunks);
  },
  'a length and chunks at once': (ground) => {
    const { headers, body } = genuine(ground);
    const chunks = Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')]);
    const both: Headers = [
      ['content-length', String(body.length)],
      ['transfer-encoding', 'chunked'],
    ];
    return rawRequest(ground.path, [...Object.entries(headers), ...both], chunks);
  },
  'another method': (ground) => {
    const { headers, body } = genuine(ground);
    return rawRequest(ground.path, [...Object.entries(headers), ['content-length', String(body.length)]], body, 'PUT');
  },
  'a path around the path': (ground) => {
    const { headers, body } = genuine(ground);
    const around = `/x/..${ground.path}`;
    return rawRequest(around, [...Object.entries(headers), ['content-length', String(body.length)]], body);
  },
};

/** What was taken, once more. It is answered as the first was, and isn't counted. */
export function replay(ground: ForgeryGround): Buffer {
  return post(ground, Object.entries(ground.taken.headers), ground.taken.body);
}
