/** A service's client whose calls keep to the pace that the service bears. */

import { toCleartakeError } from '../../../shared/domain/errors.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { ServiceClient } from '../api/service-client.ts';
import type { CallPace } from './call-pace.ts';

/** A start is sent at once, on the turn of the listing before it: between its intent and its request nothing waits. */
export function pacedClient(client: ServiceClient, pace: CallPace, clock: Clock): ServiceClient {
  async function paced<Result>(call: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const wait = pace.turn();
    if (wait > 0) await clock.sleep(wait, signal);
    try {
      const result = await call();
      pace.succeeded();
      return result;
    } catch (failure) {
      const { code, retryAfterMs = null } = toCleartakeError(failure);
      if (code === 'serviceBusy' || (code === 'serviceFailed' && retryAfterMs !== null)) pace.refused(retryAfterMs);
      throw failure;
    }
  }
  return {
    ...client,
    createProject: (project, signal) => paced(() => client.createProject(project, signal), signal),
    progress: (projectId, id, signal) => paced(() => client.progress(projectId, id, signal), signal),
    downloadUrl: (projectId, id, type, signal) => paced(() => client.downloadUrl(projectId, id, type, signal), signal),
    listProjects: (signal) => paced(() => client.listProjects(signal), signal),
    listGenerations: (projectId, signal) => paced(() => client.listGenerations(projectId, signal), signal),
    async startOnce(...start) {
      const answer = await client.startOnce(...start);
      if (answer.status === 429) pace.refused(answer.retryAfterMs);
      else pace.succeeded();
      return answer;
    },
  };
}
