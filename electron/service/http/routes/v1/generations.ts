/** Generations: start, progress, download and list. */

import { isOwnModel, type ModelId, type ServiceModelId } from '../../../../../shared/domain/models.ts';
import {
  generationDownload,
  generationProgress,
  listGenerations,
  startService2,
  startService35,
} from '../../../../../shared/service-api/operations/generations.ts';
import type { Caller } from '../../../auth/authenticate.ts';
import { downloadOfFailed, notComplete, otherModel, startRefused } from '../../../rules/generations/refusals.ts';
import { createIdentifier } from '../../../rules/identifiers.ts';
import { reachesProject } from '../../../rules/keys/project-bounds.ts';
import { refuse } from '../../../rules/refusal.ts';
import type { Project } from '../../../store/records.ts';
import { paymentHoldRefusal, requireNoHold } from '../../payment-hold.ts';
import type { ServiceParts } from '../../service-parts.ts';
import { generationView, progressView } from '../../views/generations.ts';
import type { AddEndpoint } from '../endpoint.ts';
import { dispositionOf } from '../signed/downloads.ts';
import { downloadPath, signReading } from '../signed/signed-request.ts';
import { readIdempotency } from './idempotency.ts';
import { listPage } from './listing-page.ts';

/** About two hours (service specification, "Limits"). */
const DOWNLOAD_LIFETIME_MS = 2 * 60 * 60 * 1000;

interface GenerationIds {
  readonly apiProjectId: string;
  readonly generationId: string;
}

const STARTS = [
  { operation: startService2, model: 'service-2' },
  { operation: startService35, model: 'service-3.5' },
] as const;

export function addGenerationRoutes(add: AddEndpoint, parts: ServiceParts): void {
  const { store, clock, randomBytes, signer, baseUrl, dispatcher, lateOutputs, ownModels, pictures, quotes } = parts;
  const { direct } = parts.storage;

  /** @throws refusal 402 while the account is held, 404 */
  async function findGeneration(caller: Caller, { apiProjectId, generationId }: GenerationIds) {
    await requireNoHold(parts, caller.userId);
    const generation = reachesProject(caller, apiProjectId)
      ? await store.generations.find(caller.userId, apiProjectId, generationId)
      : null;
    if (generation === null) throw refuse(404, 'There is no such generation.');
    return generation;
  }

  /** @throws refusal 404; 402 instead while the account is held */
  async function requireProject(caller: Caller, apiProjectId: string): Promise<Project> {
    const project = reachesProject(caller, apiProjectId)
      ? await store.projects.find(caller.userId, apiProjectId)
      : null;
    if (project !== null) return project;
    await requireNoHold(parts, caller.userId);
    throw refuse(404, 'There is no such project.');
  }

  /** @throws refusal 400 for any other model than that of the path, except a person's own */
  function modelOf(path: string, ofPath: ServiceModelId, named: string = ofPath): ModelId {
    if (ownModels !== null && isOwnModel(named)) return named;
    if (named !== ofPath) throw otherModel(path, ofPath);
    return ofPath;
  }

  for (const { operation, model: modelOfPath } of STARTS) {
    add(operation, async ({ caller, body, request }) => {
      const { apiProjectId, sampling = null, params = null } = body;
      const model = modelOf(operation.path, modelOfPath, body.model);
      const { userId, keyId } = caller;
      const found = await requireProject(caller, apiProjectId);
      const idempotency = readIdempotency(request, { ...body, model });
      // Asked before the medium is measured; the start checks all of it again.
      const obstacle = await store.generations.startObstacle(caller, idempotency, clock.now());
      if (obstacle?.kind === 'repeated') return generationView(obstacle.generation);
      if (obstacle?.kind === 'payment-failed') throw await paymentHoldRefusal(parts, userId);
      if (obstacle !== null) throw startRefused(obstacle);
      const project = (await parts.directUploads?.settle(found)) ?? found;
      const quote = await quotes.of(project, model);
      const hasVideo = await pictures.hasVideo(project);
      const generationId = createIdentifier('gen', randomBytes);
      const outcome = await store.generations.start(
        {
          generationId,
          projectId: apiProjectId,
          userId,
          keyId,
          model,
          sampling,
          params,
          hasVideo,
          createdAt: clock.now(),
        },
        quote,
        idempotency,
        caller,
      );
      if (outcome.kind === 'payment-failed') throw await paymentHoldRefusal(parts, userId);
      if (outcome.kind !== 'started' && outcome.kind !== 'repeated') throw startRefused(outcome);
      if (outcome.kind === 'started') dispatcher.admit(outcome.generation);
      return generationView(outcome.generation);
    });
  }

  add(generationProgress, async ({ caller, body }) => {
    const generation = await findGeneration(caller, body);
    return {
      ...generationView(generation),
      ...progressView(generation, dispatcher.progressOf(generation.generationId)),
      error: generation.error,
      errorDetails: generation.errorDetails,
      hasVideo: generation.hasVideo,
    };
  });

  add(generationDownload, async ({ caller, body }) => {
    const generation = await findGeneration(caller, body);
    if (generation.status === 'failed') throw downloadOfFailed();
    if (generation.status !== 'complete') throw notComplete();
    const output = await lateOutputs.of(generation.generationId, body.downloadType);
    if (output === null) throw refuse(404, 'The generation has no download of this type.');
    if (direct !== undefined) {
      const project = await requireProject(caller, body.apiProjectId);
      const answer = {
        contentType: output.contentType,
        contentDisposition: dispositionOf(output, project, generation),
      };
      return { downloadUrl: await direct.downloadAddress(generation, output.fileName, answer) };
    }
    const path = downloadPath(generation.generationId, output.downloadType);
    return { downloadUrl: `${baseUrl()}${signReading(signer, path, DOWNLOAD_LIFETIME_MS, caller)}` };
  });

  add(listGenerations, async ({ caller, body }) => {
    await requireNoHold(parts, caller.userId);
    await requireProject(caller, body.apiProjectId);
    const { rows, next } = await listPage(
      body,
      (page) => store.generations.list(body.apiProjectId, page),
      ({ generationId }) => generationId,
    );
    return {
      generations: rows.map(({ generationId, status, model }) => ({ generationId, status, modelKey: model })),
      ...next,
    };
  });
}
