/** The paths of a connection that the specification leaves open. */

import { DEFAULT_PATHS, type EndpointPaths, type GivenPaths } from '../../../shared/service-api/routes.ts';
import type { ConnectionRow } from '../store/schema.ts';

export function withPaths(paths: EndpointPaths, given: GivenPaths = {}): EndpointPaths {
  const { createProject = paths.createProject, listProjects = paths.listProjects } = given;
  return { ...paths, createProject, listProjects };
}

/** For whoever shows the connection: only what isn't usual. */
export function unusualPaths({ paths }: Pick<ConnectionRow, 'paths'>): { readonly paths?: GivenPaths } {
  const { createProject, listProjects } = paths;
  const unusual = {
    ...(createProject === DEFAULT_PATHS.createProject ? {} : { createProject }),
    ...(listProjects === DEFAULT_PATHS.listProjects ? {} : { listProjects }),
  };
  return Object.keys(unusual).length === 0 ? {} : { paths: unusual };
}
