/**
 * Names of objects in a bucket:
 *
 *     uploads/PROJECT                           what a client has put there, until it is taken
 *     projects/PROJECT/medium                   the medium, which no signed address can write
 *     projects/PROJECT/GENERATION/ATTEMPT/FILE  outputs; the rows of the store say which attempt counts
 */

import type { OutputOwner } from '../media-storage.ts';

export interface ObjectKeys {
  /** What the keys of all uploads begin with. */
  readonly uploads: string;
  readonly projects: string;
  upload(projectId: string): string;
  /** What everything taken for a project begins with. */
  project(projectId: string): string;
  medium(projectId: string): string;
  /** @param name with its attempt; '' for what all outputs of the generation begin with */
  output(generation: OutputOwner, name: string): string;
}

/** @param prefix '' or ends with a slash */
export function objectKeys(prefix: string): ObjectKeys {
  const uploads = `${prefix}uploads/`;
  const projects = `${prefix}projects/`;
  const project = (projectId: string) => `${projects}${projectId}/`;
  return {
    uploads,
    projects,
    upload: (projectId) => `${uploads}${projectId}`,
    project,
    medium: (projectId) => `${project(projectId)}${MEDIUM}`,
    output: ({ generationId, projectId }, name) => `${project(projectId)}${generationId}/${name}`,
  };
}

export const MEDIUM = 'medium';
