import { expect, test } from 'vitest';
import { creationError } from '../../../../electron/core/api/failures.ts';

const answer = (status: number, body: unknown, isPage = false) => ({ status, body, retryAfterMs: null, isPage });

test('404 and 405 to a creation say that it is not at this path, whatever comes with them', () => {
  const bodies = [{ error: 'There is nothing at this address.' }, null, {}];
  for (const status of [404, 405]) {
    for (const body of bodies) {
      const { code, parts } = creationError(answer(status, body), '/v1/create_project');
      expect(code).toBe('callUnknown');
      expect(parts?.what).toBe('This service has no project creation at /v1/create_project.');
      expect(JSON.stringify(parts?.next)).toContain('--create-path');
    }
    expect(creationError(answer(status, '<h1>Cannot POST</h1>', true), '/x').code).toBe('callUnknown');
  }
});

test('other refusals of a creation keep their meaning', () => {
  const codes = [400, 401, 402, 403, 409, 429, 503].map(
    (status) => creationError(answer(status, { error: 'no' }), '/x').code,
  );
  expect(codes).toEqual([
    'requestInvalid',
    'keyRefused',
    'billingStopped',
    'keyMayNot',
    'notCompleteYet',
    'serviceBusy',
    'serviceFailed',
  ]);
});
