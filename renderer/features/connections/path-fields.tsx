/** The paths that each service chooses itself, since the specification leaves them open. */

import { TextInput } from '@mantine/core';
import { DEFAULT_PATHS, type GivenPaths, isEndpointPath, type OpenPaths } from '../../../shared/service-api/routes.ts';
import classes from './connections.module.css';
import { FORM } from './strings.ts';

interface PathFieldsProps {
  readonly paths: OpenPaths;
  /** Whether saving was tried. */
  readonly tried: boolean;
  readonly onChange: (paths: OpenPaths) => void;
}

export function PathFields({ paths, tried, onChange }: PathFieldsProps) {
  const field = (name: keyof OpenPaths) => (
    <TextInput
      label={FORM.paths[name]}
      placeholder={DEFAULT_PATHS[name]}
      maxLength={200}
      error={tried && !isEndpointPath(paths[name]) ? FORM.badPath : null}
      value={paths[name]}
      onChange={(event) => onChange({ ...paths, [name]: event.currentTarget.value.trim() })}
    />
  );
  return (
    <div className={classes.two}>
      {field('createProject')}
      {field('listProjects')}
    </div>
  );
}

/** The given ones, and the usual ones beside them. */
export function pathsOf(given: GivenPaths = {}): OpenPaths {
  const { createProject = DEFAULT_PATHS.createProject, listProjects = DEFAULT_PATHS.listProjects } = given;
  return { createProject, listProjects };
}
