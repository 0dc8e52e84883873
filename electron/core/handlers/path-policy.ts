/** Which paths a caller of the desk may name. The host itself may name any; a page only those that a person gave it. */

import type { OutputPlace } from '../../../shared/domain/batch/batch-preset.ts';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import { isManaged } from '../library/managed-copies.ts';

export interface PathPolicy {
  /** Whether this file or folder may be added. Absolute path. */
  mayAdd(path: string): boolean;
  /** Whether outputs may go to this folder. Absolute path. */
  mayWriteTo(folder: string): boolean;
}

export const ANY_PATH: PathPolicy = { mayAdd: () => true, mayWriteTo: () => true };

export interface PathChecks {
  /** @throws CleartakeError pathNotGiven */
  requireAddable(paths: readonly string[]): void;
  /** @throws CleartakeError pathNotGiven */
  requireOutput(settings: { readonly output?: OutputPlace | undefined } | undefined): void;
  /** Whether results may go to this folder. Absolute path. */
  mayOutputTo(folder: string): boolean;
}

/**
 * The policy, and what every caller may name: managed copies, and remembered output folders, which were checked when they were chosen.
 * @param managed absolute folder of managed copies
 * @param folders of the present settings and of presets
 */
export function createPathChecks(policy: PathPolicy, managed: string, folders: () => readonly string[]): PathChecks {
  function refuse(): never {
    throw new CleartakeError('pathNotGiven');
  }
  const mayOutputTo = (folder: string) => folders().includes(folder) || policy.mayWriteTo(folder);
  return {
    requireAddable: (paths) => {
      if (!paths.every((path) => isManaged(managed, path) || policy.mayAdd(path))) refuse();
    },
    requireOutput: (settings) => {
      if (settings?.output?.kind === 'folder' && !mayOutputTo(settings.output.path)) refuse();
    },
    mayOutputTo,
  };
}
