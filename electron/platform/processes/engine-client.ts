/** A client of an engine process that checks every answer, and logs what the engine had to do without. */

import { ENGINE_RESULTS, engineProgressSchema } from '../../../shared/engine-api/answer-schemas.ts';
import type { EngineProgress, EngineRequests } from '../../../shared/engine-api/messages.ts';
import type { Log } from '../log.ts';
import { createHelperClient, type HelperClient } from './helper-client.ts';
import type { HelperProcess } from './helper-process.ts';

export type EngineClient = HelperClient<EngineRequests, EngineProgress>;

export function createEngineClient(helper: HelperProcess, log: Log): EngineClient {
  const client = createHelperClient<EngineRequests, EngineProgress>(helper, {
    results: ENGINE_RESULTS,
    progress: engineProgressSchema,
  });
  return {
    request: async (kind, params, onProgress) => {
      const result = await client.request(kind, params, onProgress);
      const failedThreads = 'failedThreads' in result ? result.failedThreads : 0;
      if (failedThreads > 0) log.warn('Threads of the engine did not start: it took longer', { kind, failedThreads });
      return result;
    },
    suspend: client.suspend,
    stop: client.stop,
  };
}
