/** The resource bounds of keys: which projects a key may reach. */

import { resourceBounds } from '../../../../shared/service-api/key-metadata.ts';

/** Identifiers of the projects that a key may reach; null for all projects of its user. */
export type ProjectBounds = readonly string[] | null;

/** Bounds that this version cannot read allow no project at all. */
export function projectBounds(stored: Readonly<Record<string, unknown>>): ProjectBounds {
  const read = resourceBounds.safeParse(stored);
  if (!read.success) return [];
  return read.data.apiProjectIds ?? null;
}

/** Whether a caller may reach a project. */
export function reachesProject({ projects }: { readonly projects: ProjectBounds }, apiProjectId: string): boolean {
  return projects === null || projects.includes(apiProjectId);
}
