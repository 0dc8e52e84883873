/** Files of the person's that outputs get: intro, outro and cover. Another content under the same path makes another output. */

import type { ExportSettings } from '../../../../shared/domain/export/settings.ts';
import type { Files } from '../../../platform/files/files.ts';
import type { MadeExport } from '../../store/schema.ts';

/** Without those that can't be read. */
export type UsedFiles = NonNullable<MadeExport['used']>;

/** As they are now. Size and time tell, as for recordings: jingles may be large, and a preview asks with every change of a setting. */
export async function usedFiles(
  files: Pick<Files, 'facts'>,
  { intro, outro, tags }: Pick<ExportSettings, 'intro' | 'outro' | 'tags'>,
): Promise<UsedFiles> {
  const used: Record<string, UsedFiles[string]> = {};
  for (const file of [intro, outro, tags?.cover]) {
    const facts = file === undefined || file === '' ? null : await files.facts(file).catch(() => null);
    if (file !== undefined && facts !== null) used[file] = { bytes: facts.bytes, modifiedAt: facts.modifiedAt };
  }
  return used;
}

/**
 * Whether an output was made with other files than are there now.
 * @param made missing in records of earlier versions
 * @param now one that is gone makes no other output: the earlier one is all there is
 */
export function hasOtherFiles(made: MadeExport['used'], now: UsedFiles): boolean {
  return Object.entries(now).some(([file, { bytes, modifiedAt }]) => {
    const earlier = made?.[file];
    return earlier !== undefined && (earlier.bytes !== bytes || earlier.modifiedAt !== modifiedAt);
  });
}
