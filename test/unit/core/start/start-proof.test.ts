import { expect, test } from 'vitest';
import { classifyAnswer, classifyFault } from '../../../../electron/core/queue/start/classify.ts';
import { baselineOf, type Expectation, proofOf } from '../../../../electron/core/queue/start/listing.ts';
import type { ListedGeneration } from '../../../../shared/service-api/answers.ts';

const answered = (status: number, body: unknown) => ({ status, body, retryAfterMs: null });
const kindOf = (status: number, body: unknown) => classifyAnswer(answered(status, body), (id) => id === 'taken').kind;

test('only a refusal in the words of the contract is one', () => {
  const error = { error: 'No', code: 'paymentFailed' };
  for (let status = 400; status < 500; status += 1) {
    expect(kindOf(status, error)).toBe('refused');
    for (const body of [null, {}, 'No', { error: '' }, { error: 7 }, []]) expect(kindOf(status, body)).toBe('unknown');
  }
  for (const status of [100, 302, 304, 399, 500, 502, 503, 504, 599]) {
    expect(kindOf(status, error)).toBe('unknown');
  }
});

test('a success counts with an id that can be one, and that no other generation has', () => {
  expect(kindOf(200, { generationId: 'g1' })).toBe('started');
  expect(kindOf(201, { generation: { generationId: 17 } })).toBe('started');
  const hostile = ['', 'a'.repeat(257), 'a\u0000b', 'a\nb', '\u007f', {}, [], true, null, 1.5, 2 ** 60, 'taken'];
  for (const generationId of hostile) expect(kindOf(200, { generationId }), String(generationId)).toBe('unknown');
  for (const body of [null, {}, 'g1', [{ generationId: 'g1' }]]) expect(kindOf(200, body)).toBe('unknown');
});

test('a fault counts as never sent only where every part of it lies before the request', () => {
  const fault = (code: string, syscall?: string) => Object.assign(new Error(code), { code, syscall });
  const neverSent = [fault('ECONNREFUSED', 'connect'), fault('ENOTFOUND', 'getaddrinfo'), fault('CERT_HAS_EXPIRED')];
  for (const one of neverSent) expect(classifyFault(one).kind).toBe('not-sent');
  const unclear = [
    fault('ECONNRESET', 'read'),
    fault('EPIPE', 'write'),
    fault('UND_ERR_SOCKET'),
    fault('UND_ERR_HEADERS_TIMEOUT'),
    new DOMException('late', 'TimeoutError'),
    new DOMException('stopped', 'AbortError'),
    new AggregateError([fault('ECONNREFUSED', 'connect'), fault('ECONNRESET', 'read')]),
    new Error('outer', { cause: fault('ECONNRESET', 'read') }),
    'no error at all',
  ];
  for (const one of unclear) expect(classifyFault(one).kind).toBe('unknown');
});

const entry = (generationId: string, modelKey = 'service-2'): ListedGeneration => ({
  generationId,
  status: 'queued',
  modelKey,
  createdAt: undefined,
});
const listed = (...ids: readonly string[]) => ids.map((id) => entry(id));
const expected: Expectation = {
  model: 'service-2',
  baseline: ['old'],
  own: new Set(['sibling']),
  isTaken: (id) => id === 'taken',
};

test('a listing proves what it shows, and an absence only when it is whole', () => {
  expect(proofOf(listed('old', 'sibling'), expected)).toEqual({ kind: 'absent' });
  expect(proofOf(listed('old', 'new'), expected)).toMatchObject({ kind: 'present', found: listed('new') });
  expect(proofOf(listed('new', 'old', 'newer', 'new'), expected)).toMatchObject({ found: listed('new', 'newer') });
  expect(proofOf([], expected)).toEqual({ kind: 'incomplete', found: [] });
  expect(proofOf(listed('new'), expected)).toEqual({ kind: 'incomplete', found: listed('new') });
  expect(proofOf(listed('old', 'a\u0000b'), expected)).toEqual({ kind: 'incomplete', found: [] });
});

test('a new id of another job or of the other model is nobody’s proof', () => {
  expect(proofOf(listed('old', 'taken'), expected)).toEqual({ kind: 'foreign' });
  const other = [entry('old'), entry('new', 'service-3.5')];
  expect(proofOf(other, expected)).toEqual({ kind: 'foreign' });
  const renamed = [entry('old'), entry('new', 'Service Two')];
  expect(proofOf(renamed, expected).kind).toBe('present');
});

test('the oldest is told by the service’s times where every entry has one', () => {
  const at = (id: string, createdAt?: string): ListedGeneration => ({ ...entry(id), createdAt });
  const timed = [at('old'), at('new', '2026-01-02T00:00:00Z'), at('newer', '2026-01-01T00:00:00Z')];
  const found = (from: readonly ListedGeneration[]) => {
    const proof = proofOf(from, expected);
    return 'found' in proof ? proof.found.map((one) => one.generationId) : [];
  };
  expect(found(timed)).toEqual(['newer', 'new']);
  expect(found([...timed, at('newest')])).toEqual(['new', 'newer', 'newest']);
});

test('ids that cannot be kept make no baseline', () => {
  expect(baselineOf(listed('a', 'b', 'a'))).toEqual(['a', 'b']);
  expect(() => baselineOf(listed('a\u0000'))).toThrow('serviceAnswerUnreadable');
  expect(() => baselineOf(listed(...Array.from({ length: 10_001 }, String)))).toThrow('serviceAnswerUnreadable');
});
