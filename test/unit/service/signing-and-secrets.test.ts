import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { systemClock } from '../../../electron/platform/time/clock.ts';
import { hashSecret, makeSecret, prefixOf, sameHash } from '../../../electron/service/auth/secrets.ts';
import { createUrlSigner } from '../../../electron/service/http/signing/url-signer.ts';
import { isLoopbackHost } from '../../../shared/domain/connections/addresses.ts';

const OBJECT = '/storage/downloads/gen_1/audio';

function signerAt(now: () => number, secret = Buffer.alloc(32, 7)) {
  return createUrlSigner(secret, { ...systemClock, now });
}

function queryOf(address: string): Record<string, string> {
  return Object.fromEntries(new URL(address, 'http://local').searchParams);
}

test('a signature holds until it expires', () => {
  let now = 1000;
  const signer = signerAt(() => now);
  const query = queryOf(signer.sign('GET', OBJECT, 500));
  expect(signer.verify('GET', OBJECT, query)).toBe(true);
  now = 1499;
  expect(signer.verify('GET', OBJECT, query)).toBe(true);
  now = 1500;
  expect(signer.verify('GET', OBJECT, query)).toBe(false);
});

test('another method, object, expiry or secret breaks it', () => {
  const signer = signerAt(() => 1000);
  const query = queryOf(signer.sign('GET', OBJECT, 500));
  expect(signer.verify('PUT', OBJECT, query)).toBe(false);
  expect(signer.verify('GET', `${OBJECT}x`, query)).toBe(false);
  expect(signer.verify('GET', OBJECT, { ...query, expires: '1501' })).toBe(false);
  expect(signer.verify('GET', OBJECT, { ...query, expires: ' 1500' })).toBe(false);
  expect(signer.verify('GET', OBJECT, { ...query, expires: ['1500', '1500'] })).toBe(false);
  expect(signer.verify('GET', OBJECT, {})).toBe(false);
  expect(signerAt(() => 1000, Buffer.alloc(32, 8)).verify('GET', OBJECT, query)).toBe(false);
});

test('no change of a signature passes', () => {
  const signer = signerAt(() => 1000);
  const query = queryOf(signer.sign('PUT', OBJECT, 500));
  fc.assert(
    fc.property(fc.nat(63), fc.constantFrom(...'0123456789abcdefABCDEF%é'), (at, character) => {
      const right = query.signature ?? '';
      const wrong = right.slice(0, at) + character + right.slice(at + 1);
      fc.pre(wrong !== right);
      expect(signer.verify('PUT', OBJECT, { ...query, signature: wrong })).toBe(false);
    }),
  );
});

test('a secret is 256 random bits, and its prefix gives none of the rest away', () => {
  const made = makeSecret(randomBytes);
  expect(made.secret).toMatch(/^ctk_[A-Za-z0-9_-]{43}$/);
  expect(made.secretHash).toBe(hashSecret(made.secret));
  expect(made.keyPrefix).toBe(prefixOf(made.secret));
  expect(made.keyPrefix).toHaveLength(12);
  expect(makeSecret(randomBytes).secret).not.toBe(made.secret);
});

test('hashes are compared whole', () => {
  const hash = hashSecret('one');
  expect(sameHash(hash, hashSecret('one'))).toBe(true);
  expect(sameHash(hash, hashSecret('two'))).toBe(false);
  expect(sameHash(hash, hash.slice(0, 32))).toBe(false);
  expect(sameHash('', hash)).toBe(false);
});

test.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.168.0.2', false],
  ['127.0.0.1.example.com', false],
  ['', false],
])('%s is loopback: %s', (host, expected) => {
  expect(isLoopbackHost(host)).toBe(expected);
});
