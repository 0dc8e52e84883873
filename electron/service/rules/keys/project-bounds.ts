/** Which projects a key is confined to by its resource bounds. */

import { resourceBounds } from '../../../../shared/service-api/key-metadata.ts';

/** Identifiers of the projects that a key reaches; null for all of its user's. */
export type ProjectBounds = readonly string[] | null;

/** Bounds that cannot be read, as a later version may have stored them, confine to nothing rather than not at all. */
export function projectBounds(stored: Readonly<Record<string, unknown>>): ProjectBounds {
  const read = resourceBounds.safeParse(stored);
  if (!read.success) return [];
  return read.data.apiProjectIds ?? null;
}

/** Whether a project lies within bounds. */
export function reachesProject({ projects }: { readonly projects: ProjectBounds }, apiProjectId: string): boolean {
  return projects === null || projects.includes(apiProjectId);
}
