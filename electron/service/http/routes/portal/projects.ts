/** Deleting projects, which frees their space. */

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
