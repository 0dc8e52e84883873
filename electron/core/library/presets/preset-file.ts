/** Presets as a file to save, with its name. */

import { presetsToText } from '../../../../shared/domain/batch/preset-file.ts';
import type { NamedPreset } from '../../../../shared/domain/batch/presets.ts';
import { safeFileName } from '../../../../shared/domain/naming/safe-name.ts';

const ALL = 'cleartake-presets';

/** @param id null for all of the person's own. @returns null when there is no such preset */
export function presetFile(
  presets: readonly NamedPreset[],
  id: string | null,
): { readonly fileName: string; readonly text: string } | null {
  const wanted = presets.filter((preset) => (id === null ? !preset.builtIn : preset.id === id));
  const [first] = wanted;
  if (first === undefined) return null;
  return { fileName: safeFileName(`${id === null ? ALL : first.name}.json`), text: presetsToText(wanted) };
}
