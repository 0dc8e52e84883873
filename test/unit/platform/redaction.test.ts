import { inspect } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRedactor, describeFailure } from '../../../electron/platform/security/redaction.ts';

function knowing(...secrets: string[]) {
  const redactor = createRedactor();
  for (const secret of secrets) redactor.conceal(secret);
  return redactor.redact;
}

const KEY = 'ck/live+7f3a"9c ü&=%?';
const bytes = Buffer.from(KEY);

test.each([
  ['as it is', KEY],
  ['in an address', encodeURIComponent(KEY)],
  ['in an address with small escapes', encodeURIComponent(KEY).replace(/%../g, (octet) => octet.toLowerCase())],
  ['in JSON', JSON.stringify(KEY).slice(1, -1)],
  ['in base64', bytes.toString('base64')],
  ['in base64url', bytes.toString('base64url')],
  ['in a basic header', Buffer.from(`user:${KEY}:more`).toString('base64')],
  ['in hexadecimal', bytes.toString('hex')],
  ['in capital hexadecimal', bytes.toString('hex').toUpperCase()],
])('a known secret is left out %s', (_form, text) => {
  const clean = knowing(KEY)(`before ${text} after`);
  expect(clean).toMatch(/^before .*\[secret\].* after$/);
  expect(clean).not.toContain(text);
});

test('whatever the key and wherever it begins, nothing of its base64 is left', { timeout: 60_000 }, () => {
  const key = fc.string({ minLength: 12, maxLength: 60, unit: 'grapheme' });
  fc.assert(
    fc.property(key, fc.nat(8), (secret, offset) => {
      const text = Buffer.concat([Buffer.alloc(offset, 7), Buffer.from(secret)]).toString('base64');
      expect(knowing(secret)(text)).toContain('[secret]');
      expect(knowing(secret)(`<${JSON.stringify({ text: secret })}>`)).not.toContain(secret);
    }),
  );
});

test('a secret that begins as another one loses its end too', () => {
  expect(knowing('abcdef', 'abcdef-0123')('abcdef-0123 abcdef')).toBe('[secret] [secret]');
});

test('what is shorter than a secret is none', () => {
  expect(knowing('take')('take 1')).toBe('take 1');
});

test.each([
  ['Authorization: Bearer abc.def-ghi, next', 'Authorization: Bearer [secret], next'],
  ['{"authorization":"Bearer abc"}', '{"authorization":"Bearer [secret]"}'],
  ['Authorization: Basic dXNlcjpwYXNz', 'Authorization: Basic [secret]'],
  ['X-Api-Key: abcdef and more', 'X-Api-Key: [secret] and more'],
  ["[ 'x-api-key', 'abcdef' ]", "[ 'x-api-key', '[secret]' ]"],
  ['xi-api-key=abcdef', 'xi-api-key=[secret]'],
  ['Cookie: cleartake-1=abc', 'Cookie: [secret]'],
  ['GET https://h/o?expires=1&signature=AbC%2F&x=1 done', 'GET https://h/o?[secret] done'],
  ['https://b/o?X-Amz-Signature=f00&X-Amz-Credential=me', 'https://b/o?[secret]'],
  ['PUT /upload/p?signature=abc', 'PUT /upload/p?[secret]'],
  ['https://user:pass@h/', 'https://[secret]@h/'],
  ['http://127.0.0.1:1/#token=abc', 'http://127.0.0.1:1/#token=[secret]'],
  ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'whsec_[secret]'],
  ['key ctk_abcdefgh_-0123456789 of ours', 'key ctk_[secret] of ours'],
  ['ct_run_0123456789abcdef', 'ct_run_[secret]'],
  ['12 plain words: is it? yes, some basic understanding', '12 plain words: is it? yes, some basic understanding'],
])('what looks like a secret is left out: %s', (text, expected) => {
  const redact = knowing();
  expect(redact(text)).toBe(expected);
  expect(redact(redact(text))).toBe(expected);
});

test('a failure is told without the properties in which HTTP libraries keep headers and bodies', () => {
  const cause = Object.assign(new Error('Response does not match the HTTP/1.1 protocol'), {
    data: 'HTTP/1.1 200 OK\r\nx-echo: hidden-in-data',
    headers: { authorization: 'hidden-in-headers' },
  });
  const failure = Object.assign(new TypeError(`refused ${KEY}`, { cause }), { body: 'hidden-in-body' });
  expect(inspect(failure)).toContain('hidden-in-data');
  const told = describeFailure(failure, knowing(KEY));
  expect(told).toContain('refused [secret]');
  expect(told).toContain('because of Error: Response does not match');
  expect(told).not.toMatch(/hidden-in|7f3a/);
  expect(describeFailure({ key: KEY }, knowing())).toBe('a thrown [object Object]');
});
