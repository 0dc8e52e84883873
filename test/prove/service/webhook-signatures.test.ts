import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import {
  makeWebhookSecret,
  signWebhook,
  verifyWebhook,
  WEBHOOK_TOLERANCE_SECONDS,
} from '../../../electron/platform/security/webhook-signature.ts';
import { depth } from '../depth.ts';

const secret = makeWebhookSecret(randomBytes);
const now = Date.now();
const timestamp = Math.floor(now / 1000);

/** Identifiers as any sender may make them: printable, without a dot. */
const identifiers = fc.stringMatching(/^[\x21-\x2d\x2f-\x7e]{1,60}$/);
const secrets = fc
  .uint8Array({ minLength: 24, maxLength: 64 })
  .map((bytes) => `whsec_${Buffer.from(bytes).toString('base64')}`);
/** Any text, as UTF-8: what the oracle can read at all. */
const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.json(), fc.string({ unit: 'grapheme', maxLength: 400 }));

/** The oracle knows its own names of the headers alone. */
function renamed(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.replace('vendor-', 'webhook-'), value]),
  );
}

test('the independent library accepts random webhooks that we signed, and so do we', () => {
  fc.assert(
    fc.property(identifiers, secrets, texts, (id, ownSecret, text) => {
      const body = Buffer.from(text, 'utf8');
      const headers = signWebhook([ownSecret], { id, timestamp, body });
      new Webhook(ownSecret).verify(body, renamed(headers), { jsonParse: false });
      expect(verifyWebhook({ secret: ownSecret, headers, body, now })).toEqual({ kind: 'authentic', id, timestamp });
    }),
    { numRuns: depth(1000, 10_000) },
  );
}, 60_000);

test('what the independent library signed is authentic under any prefix', () => {
  fc.assert(
    fc.property(identifiers, secrets, texts, (id, ownSecret, text) => {
      const signature = new Webhook(ownSecret).sign(id, new Date(timestamp * 1000), text);
      const headers = { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signature };
      const verdict = verifyWebhook({ secret: ownSecret, headers, body: Buffer.from(text), now, prefix: 'webhook' });
      expect(verdict.kind).toBe('authentic');
    }),
    { numRuns: 1000 },
  );
});

test('after a rotation one header carries both signatures, and each secret alone is enough', () => {
  const [old, current] = [makeWebhookSecret(randomBytes), makeWebhookSecret(randomBytes)];
  const body = Buffer.from('{"a":1}');
  const headers = signWebhook([current, old], { id: 'msg_1', timestamp, body });
  expect(headers['vendor-signature']?.split(' ')).toHaveLength(2);
  for (const one of [old, current]) {
    expect(verifyWebhook({ secret: one, headers, body, now }).kind).toBe('authentic');
    new Webhook(one).verify(body, renamed(headers), { jsonParse: false });
  }
  expect(verifyWebhook({ secret, headers, body, now }).kind).toBe('refused');
});

interface Presented {
  secret: string;
  headers: Record<string, string | string[]>;
  body: Buffer;
  now: number;
}

/** A place in something of this length, drawn with the mutation. */
type Draw = (below: number) => number;

function header(presented: Presented, name: string): string {
  return presented.headers[`vendor-${name}`] as string;
}

function setHeader(presented: Presented, name: string, value: string | string[]): void {
  presented.headers[`vendor-${name}`] = value;
}

/** The signature's bytes, changed and written again as an entry. */
function changeSignature(presented: Presented, change: (bytes: Buffer) => Buffer): void {
  const bytes = Buffer.from(header(presented, 'signature').slice(3), 'base64');
  setHeader(presented, 'signature', `v1,${change(bytes).toString('base64')}`);
}

