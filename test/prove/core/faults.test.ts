import { Agent, type Dispatcher, RetryAgent } from 'undici';
import { expect, test } from 'vitest';
import { type Network, undiciNetwork } from '../../../electron/core/api/network.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { OPERATIONS } from '../../harness/fault-proxy/operations.ts';
import { FAULT_KINDS } from '../../harness/fault-proxy/proxy.ts';
import { runFaultCases } from '../../harness/fault-proxy/run-cases.ts';
import { someOf } from '../depth.ts';

const LANES = 5;
/** Far more than a slow machine needs. */
const LONGEST_MS = 10 * 60_000;

test('whatever befalls the line, every recording is done, whole, and paid for once', {
  tags: 'long',
  timeout: LONGEST_MS,
}, async () => {
  // Every kind once, the operations in turn: the benchmark of the same name has every kind in every operation.
  const kinds = someOf(FAULT_KINDS, 9);
  const cases = kinds.map((kind, index) => ({
    kind,
    operation: OPERATIONS[index % OPERATIONS.length] ?? 'start',
    seed: 1000 + index,
  }));
  const results = await runFaultCases(temporaryFolder(), cases, { lanes: LANES });
  expect(results.filter(({ wrongs }) => wrongs.length > 0)).toEqual([]);
  expect(results.filter(({ met }) => met === 0)).toEqual([]);
  expect(results).toHaveLength(kinds.length);
});

test('a network that repeats what was not answered is found out', { timeout: LONGEST_MS }, async () => {
  const repeating = (agent: Dispatcher) =>
    new RetryAgent(agent, { methods: ['POST'], minTimeout: 1, maxRetries: 3, statusCodes: [500, 503] });
  const network: Network = {
    ...undiciNetwork,
    single: () => repeating(new Agent({ connections: 1, pipelining: 0 })),
  };
  const cases = (['reset-after-request', 'failed-after'] as const).map((kind, index) => ({
    kind,
    operation: 'start' as const,
    seed: index,
  }));
  const results = await runFaultCases(temporaryFolder(), cases, { lanes: 2, flaws: { network } });
  for (const { generations, wrongs } of results) {
    expect(generations).toBeGreaterThan(1);
    expect(wrongs).toContain('a start was sent again without proof that the one before came to nothing');
  }
});

test('a desk that does not wait long enough before it starts again is found out', { timeout: LONGEST_MS }, async () => {
  const cases = [{ kind: 'late-request' as const, operation: 'start' as const, seed: 6 }];
  const [result] = await runFaultCases(temporaryFolder(), cases, { lanes: 1, flaws: { quarantineMs: 5000 } });
  expect(result?.generations).toBeGreaterThan(1);
});
