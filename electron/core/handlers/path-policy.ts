/** Which paths a caller of the desk may name. The host itself may name any; a page only those that a person gave it. */

import type { BatchPreset } from '../../../shared/domain/batch/batch-preset.ts';
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
  requireOutput(preset: BatchPreset | undefined): void;
}

/**
 * The policy, and what every caller may name: managed copies, and the remembered output folder, which was checked when it was chosen.
 * @param managed absolute folder of managed copies
 */
export function createPathChecks(policy: PathPolicy, managed: string, remembered: () => BatchPreset): PathChecks {
  function refuse(): never {
    throw new CleartakeError('pathNotGiven');
  }
  return {
    requireAddable: (paths) => {
      if (!paths.every((path) => isManaged(managed, path) || policy.mayAdd(path))) refuse();
    },
    requireOutput: (preset) => {
      if (preset?.output.kind !== 'folder') return;
      const { path } = preset.output;
      const { output } = remembered();
      if (!(output.kind === 'folder' && output.path === path) && !policy.mayWriteTo(path)) refuse();
    },
  };
}
