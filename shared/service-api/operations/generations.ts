/** Calls on generations (service specification, "Generation endpoints"). */

import { z } from 'zod';
import { type MODEL_IDS, MODELS } from '../../domain/models.ts';
import {
  GENERATION_STATUSES,
  generationDownloadBody,
  generationProgressBody,
  listGenerationsBody,
  modelKey,
  startGenerationBody,
} from '../bodies.ts';
import { defineOperation, nextCursor } from '../operation.ts';
import { DEFAULT_PATHS, LOCAL_PATHS } from '../routes.ts';

const status = z.enum(GENERATION_STATUSES);
const errorDetails = z.record(z.string(), z.unknown()).nullable();
/** With billing metadata: the invoice to pay, its amount, since when, and where it is paid. */
const paymentHold = { 402: { paymentFailed: 'A payment hold.' } };
const generation = z.object({ generationId: z.string(), apiProjectId: z.string(), modelKey, status });

function startGeneration(model: (typeof MODEL_IDS)[number]) {
  return defineOperation({
    path: DEFAULT_PATHS.startGeneration[model],
    summary: `Queue a generation with ${MODELS[model].label}.`,
    needs: ['generations:write'],
    body: startGenerationBody,
    answer: generation,
    refusals: {
      400: {
        '': 'Invalid JSON body, or a field is missing or not valid.',
        otherModel: 'model names another model than the path.',
      },
      402: { paymentFailed: 'A payment hold.', spendLimitExceeded: 'The spend limit would be passed.' },
      403: { paidPlanRequired: 'The account has no paid plan.' },
      404: 'Project not found.',
      409: {
        notUploaded: 'The medium of the project is not uploaded yet.',
        storageQuotaExceeded: 'The medium was uploaded to a storage and does not fit into the account.',
        lengthUnknown: 'The length of the medium cannot be counted.',
        mediumTooLong: 'The medium is longer than can be billed.',
        amountTooLarge: 'The usage of the account is larger than can be counted.',
        tooManyGenerations: 'The project has as many generations as it may have.',
      },
      422: { idempotencyKeyReused: 'The Idempotency-Key was used for another request.' },
    },
    fault: 'The generation could not be queued.',
  });
}

export const startService2 = startGeneration('service-2');
export const startService35 = startGeneration('service-3.5');

export const generationProgress = defineOperation({
  path: DEFAULT_PATHS.generationProgress,
  summary: 'Fetch progress and job stages of a generation.',
  needs: ['generations:read'],
  body: generationProgressBody,
  answer: generation.extend({
    progress: z.number().min(0).max(1),
    stages: z.array(z.object({ name: z.string(), status: z.string(), progress: z.number().min(0).max(1) })),
    error: z.string().nullable(),
    errorDetails,
    hasVideo: z.boolean(),
  }),
  refusals: { 400: 'Invalid JSON body, or a field is missing.', ...paymentHold, 404: 'Generation not found.' },
  fault: 'The progress could not be read.',
});

export const generationDownload = defineOperation({
  path: DEFAULT_PATHS.generationDownload,
  summary: 'Return a signed download URL of a generation output. It expires after about two hours.',
  needs: ['generations:read'],
  body: generationDownloadBody,
  answer: z.object({ downloadUrl: z.string() }),
  refusals: {
    400: 'Invalid JSON body, or a field is missing or not valid.',
    ...paymentHold,
    404: 'Generation not found.',
    409: {
      notComplete: 'The generation is not complete yet.',
      generationFailed: 'The generation failed and never will be complete.',
    },
  },
  fault: 'The download could not be signed.',
});

export const listGenerations = defineOperation({
  path: DEFAULT_PATHS.listGenerations,
  summary: 'List generations of a project, oldest first.',
  needs: ['generations:read'],
  body: listGenerationsBody,
  answer: z.object({ generations: z.array(z.object({ generationId: z.string(), status, modelKey })), nextCursor }),
  refusals: {
    400: 'Invalid JSON body, apiProjectId is missing, or the page is not valid.',
    ...paymentHold,
    404: 'Project not found.',
  },
  fault: 'The generations could not be listed.',
});

export const cancelGeneration = defineOperation({
  path: LOCAL_PATHS.cancelGeneration,
  summary: 'Cancel a generation that is queued or processing. It is never charged.',
  needs: ['generations:write'],
  body: generationProgressBody,
  answer: generation.extend({ error: z.string().nullable(), errorDetails }),
  refusals: {
    400: 'Invalid JSON body, or a field is missing.',
    404: 'Generation not found.',
    409: { alreadyOver: 'The generation is complete, or failed by itself.' },
  },
  fault: 'The generation could not be cancelled.',
});
