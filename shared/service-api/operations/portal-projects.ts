/** Portal calls on projects: deleting one is an extra of the local service. */

import { z } from 'zod';
import { listGenerationsBody } from '../bodies.ts';
import { defineOperation } from '../operation.ts';
import { LOCAL_PATHS } from '../routes.ts';

export const deleteProject = defineOperation({
  path: LOCAL_PATHS.deleteProject,
  summary: 'Remove a project with its medium and its outputs. What was billed for it stays in the ledger.',
  needs: ['projects:write'],
  body: listGenerationsBody,
  answer: z.object({ apiProjectId: z.string(), deleted: z.literal(true) }),
  refusals: {
    400: 'Invalid JSON body, or apiProjectId is missing.',
    404: 'Project not found.',
    409: { generationRunning: 'A generation of the project is queued or processing.' },
  },
  fault: 'The project could not be deleted.',
});
