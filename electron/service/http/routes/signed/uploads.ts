/** Signed uploads: PUT takes a medium, HEAD tells how much has arrived. shared/service-api/routes.ts has the rules. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  UPLOAD_COMPLETE_HEADER,
  UPLOAD_INCOMPLETE_STATUS,
  UPLOAD_OFFSET_HEADER,
} from '../../../../../shared/service-api/routes.ts';
import { readContentRange } from '../../../../platform/http/byte-ranges.ts';
import { readDigest, writeDigest } from '../../../../platform/http/file-headers.ts';
import { keyStopped } from '../../../rules/keys/refusals.ts';
import { refuse } from '../../../rules/refusal.ts';
import type { Project } from '../../../store/records.ts';
import type { UploadState } from '../../../work/projects/uploads.ts';
import type { ServiceParts } from '../../service-parts.ts';
import { answerOtherMethods } from '../method-answers.ts';
import { requireSignature, UPLOAD_METHOD, UPLOAD_ROUTE, uploadPath } from './signed-request.ts';

interface UploadParams {
  readonly projectId: string;
}

export function addUploadRoutes(app: FastifyInstance, { store, signer, uploads }: ServiceParts): void {
  async function findProject({ projectId }: UploadParams): Promise<Project> {
    const project = await store.projects.findById(projectId);
    if (project === null) throw refuse(404, 'There is no such project.');
    // The URL is valid only while the key that created the project is active.
    if ((await store.accounts.keyStanding(project.keyId))?.status !== 'active') throw keyStopped();
    return project;
  }

  /** An address is good with the secret that its project was made with: a rotation ends it. */
  async function bindingOf({ projectId }: UploadParams): Promise<string | null> {
    const keyId = await store.projects.keyOf(projectId);
    return keyId === null ? null : ((await store.accounts.keyStanding(keyId))?.secretHash ?? null);
  }

  const guarded = {
    url: UPLOAD_ROUTE,
    onRequest: async (request: FastifyRequest<{ Params: UploadParams }>) =>
      requireSignature(
        signer,
        UPLOAD_METHOD,
        uploadPath(request.params.projectId),
        request,
        await bindingOf(request.params),
      ),
  };

  app.route<{ Params: UploadParams }>({
    ...guarded,
    method: UPLOAD_METHOD,
    handler: async (request, reply) => {
      const project = await findProject(request.params);
      if (!sameMediaType(request.headers['content-type'], project.contentType)) {
        throw refuse(400, `Content-Type must be ${project.contentType}, as the project was created.`);
      }
      const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
      if (encoding !== 'identity') throw refuse(415, 'Send the medium without Content-Encoding.');
      const range = readContentRange(request.headers['content-range']);
      if (range === null) throw refuse(400, 'Content-Range is not valid.');
      const length = request.headers['content-length'];
      const coming = {
        range,
        declaredBytes: length === undefined ? null : Number(length),
        contentSha256: requireDigest('Content-Digest', request.headers['content-digest']),
        wholeSha256: requireDigest('Repr-Digest', request.headers['repr-digest']),
      };
      const state = await uploads.receive(project, coming, request.raw);
      describeState(reply, state);
      if (!state.complete) {
        if (state.bytes > 0) reply.header('range', `bytes=0-${state.bytes - 1}`);
        return reply.code(UPLOAD_INCOMPLETE_STATUS).send();
      }
      return { apiProjectId: project.projectId, status: 'uploaded', bytes: state.bytes, sha256: state.sha256 };
    },
  });

  app.route<{ Params: UploadParams }>({
    ...guarded,
    method: 'HEAD',
    handler: async (request, reply) => {
      describeState(reply, await uploads.state(await findProject(request.params)));
      return reply.header('cache-control', 'no-store').send();
    },
  });

  answerOtherMethods(app, UPLOAD_ROUTE, [UPLOAD_METHOD, 'HEAD']);
}

function describeState(reply: FastifyReply, { bytes, complete, sha256 }: UploadState): void {
  reply.header(UPLOAD_OFFSET_HEADER, String(bytes)).header(UPLOAD_COMPLETE_HEADER, complete ? '?1' : '?0');
  if (sha256 !== null) reply.header('repr-digest', writeDigest(sha256));
}

function requireDigest(name: string, header: string | string[] | undefined): string | null {
  const digest = readDigest(header);
  if (digest === undefined) throw refuse(400, `${name} is not valid: it needs sha-256=:…: with 32 bytes in Base64.`);
  return digest;
}

function sameMediaType(presented: string | undefined, expected: string): boolean {
  return presented?.trim().toLowerCase() === expected.toLowerCase();
}
