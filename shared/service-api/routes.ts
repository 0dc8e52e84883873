/** Paths of the service (service specification, "Endpoints"; it leaves the first two open). */

import type { ServiceModelId } from '../domain/models.ts';

export interface EndpointPaths {
  readonly createProject: string;
  readonly listProjects: string;
  readonly startGeneration: Readonly<Record<ServiceModelId, string>>;
  readonly generationProgress: string;
  readonly generationDownload: string;
  readonly listGenerations: string;
}

/** Paths that the specification leaves open: each service has its own. */
export type OpenPaths = Pick<EndpointPaths, 'createProject' | 'listProjects'>;

/** Some of them; those that are undefined stay as they are. */
export type GivenPaths = { readonly [Name in keyof OpenPaths]?: string | undefined };

/** Whether a text is a path below a service's address: no other host, no query, no step up. */
export function isEndpointPath(text: string): boolean {
  return (
    /^(\/[\w.~!$&'()*+,;=:@%-]+)+\/?$/.test(text) && text.length <= 200 && !/(^|\/)(\.|%2e){1,2}(\/|$)/i.test(text)
  );
}

export const DEFAULT_PATHS: EndpointPaths = {
  createProject: '/v1/create_project',
  listProjects: '/v1/list_projects',
  startGeneration: {
    'service-2': '/v1/service-2.0-generation',
    'service-3.5': '/v1/service-3.5-generation',
  },
  generationProgress: '/v1/get_generation_progress',
  generationDownload: '/v1/get_generation_download',
  listGenerations: '/v1/list_project_generations',
};

/** Extra paths of the local service, which no other service has. */
export const LOCAL_PATHS = {
  cancelGeneration: '/portal/generations/cancel',
  deleteProject: '/portal/projects/delete',
  paymentHold: '/portal/billing/hold',
  rehearsal: '/portal/rehearsal',
} as const;

/**
 * Names one call, so that the service's owner finds it in the log. A client may choose it; every answer has it, and errors repeat it as
 * `requestId`.
 */
export const REQUEST_ID_HEADER = 'x-request-id';
/** Ids that are taken and shown; others are replaced or left out. */
export const REQUEST_ID = /^[\w.:-]{4,64}$/;

/** The three headers that carry a key (service specification, "Authentication", rule 1). */
export const HEADER_STYLES = ['bearer', 'x-api-key', 'xi-api-key'] as const;
export type HeaderStyle = (typeof HEADER_STYLES)[number];

/** The header that carries the key, as name and value. */
export function authenticationHeader(style: HeaderStyle, key: string): readonly [name: string, value: string] {
  return style === 'bearer' ? ['authorization', `Bearer ${key}`] : [style, key];
}

/**
 * Transfers over signed URLs of the local service. A signed URL needs no key and ignores one that comes along (service
 * specification, "Authentication", rule 1: every request carries it).
 *
 * Upload: PUT with the project's Content-Type. Without Content-Range the body is the whole medium, which replaces an earlier one
 * once it has arrived and is checked. With `Content-Range: bytes START-END/TOTAL` the body is that part, and START must be the
 * number of bytes that have arrived. Answers: 200 when the medium is complete; 308 with UPLOAD_OFFSET_HEADER and `Range:
 * bytes=0-LAST` when parts are missing; 409 with UPLOAD_OFFSET_HEADER when START is wrong. What arrived of an interrupted request
 * is kept.
 *
 * Upload state: HEAD on the same URL answers 200 with UPLOAD_OFFSET_HEADER (bytes that have arrived) and UPLOAD_COMPLETE_HEADER;
 * PUT with `Content-Range: bytes *\/TOTAL` and no body answers 200 or 308 in the same way. A service that answers HEAD without the
 * offset cannot resume.
 *
 * Download: GET and HEAD, with Range, If-Range, If-None-Match, ETag, Content-Length and Content-Disposition.
 *
 * This header: bytes of an upload that are there, as a decimal number.
 */
export const UPLOAD_OFFSET_HEADER = 'upload-offset';

/** `?1` when the upload is complete, else `?0`. */
export const UPLOAD_COMPLETE_HEADER = 'upload-complete';

/** The part has arrived, others are missing. Without a Location there is no redirect to follow. */
export const UPLOAD_INCOMPLETE_STATUS = 308;
