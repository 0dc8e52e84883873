/** Deleting projects, which frees their space, and cancelling generations: the specification has neither. */

import { cancelGeneration } from '../../../../../shared/service-api/operations/generations.ts';
import { deleteProject as operation } from '../../../../../shared/service-api/operations/portal-projects.ts';
import { reachesProject } from '../../../rules/keys/project-bounds.ts';
import { refuse } from '../../../rules/refusal.ts';
import { deleteWithMedia } from '../../../work/projects/deletion.ts';
import type { ServiceParts } from '../../service-parts.ts';
import type { AddEndpoint } from '../endpoint.ts';

/** Needs no admin key: whoever may create a project (`projects:write`, the same user) may delete it. */
export function addPortalProjectRoutes(add: AddEndpoint, { store, storage, uploads, clock }: ServiceParts): void {
  const parts = { space: store.space, storage, uploads };

  add(operation, async ({ caller, body: { apiProjectId } }) => {
    const project = reachesProject(caller, apiProjectId)
      ? await store.projects.find(caller.userId, apiProjectId)
      : null;
    const outcome = project === null ? 'gone' : await deleteWithMedia(parts, apiProjectId, caller.keyId, clock.now());
    if (outcome === 'gone') throw refuse(404, 'There is no such project.');
    if (outcome === 'running') {
      throw refuse(
        409,
        'A generation of this project is not over. Cancel it or wait for it, then delete the project.',
        {
          code: 'generationRunning',
        },
      );
    }
    return { apiProjectId, deleted: true as const };
  });
}

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
