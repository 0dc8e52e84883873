import { expect, test } from 'vitest';
import { parseBaseUrl, parseTransferUrl } from '../../../../electron/core/api/addresses.ts';
import {
  answerError,
  isWellFormedRefusal,
  readRetryAfter,
  uploadError,
  wasNeverSent,
} from '../../../../electron/core/api/failures.ts';
import { asFinal, toErrorRecord } from '../../../../shared/domain/errors.ts';

test.each([
  'https://api.example.com',
  'https://api.example.com/base/',
  'http://127.0.0.1:8080',
  'http://localhost:1',
  'http://[::1]:2',
])('%s is a base URL', (text) => {
  expect(parseBaseUrl(text).href).toContain(text.replace(/\/$/, ''));
});

test.each([
  'http://api.example.com',
  'ftp://x',
  'file:///etc/passwd',
  'https://user:secret@x.example',
  'https://x.example/?key=1',
  'nonsense',
  'http://127.0.0.1.evil.example',
])('%s is refused as a base URL, without its secrets in the error', (text) => {
  expect(() => parseBaseUrl(text)).toThrow(expect.objectContaining({ code: 'unsafeAddress' }));
  try {
    parseBaseUrl(text);
  } catch (failure) {
    expect(String((failure as Error).message)).not.toContain('secret');
  }
});

test('a transfer goes over https, or stays on loopback when the service is there', () => {
  const remote = new URL('https://api.example.com');
  const local = new URL('http://127.0.0.1:80');
  expect(parseTransferUrl('https://storage.example.com/u?signature=s', remote).host).toBe('storage.example.com');
  expect(parseTransferUrl('http://127.0.0.1:9/u', local).port).toBe('9');
  for (const [text, base] of [
    ['http://127.0.0.1:9/u', remote],
    ['http://storage.example.com/u', remote],
    ['http://10.0.0.1/u', local],
    ['data:,x', remote],
    ['file:///x', local],
  ] as const) {
    expect(() => parseTransferUrl(text, base), text).toThrow(expect.objectContaining({ code: 'unsafeAddress' }));
  }
});

const fault = (code: string, syscall?: string) =>
  Object.assign(new Error(code), { code, ...(syscall === undefined ? {} : { syscall }) });

const refused = fault('ECONNREFUSED', 'connect');
const reset = fault('ECONNRESET', 'read');

