/** Calls on projects (service specification, "Project"; the paths and bodies are our choice where it is silent). */

import { z } from 'zod';
import { createProjectBody, listProjectsBody, PROJECT_STATUSES } from '../bodies.ts';
import { defineOperation, nextCursor } from '../operation.ts';
import { DEFAULT_PATHS } from '../routes.ts';

const status = z.enum(PROJECT_STATUSES);

export const createProject = defineOperation({
  path: DEFAULT_PATHS.createProject,
  summary: 'Create a project for one medium. The answer says where to upload it.',
  needs: ['projects:write'],
  body: createProjectBody,
  answer: z.object({
    apiProjectId: z.string(),
    status,
    originalFileName: z.string(),
    uploadUrl: z.string(),
    uploadMethod: z.string(),
    contentType: z.string(),
  }),
  refusals: {
    400: 'Invalid JSON body, or a field is missing or not valid.',
    402: { paymentFailed: 'A payment hold.' },
    409: { tooManyProjects: 'The account has as many projects as it may have.' },
    422: { idempotencyKeyReused: 'The Idempotency-Key was used for another request.' },
  },
  fault: 'The project could not be created.',
});

export const listProjects = defineOperation({
  path: DEFAULT_PATHS.listProjects,
  summary: 'List the projects of the account, oldest first.',
  needs: ['projects:read'],
  body: listProjectsBody,
  answer: z.object({
    projects: z.array(z.object({ apiProjectId: z.string(), status, originalFileName: z.string() })),
    nextCursor,
  }),
  refusals: { 400: 'Invalid JSON body, or the page is not valid.' },
  fault: 'The projects could not be listed.',
});
