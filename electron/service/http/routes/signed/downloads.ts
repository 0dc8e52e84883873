/** Signed downloads, streamed from disk, whole or in part (RFC 9110, sections 13 and 14). */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fileWordOf } from '../../../../../shared/domain/models.ts';
import { outputName } from '../../../../../shared/domain/naming/output-name.ts';
import { DEFAULT_NAMING_TEMPLATE } from '../../../../../shared/domain/naming/template.ts';
import { readRange } from '../../../../platform/http/byte-ranges.ts';
import { attachment, matchesTag, writeDigest } from '../../../../platform/http/file-headers.ts';
import { refuse } from '../../../rules/refusal.ts';
import type { Generation, Output, Project } from '../../../store/records.ts';
import type { ServiceParts } from '../../service-parts.ts';
import { answerOtherMethods } from '../method-answers.ts';
import { DOWNLOAD_ROUTE, downloadPath, requireReadable } from './signed-request.ts';

interface DownloadParams {
  readonly generationId: string;
  readonly downloadType: string;
}

export function addDownloadRoutes(app: FastifyInstance, parts: ServiceParts): void {
  const { store, storage } = parts;
  app.route<{ Params: DownloadParams }>({
    method: ['GET', 'HEAD'],
    url: DOWNLOAD_ROUTE,
    onRequest: async (request) => {
      const { generationId, downloadType } = request.params;
      await requireReadable(parts, downloadPath(generationId, downloadType), request);
    },
    handler: async (request, reply) => {
      const { generationId, downloadType } = request.params;
      const generation = await store.generations.findById(generationId);
      const output = await store.generations.findOutput(generationId, downloadType);
      const project = generation === null ? null : await store.projects.findById(generation.projectId);
      if (generation === null || output === null || project === null) throw refuse(404, 'There is no such download.');

      const tag = `"${output.sha256}"`;
      if (request.headers['if-match'] !== undefined && !matchesStrongly(request.headers['if-match'], tag)) {
        throw refuse(412, 'The file is not the one that If-Match names.', { headers: { etag: tag } });
      }
      if (matchesTag(request.headers['if-none-match'], tag)) return reply.code(304).header('etag', tag).send();
      const range = readRange(wantedRange(request, tag), output.bytes);
      if (range.kind === 'unsatisfiable') {
        throw refuse(416, 'The range lies outside the file.', {
          headers: { 'content-range': `bytes */${output.bytes}` },
        });
      }
      const [first, last] = range.kind === 'part' ? [range.first, range.last] : [0, output.bytes - 1];
      const body = await storage.readOutput(generation, output.fileName, first, last);
      if (body === null) throw refuse(404, 'The file of this download is no longer there.');
      if (range.kind === 'part') reply.code(206).header('content-range', `bytes ${first}-${last}/${output.bytes}`);
      writeFileHeaders(reply, tag, output, project, generation);
      reply.header('content-length', String(last - first + 1));
      if (request.method !== 'HEAD') return reply.send(body);
      body.destroy();
      return reply.send();
    },
  });
  answerOtherMethods(app, DOWNLOAD_ROUTE, ['GET', 'HEAD']);
}

/** The `Content-Disposition` of an output: the name under which it is saved. */
export function dispositionOf(
  { extension }: Pick<Output, 'extension'>,
  { originalFileName }: Pick<Project, 'originalFileName'>,
  { model }: Pick<Generation, 'model'>,
): string {
  const named = { originalName: originalFileName, model: fileWordOf(model), extension };
  return attachment(outputName(DEFAULT_NAMING_TEMPLATE, named).fileName);
}

function writeFileHeaders(
  reply: FastifyReply,
  tag: string,
  output: Output,
  project: Project,
  generation: Generation,
): void {
  reply
    .header('content-type', output.contentType)
    .header('etag', tag)
    .header('accept-ranges', 'bytes')
    .header('cache-control', 'private, no-store')
    .header('content-disposition', dispositionOf(output, project, generation))
    .header('repr-digest', writeDigest(output.sha256))
    .header('x-content-type-options', 'nosniff');
}

/** Range applies only to GET. If-Range needs the exact strong tag: a weak tag or a date proves too little. */
function wantedRange({ method, headers }: FastifyRequest, tag: string): string | undefined {
  const ifRange = headers['if-range'];
  return method === 'GET' && (ifRange === undefined || ifRange === tag) ? headers.range : undefined;
}

function matchesStrongly(header: string, tag: string): boolean {
  return header.split(',').some((one) => one.trim() === tag || one.trim() === '*');
}
