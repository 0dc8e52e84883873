import path from 'node:path';
import { expect, test } from 'vitest';
import type { Endpoint } from '../../../build/service-reference/endpoints.ts';
import { createEndpointProof } from '../../harness/service/endpoint-proof.ts';

const FILE = path.resolve(import.meta.dirname, '../../integration/cli/some.test.ts');
const row = (test: string): Endpoint => ({ desk: { why: 'not here' }, terminal: { command: 'keys list', test } });

/** A service that was asked what a step pushes. */
function place() {
  const asked: string[] = [];
  const endpoints = {
    '/v1/one': row('test/integration/cli/some.test.ts'),
    '/v1/two': row('test/integration/cli/some.test.ts'),
    '/v1/other': row('test/integration/cli/other.test.ts'),
  };
  const record = { take: () => asked.splice(0), seen: () => asked };
  return { asked, proof: createEndpointProof('terminal', FILE, record, { endpoints, timeoutMs: 50 }) };
}

test('a step that doesn’t send the call of its row fails, also when an earlier step had sent it', async () => {
  const { asked, proof } = place();
  await proof.step('/v1/one', async () => void asked.push('/v1/one'));
  await expect(proof.step('/v1/one', async () => void asked.push('/v1/two'))).rejects.toThrow(
    'Not received: /v1/one; received: /v1/two',
  );
});

test('a row that no step was about is missing, and a step about another file’s row fails', async () => {
  const { asked, proof } = place();
  expect(proof.missing()).toEqual(['/v1/one', '/v1/two']);
  await proof.step(['/v1/one', '/v1/two'], async () => void asked.push('/v1/two', '/v1/one'));
  expect(proof.missing()).toEqual([]);
  await expect(proof.step('/v1/other', async () => undefined)).rejects.toThrow('doesn’t name');
});