test('only faults from before the first byte count as never sent', () => {
  const unresolved = new TypeError('fetch failed', { cause: fault('ENOTFOUND', 'getaddrinfo') });
  const unreached = new AggregateError([refused, fault('ENETUNREACH', 'connect')]);
  for (const never of [refused, fault('UND_ERR_CONNECT_TIMEOUT'), unresolved, unreached])
    expect(wasNeverSent(never), String(never)).toBe(true);
  for (const code of ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_HEADERS_TIMEOUT', 'ABORT_ERR'])
    expect(wasNeverSent(fault(code)), code).toBe(false);
  // The network may go away after the request left: the same code, from another call.
  expect(wasNeverSent(fault('EHOSTUNREACH', 'read'))).toBe(false);
  expect(wasNeverSent(new AggregateError([refused, reset]))).toBe(false);
  expect(wasNeverSent(Object.assign(fault('UND_ERR_CONNECT_TIMEOUT'), { cause: reset }))).toBe(false);
  expect(wasNeverSent(new Error('no code at all'))).toBe(false);
});

test('every 4xx is a refusal with an error body, and none without', () => {
  const answer = (status: number, body: unknown) => ({ status, body, retryAfterMs: null });
  for (const status of [
    400, 401, 402, 403, 404, 405, 408, 409, 410, 413, 415, 418, 422, 423, 425, 426, 428, 429, 431, 451,
  ]) {
    expect(isWellFormedRefusal(answer(status, { error: 'no' }))).toBe(true);
    for (const body of [null, '', 'no', {}, { message: 'no' }])
      expect(isWellFormedRefusal(answer(status, body))).toBe(false);
  }
  for (const status of [200, 302, 500, 502, 503])
    expect(isWellFormedRefusal(answer(status, { error: 'no' }))).toBe(false);
});

test.each([
  [402, { error: 'Hold', code: 'paymentFailed' }, 'paymentFailed'],
  [402, { error: 'Limit', code: 'spendLimitExceeded' }, 'spendLimitExceeded'],
  [403, { error: 'Plan', code: 'paidPlanRequired' }, 'paidPlanRequired'],
  [403, { error: 'No' }, 'keyMayNot'],
  [401, { error: 'No' }, 'keyRefused'],
  [404, { error: 'No such project' }, 'projectUnknown'],
  [404, { message: 'no route' }, 'serviceAnswerUnreadable'],
  [404, null, 'serviceAnswerUnreadable'],
  [409, { error: 'Not yet', code: 'notUploaded' }, 'notCompleteYet'],
  [409, { error: 'Never', code: 'lengthUnknown' }, 'lengthUnknown'],
  [409, { error: 'Full', code: 'tooManyProjects' }, 'tooManyProjects'],
  [429, { error: 'Slow' }, 'serviceBusy'],
  [503, null, 'serviceFailed'],
  [418, null, 'requestRefused'],
])('%d %j is %s', (status, body, code) => {
  expect(answerError({ status, body, retryAfterMs: null }).code).toBe(code);
});

test('a page that says 404 is not the word of the service, whatever else stands in it', () => {
  const page = { status: 404, body: { error: 'No such project' }, retryAfterMs: null, isPage: true };
  expect(answerError(page).code).toBe('serviceAnswerUnreadable');
});

test.each([
  ['uploadNotAccepted', [400, 405, 406, 411, 413, 414, 415, 418, 422, 423, 431, 451, 501, 505]],
  ['uploadRefused', [401, 403, 404, 409, 410, 412]],
  ['serviceBusy', [408, 425, 429]],
  ['serviceFailed', [421, 500, 502, 503, 504]],
  ['redirectRefused', [301, 307]],
] as const)('an upload is %s when it is answered one of %j', (code, statuses) => {
  for (const status of statuses) expect(uploadError({ status, body: null, retryAfterMs: null }).code).toBe(code);
});

test.each(['RequestTimeout', 'IncompleteBody', 'BadDigest'])(
  'an upload that %s says was damaged on its way is sent again',
  (code) => {
    const body = `<Error><Code>${code}</Code><Message>Not read in time</Message></Error>`;
    expect(uploadError({ status: 400, body, retryAfterMs: null })).toMatchObject({
      code: 'serviceFailed',
      retryable: true,
    });
  },
);

test.each([
  [
    'a stop without a code',
    { error: 'Prepaid balance is used up.', invoice_id: 'inv_9', amountDue: 12.5, limit: '100 EUR' },
    'billingStopped',
    'The service stopped this account for a billing reason.',
    'Prepaid balance is used up. (invoice id: inv_9, amount due: 12.5, limit: 100 EUR)',
  ],
  [
    'links: only safe ones',
    {
      error: 'Pay\u001b[31m',
      code: 'subscriptionEnded',
      url: 'https://pay.test/9',
      other: 'javascript:x',
      by: 'http://x.test',
    },
    'billingStopped',
    'The service stopped this account for a billing reason.',
    'Pay [31m (url: https://pay.test/9)',
  ],
  [
    'our own declined invoice',
    {
      error: 'Declined.',
      code: 'paymentFailed',
      billing: { invoiceId: 'inv_1', amount: 152_500, since: null, payAt: 'http://x' },
    },
    'paymentFailed',
    'The service put this account on hold because a payment failed.',
    'Declined. (invoice id: inv_1, amount: 0.1525 USD)',
  ],
  [
    'a hold of whoever runs the service',
    { error: 'Call us.', code: 'paymentFailed', billing: { invoiceId: null, amount: null, since: null, payAt: null } },
    'paymentFailed',
    'The service put this account on hold.',
    'Call us.',
  ],
  [
    'a spend limit',
    {
      error: 'Too much.',
      code: 'spendLimitExceeded',
      billing: { spendLimit: 1_000_000, spent: 990_000, held: 0, needed: 60_000 },
    },
    'spendLimitExceeded',
    'The account reached its spending limit.',
    'Too much. (spend limit: 1.00 USD, spent: 0.99 USD, held: 0.00 USD, needed: 0.06 USD)',
  ],
  ['a page', null, 'billingStopped', 'The service stopped this account for a billing reason.', undefined],
])('a 402 says why in the service’s words, with its metadata: %s', (_, body, code, what, reason) => {
  const error = answerError({ status: 402, body, retryAfterMs: null });
  expect([error.code, error.parts.what, error.parts.reason]).toEqual([code, what, reason]);
});

test('an upload refused in XML quotes the message alone, as one clean line', () => {
  const body = '<Error><Code>X</Code><Message>Too\n\u001b[1m \u202ebig</Message><HostId>secret</HostId></Error>';
  const error = uploadError({ status: 413, body, retryAfterMs: null });
  expect([error.parts.what, error.parts.reason]).toEqual([
    'This recording is too large for the service’s storage.',
    'Too [1m big',
  ]);
});

test('Retry-After is read as seconds and as a date', () => {
  expect(readRetryAfter('2', 0)).toBe(2000);
  expect(readRetryAfter('Thu, 01 Jan 1970 00:00:10 GMT', 4000)).toBe(6000);
  expect(readRetryAfter('soon', 0)).toBeNull();
  expect(readRetryAfter(undefined, 0)).toBeNull();
});

test.each([401, 403, 404, 511])(
  'a login page with status %d is named as one, until and after Cleartake gives up',
  (status) => {
    const error = answerError({ status, body: '<title>Log in</title>', retryAfterMs: 5000, isPage: true });
    expect(error).toMatchObject({ code: 'serviceAnswerUnreadable', retryable: true, retryAfterMs: 5000 });
    expect(error.userMessage).toBe(
      'A web page answered in place of the service: this network may want you to log in. Nothing was lost. Cleartake retries automatically.',
    );
    const { userMessage } = asFinal(toErrorRecord(error));
    expect(userMessage).toContain('A web page answered in place of the service');
    expect(userMessage).toContain('whether this network needs a login in a browser');
  },
);
