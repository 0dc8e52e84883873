/** Projects: create and list. */

import { createProject, listProjects } from '../../../../../shared/service-api/operations/projects.ts';
import type { Caller } from '../../../auth/authenticate.ts';
import { createIdentifier } from '../../../rules/identifiers.ts';
import { idempotencyKeyReused, type Refusal, refuse } from '../../../rules/refusal.ts';
import type { Project } from '../../../store/records.ts';
import { requireNoHold } from '../../payment-hold.ts';
import type { ServiceParts } from '../../service-parts.ts';
import type { AddEndpoint } from '../endpoint.ts';
import { UPLOAD_METHOD, uploadPath } from '../signed/signed-request.ts';
import { readIdempotency } from './idempotency.ts';
import { listPage } from './listing-page.ts';

/** A day: long enough for an hour's recording over a slow line, with interruptions. */
const UPLOAD_LIFETIME_MS = 24 * 60 * 60 * 1000;
/** Characters of an HTTP header value: the upload repeats it as its Content-Type. */
const HEADER_SAFE = /^[\x20-\x7e]+$/;

export function addProjectRoutes(add: AddEndpoint, parts: ServiceParts): void {
  const { store, clock, directUploads, randomBytes, signer, baseUrl } = parts;
  const { direct } = parts.storage;

  /** The storage's own, or the service's where an upload may be too large for one request. */
  async function uploadAddress({ contentType, params, projectId }: Project, { secretHash }: Caller): Promise<string> {
    const bytes = readLength(params);
    if (direct !== undefined && (bytes === null || bytes <= direct.largestUpload)) {
      return direct.uploadAddress(projectId, contentType, bytes);
    }
    return `${baseUrl()}${signer.sign(UPLOAD_METHOD, uploadPath(projectId), UPLOAD_LIFETIME_MS, secretHash)}`;
  }

  add(createProject, async ({ caller, body, request }) => {
    if (caller.projects !== null)
      throw refuse(403, 'This API key is confined to certain projects and cannot create one.');
    // Another key of the account can't use the upload address of the first.
    const idempotency = readIdempotency(request, { ...body, keyId: caller.keyId });
    const isRepeated =
      idempotency !== null && (await store.projects.isRepeated(caller.userId, idempotency.idempotencyKey));
    if (!isRepeated) await requireNoHold(parts, caller.userId);
    const contentType = body.contentType.trim();
    if (!HEADER_SAFE.test(contentType)) throw refuse(400, 'contentType is missing or not valid.');
    const outcome = await store.projects.create(
      {
        projectId: createIdentifier('prj', randomBytes),
        userId: caller.userId,
        keyId: caller.keyId,
        originalFileName: body.originalFileName,
        contentType,
        fileFormat: body.fileFormat ?? null,
        params: body.params ?? null,
        createdAt: clock.now(),
      },
      idempotency,
    );
    if (outcome.kind === 'too-many') throw tooManyProjects();
    if (outcome.kind === 'key-reused') throw idempotencyKeyReused();
    const { project } = outcome;
    return {
      apiProjectId: project.projectId,
      status: project.status,
      originalFileName: project.originalFileName,
      uploadUrl: await uploadAddress(project, caller),
      uploadMethod: UPLOAD_METHOD,
      contentType: project.contentType,
    };
  });

  add(listProjects, async ({ caller, body }) => {
    const { rows, next } = await listPage(
      body,
      (page) => store.projects.list(caller.userId, caller.projects, page),
      ({ projectId }) => projectId,
    );
    const projects = ((await directUploads?.listed(rows)) ?? rows).map(({ projectId, status, originalFileName }) => ({
      apiProjectId: projectId,
      status,
      originalFileName,
    }));
    return { projects, ...next };
  });
}

/** The length of the medium in bytes, where a client says it in the free-form metadata; null otherwise. */
function readLength(params: Project['params']): number | null {
  const { contentLength } = params ?? {};
  return Number.isSafeInteger(contentLength) && Number(contentLength) > 0 ? Number(contentLength) : null;
}

function tooManyProjects(): Refusal {
  return refuse(
    409,
    'The account has as many projects as it may. Delete those that are not needed any more with /portal/projects/delete, then try again.',
    { code: 'tooManyProjects' },
  );
}
