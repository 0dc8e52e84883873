/**
 * Holds a table to what is really sent: steps of a desk or a terminal are tied to the rows that name their file as a test
 * (build/service-reference/endpoints.ts), and each has to make the service receive the call of its row.
 */

import path from 'node:path';
import { ENDPOINTS, type Endpoint } from '../../../build/service-reference/endpoints.ts';
import { until } from '../until.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const TIMEOUT_MS = 30_000;

/** Where calls are seen: a proxy, or what a service that only its own desk can reach wrote down. */
interface Witness {
  /** Forgets what was seen. */
  take(): unknown;
  seen(): readonly string[];
}

export interface EndpointProof {
  /** @throws Error when the step doesn't make the service receive all of these calls, or the table doesn't name this file for one */
  step<Result>(calls: string | readonly string[], work: () => Promise<Result>, witness?: Witness): Promise<Result>;
  /** Calls whose row names this file and that no step was about. */
  missing(): string[];
}

/** @param file of the test, as `import.meta.filename` @param endpoints the table */
export function createEndpointProof(
  side: keyof Endpoint,
  file: string,
  record: Witness,
  { endpoints = ENDPOINTS, timeoutMs = TIMEOUT_MS } = {},
): EndpointProof {
  const name = path.relative(ROOT, file).replaceAll(path.sep, '/');
  const left = new Set(
    Object.entries(endpoints).flatMap(([call, row]) => {
      const place = row[side];
      return 'test' in place && place.test === name ? [call] : [];
    }),
  );
  const own = new Set(left);
  return {
    async step(calls, work, witness = record) {
      const wanted = typeof calls === 'string' ? [calls] : calls;
      for (const call of wanted) {
        if (!own.has(call)) throw new Error(`endpoints.ts doesn’t name ${name} for ${call}`);
      }
      witness.take();
      const result = await work();
      const unseen = () => wanted.filter((call) => !witness.seen().includes(call));
      await until(() => unseen().length === 0, timeoutMs).catch(() => {
        throw new Error(`Not received: ${unseen().join(', ')}; received: ${[...new Set(witness.seen())].join(', ')}`);
      });
      for (const call of wanted) left.delete(call);
      return result;
    },
    missing: () => [...left],
  };
}
