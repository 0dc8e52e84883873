/** The core's engines: one for looking at recordings, one for listening. Each starts when needed and again after a crash. */

import type { EngineProgress, EngineRequestKind, EngineRequests } from '../../../shared/engine-api/messages.ts';
import { createHelperClient, type HelperClient } from '../../platform/helper-client.ts';
import type { SpawnHelper } from '../../platform/helper-process.ts';

export interface Engine {
  request<Kind extends EngineRequestKind>(
    kind: Kind,
    params: EngineRequests[Kind]['params'],
    onProgress?: (progress: EngineProgress) => void,
  ): Promise<EngineRequests[Kind]['result']>;
  stop(): Promise<void>;
}

/** An engine process that is started with the first request and replaced when it died. */
export function createEngine(spawn: SpawnHelper): Engine {
  let current: HelperClient<EngineRequests, EngineProgress> | null = null;

  function client(): HelperClient<EngineRequests, EngineProgress> {
    if (current !== null) return current;
    const helper = spawn('engine', {});
    const started = createHelperClient<EngineRequests, EngineProgress>(helper);
    current = started;
    helper.onExit(() => {
      if (current === started) current = null;
    });
    return started;
  }

  return {
    request: (kind, params, onProgress) => client().request(kind, params, onProgress),
    stop: async () => {
      const last = current;
      current = null;
      await last?.stop();
    },
  };
}