const MUTATIONS: Record<string, (presented: Presented, draw: Draw) => void> = {
  'one bit of the body flipped': ({ body }, draw) => {
    const at = draw(body.length);
    body[at] = (body[at] ?? 0) ^ (1 << draw(8));
  },
  'a byte of the body left out': (presented, draw) => {
    const at = draw(presented.body.length);
    presented.body = Buffer.concat([presented.body.subarray(0, at), presented.body.subarray(at + 1)]);
  },
  'a byte put into the body': (presented, draw) => {
    const at = draw(presented.body.length);
    const [before, after] = [presented.body.subarray(0, at), presented.body.subarray(at)];
    presented.body = Buffer.concat([before, Buffer.of(draw(256)), after]);
  },
  'the body cut short': (presented, draw) => {
    presented.body = presented.body.subarray(0, draw(presented.body.length));
  },
  'white space after the body': (presented, draw) => {
    presented.body = Buffer.concat([presented.body, Buffer.from([' ', '\n', '\t', '\r\n'][draw(4)] ?? ' ')]);
  },
  'the body parsed and written again': (presented) => {
    presented.body = Buffer.from(JSON.stringify(JSON.parse(presented.body.toString()), null, 1));
  },
  'a mark of the byte order before the body': (presented) => {
    presented.body = Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), presented.body]);
  },
  'another message id': (presented, draw) => setHeader(presented, 'id', `msg_other${draw(1e6)}`),
  'a part of the timestamp moved into the id': (presented, draw) => {
    const stamp = header(presented, 'timestamp');
    const at = 1 + draw(stamp.length - 1);
    setHeader(presented, 'id', `${header(presented, 'id')}.${stamp.slice(0, at)}`);
    setHeader(presented, 'timestamp', stamp.slice(at));
  },
  'another timestamp within the tolerance': (presented, draw) =>
    setHeader(presented, 'timestamp', String(timestamp + 1 + draw(WEBHOOK_TOLERANCE_SECONDS - 1))),
  'something after the digits of the timestamp': (presented, draw) =>
    setHeader(presented, 'timestamp', `${header(presented, 'timestamp')}${['junk', ' ', '.0', 'e0', '\t'][draw(5)]}`),
  'something before the digits of the timestamp': (presented, draw) =>
    setHeader(presented, 'timestamp', `${['+', ' ', '0x', '-'][draw(4)]}${header(presented, 'timestamp')}`),
  'presented too late': (presented, draw) => {
    presented.now += (WEBHOOK_TOLERANCE_SECONDS + 1 + draw(1e6)) * 1000;
  },
  'presented before it was sent': (presented, draw) => {
    presented.now -= (WEBHOOK_TOLERANCE_SECONDS + 1 + draw(1e6)) * 1000;
  },
  'one bit of the signature flipped': (presented, draw) =>
    changeSignature(presented, (bytes) => {
      const at = draw(bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << draw(8));
      return bytes;
    }),
  'the signature cut short': (presented, draw) => changeSignature(presented, (bytes) => bytes.subarray(0, draw(32))),
  'another version of signatures': (presented, draw) =>
    setHeader(
      presented,
      'signature',
      header(presented, 'signature').replace('v1,', ['v1a,', 'v2,', 'V1,', ''][draw(4)] ?? ''),
    ),
  'the signature in another alphabet or with other padding': (presented, draw) => {
    const [entry = '', others] = [header(presented, 'signature'), ['=', ' \n', '-_', '\u0000']];
    setHeader(presented, 'signature', `${entry.slice(0, -1)}${others[draw(4)]}${draw(2) === 0 ? '=' : ''}x`);
  },
  'a header that came twice': (presented, draw) => {
    const name = ['id', 'timestamp', 'signature'][draw(3)] ?? 'id';
    setHeader(presented, name, [header(presented, name), header(presented, name)]);
  },
  'a header that is missing': ({ headers }, draw) => {
    delete headers[`vendor-${['id', 'timestamp', 'signature'][draw(3)]}`];
  },
  "another endpoint's secret": (presented) => {
    presented.secret = makeWebhookSecret(randomBytes);
  },
  'one bit of the secret flipped': (presented, draw) => {
    const bytes = Buffer.from(presented.secret.slice('whsec_'.length), 'base64');
    const at = draw(bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << draw(8));
    presented.secret = `whsec_${bytes.toString('base64')}`;
  },
  'the headers of another message': (presented, draw) => {
    const other = { id: 'msg_2', timestamp, body: Buffer.from(String(draw(1e6))) };
    presented.headers = signWebhook([presented.secret], other);
  },
};

