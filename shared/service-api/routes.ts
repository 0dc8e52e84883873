/** Paths of the service (service specification, "Endpoints"; the first two are our choice where it is silent). */

import type { ModelId } from '../domain/models.ts';

export interface EndpointPaths {
  readonly createProject: string;
  readonly listProjects: string;
  readonly startGeneration: Readonly<Record<ModelId, string>>;
  readonly generationProgress: string;
  readonly generationDownload: string;
  readonly listGenerations: string;
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

/**
 * Paths that the local service offers beside the specification, which has no way to take back a generation. They are called on the
 * built-in connection alone.
 */
export const LOCAL_PATHS = {
  cancelGeneration: '/portal/generations/cancel',
  deleteProject: '/portal/projects/delete',
  rehearsal: '/portal/rehearsal',
} as const;

/** The three headers that carry a key (service specification, "Authentication", rule 1). */
export const HEADER_STYLES = ['bearer', 'x-api-key', 'xi-api-key'] as const;
export type HeaderStyle = (typeof HEADER_STYLES)[number];

/** The header that carries the key, as name and value. */
export function authenticationHeader(style: HeaderStyle, key: string): readonly [name: string, value: string] {
  return style === 'bearer' ? ['authorization', `Bearer ${key}`] : [style, key];
}
