/** Cancelling a generation, which the specification does not have. */

import { cancelGeneration } from '../../../../../shared/service-api/operations/generations.ts';
import { reachesProject } from '../../../rules/keys/project-bounds.ts';
import { refuse } from '../../../rules/refusal.ts';
import type { ServiceParts } from '../../service-parts.ts';
import type { AddEndpoint } from '../endpoint.ts';

/**
 * `POST /portal/generations/cancel {generationId, apiProjectId}` → 200 with the generation, failed with the error "Cancelled.";
 * again the same for one that was cancelled before; 409 for one that is complete or failed otherwise; 404 for an unknown one.
 *
 * Unlike the rest of the portal it needs no admin key: whoever may start a generation (`generations:write`, the same user) may
 * cancel it. That costs nothing and reveals nothing, and a desk has no other key.
 */
export function addCancelRoute(add: AddEndpoint, { store, dispatcher }: ServiceParts): void {
  add(cancelGeneration, async ({ caller, body: { apiProjectId, generationId } }) => {
    const generation = reachesProject(caller, apiProjectId)
      ? await store.generations.find(caller.userId, apiProjectId, generationId)
      : null;
    if (generation === null) throw refuse(404, 'There is no such generation.');
    if (!(await dispatcher.cancel(generation))) {
      throw refuse(409, 'The generation is over already.', { code: 'alreadyOver' });
    }
    const cancelled = (await store.generations.findById(generationId)) ?? generation;
    const { model, status, error, errorDetails } = cancelled;
    return { generationId, apiProjectId, modelKey: model, status, error, errorDetails };
  });
}