test('there are at least twenty kinds of mutation', () => {
  expect(Object.keys(MUTATIONS).length).toBeGreaterThanOrEqual(20);
});

test.each(Object.entries(MUTATIONS))(
  'refused 500 times: %s',
  (_name, mutate) => {
    const draws = fc.infiniteStream(fc.nat(2 ** 31 - 1));
    fc.assert(
      fc.property(fc.json({ maxDepth: 2 }), draws, (text, stream) => {
        const body = Buffer.from(`{"value": ${text}}`);
        const presented: Presented = {
          secret,
          headers: signWebhook([secret], { id: 'msg_1', timestamp, body }),
          body: Buffer.from(body),
          now,
        };
        // The same webhook without the mutation is authentic: the mutation alone is what is refused.
        expect(verifyWebhook(presented).kind).toBe('authentic');
        mutate(presented, (below) => (stream.next().value as number) % below);
        expect(verifyWebhook(presented).kind).toBe('refused');
      }),
      { numRuns: 500 },
    );
  },
  30_000,
);

test('bytes that are no UTF-8 are told apart, which the independent library does not', () => {
  const signed = Buffer.of(0x22, 0xff, 0x22);
  const presented = Buffer.of(0x22, 0xfe, 0x22);
  const oracle = new Webhook(secret);
  const ofOracle = oracle.sign('msg_1', new Date(timestamp * 1000), signed);
  const names = { 'webhook-id': 'msg_1', 'webhook-timestamp': String(timestamp), 'webhook-signature': ofOracle };
  expect(() => oracle.verify(presented, names, { jsonParse: false })).not.toThrow();
  const headers = signWebhook([secret], { id: 'msg_1', timestamp, body: signed });
  expect(verifyWebhook({ secret, headers, body: signed, now }).kind).toBe('authentic');
  expect(verifyWebhook({ secret, headers, body: presented, now }).kind).toBe('refused');
});

test('the tolerance is five minutes in both directions, to the second', () => {
  const body = Buffer.from('{}');
  const headers = signWebhook([secret], { id: 'msg_1', timestamp, body });
  const at = (seconds: number) => verifyWebhook({ secret, headers, body, now: (timestamp + seconds) * 1000 }).kind;
  expect([at(-300), at(300)]).toEqual(['authentic', 'authentic']);
  expect([at(-301), at(301)]).toEqual(['refused', 'refused']);
});

test('a flood of signatures is refused without being compared', () => {
  const body = Buffer.from('{}');
  const headers = signWebhook([secret], { id: 'msg_1', timestamp, body });
  const flood = `${'v1,AAAA '.repeat(100_000)}${headers['vendor-signature']}`;
  expect(verifyWebhook({ secret, headers: { ...headers, 'vendor-signature': flood }, body, now }).kind).toBe('refused');
});

test.each(['msg.1', '', 'a b', 'ä', 'a\nb'])('nothing is signed under the id %j', (id) => {
  expect(() => signWebhook([secret], { id, timestamp, body: Buffer.from('') })).toThrow(RangeError);
});

test.each(['', 'whsec_', 'whsec_AAAA', secret.slice(6), `${secret}=`, 'whsec_%%%'])('%j is no secret', (malformed) => {
  const body = Buffer.from('{}');
  expect(() => signWebhook([malformed], { id: 'msg_1', timestamp, body })).toThrow(RangeError);
  const headers = signWebhook([secret], { id: 'msg_1', timestamp, body });
  expect(verifyWebhook({ secret: malformed, headers, body, now })).toEqual({ kind: 'refused', reason: 'secret' });
});

test('secrets are 32 random bytes in base64', () => {
  expect(makeWebhookSecret(() => Buffer.alloc(32, 0xff))).toBe(`whsec_${'/'.repeat(42)}8=`);
  expect(new Set(Array.from({ length: 100 }, () => makeWebhookSecret(randomBytes))).size).toBe(100);
});
