/** Request bodies of the service (service specification, "Resources and their fields"). Unknown fields are allowed and dropped. */

import { z } from 'zod';
import { MODEL_IDS } from '../domain/models.ts';

/** A model as the service names it. A person's own models are those of the built-in service alone. */
export const modelKey = z.union([z.enum(MODEL_IDS), z.templateLiteral(['own:', z.string()])]);

/** Most characters of a free-form field as JSON: enough for notes and sources, too few to fill a store. */
const LARGEST_FREE_FORM = 65_536;

const isSmall = (value: unknown) => JSON.stringify(value).length <= LARGEST_FREE_FORM;
const freeForm = z.record(z.string(), z.unknown()).refine(isSmall, `at most ${LARGEST_FREE_FORM} characters as JSON`);
const identifier = z.string().min(1).max(200);

export const createProjectBody = z.object({
  originalFileName: z.string().min(1).max(1024),
  contentType: z.string().min(1).max(255),
  fileFormat: z.string().max(64).optional(),
  params: freeForm.optional(),
});

export const startGenerationBody = z.object({
  apiProjectId: identifier,
  model: z
    .string()
    .max(100)
    .optional()
    .describe(
      'The path chooses the model; another one here is refused. The built-in service of a desk also takes an own model of the person (own:…), on either path and free of charge.',
    ),
  sampling: z
    .looseObject({ preset: z.string().max(100).optional() })
    .refine(isSmall)
    .optional(),
  params: freeForm.optional(),
});

export const generationProgressBody = z.object({ generationId: identifier, apiProjectId: identifier });

/** `flac` is an extra of the local service; the specification has `audio` and `mp3`. */
export const LOCAL_DOWNLOAD_TYPES = ['audio', 'mp3', 'flac'] as const;

export const generationDownloadBody = z.object({
  generationId: identifier,
  apiProjectId: identifier,
  downloadType: z.enum(LOCAL_DOWNLOAD_TYPES).default('audio'),
});

/** Most entries of a page of a listing. */
const LARGEST_PAGE = 1000;

/** Optional in both listings; without either the listing is whole, as in the specification. */
const page = {
  limit: z
    .number()
    .int()
    .min(1)
    .max(LARGEST_PAGE)
    .optional()
    .describe(
      'Entries of a page, 100 unless it says so. With it or a cursor the answer is a page, and says nextCursor.',
    ),
  cursor: identifier.optional().describe('The nextCursor of the page before: this page begins behind it.'),
};

export const listGenerationsBody = z.object({ apiProjectId: identifier, ...page });
export const listProjectsBody = z.object(page);

/** Statuses of a generation in polling and listings; events say `error` where these say `failed`. */
export const GENERATION_STATUSES = ['queued', 'processing', 'complete', 'failed'] as const;
export type GenerationStatus = (typeof GENERATION_STATUSES)[number];

export const PROJECT_STATUSES = ['created', 'uploading', 'uploaded'] as const;
