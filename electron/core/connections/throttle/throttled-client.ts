/** A service client whose calls are no more frequent than its throttle allows. */

import { toCleartakeError } from '../../../../shared/domain/errors.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { ServiceClient } from '../../api/service-client.ts';
import type { CallRate } from './throttle.ts';

/** A start is never delayed: the listing before it has reserved a call, and nothing may wait between intent and request. */
export function throttledClient(client: ServiceClient, calls: CallRate, clock: Clock): ServiceClient {
  async function throttled<Result>(call: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const wait = calls.reserve();
    if (wait > 0) await clock.sleep(wait, signal);
    try {
      const result = await call();
      calls.succeeded();
      return result;
    } catch (failure) {
      const { code, retryAfterMs = null } = toCleartakeError(failure);
      if (code === 'serviceBusy' || (code === 'serviceFailed' && retryAfterMs !== null)) calls.refused(retryAfterMs);
      throw failure;
    }
  }
  return {
    ...client,
    createProject: (project, signal) => throttled(() => client.createProject(project, signal), signal),
    progress: (projectId, id, signal) => throttled(() => client.progress(projectId, id, signal), signal),
    askResult: (projectId, id, type, signal) => throttled(() => client.askResult(projectId, id, type, signal), signal),
    deleteProject: (projectId) => throttled(() => client.deleteProject(projectId)),
    listProjects: (signal) => throttled(() => client.listProjects(signal), signal),
    listGenerations: (projectId, signal) => throttled(() => client.listGenerations(projectId, signal), signal),
    async startOnce(...start) {
      const answer = await client.startOnce(...start);
      if (answer.status === 429) calls.refused(answer.retryAfterMs);
      else calls.succeeded();
      return answer;
    },
  };
}
