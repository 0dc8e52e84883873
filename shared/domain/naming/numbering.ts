/** Numbers for names that are taken: nothing is ever overwritten. Pure. */

import { extensionOf, stemOf } from '../media-types.ts';
import type { OutputName } from './output-name.ts';

/** The same name with a number before its extension, for a name that is taken: `take (2).wav`. */
export function numberedName(fileName: string, number: number): string {
  if (number <= 1) return fileName;
  const extension = extensionOf(fileName);
  return extension === '' ? `${fileName} (${number})` : `${stemOf(fileName)} (${number}).${extension}`;
}

/** Whether an output got its own name, or a number because that was taken. */
export interface NumberedName extends OutputName {
  readonly isNumbered: boolean;
}

/** Outputs in the order in which they are written, with numbers where two would be one file on some system. */
export function numbered(names: readonly OutputName[], taken: readonly OutputName[] = []): NumberedName[] {
  const used = new Set(taken.map(keyOf));
  /** By wanted name: all numbers before this one are taken. */
  const next = new Map<string, number>();
  return names.map((name) => {
    const wanted = keyOf(name);
    let number = next.get(wanted) ?? 1;
    const candidate = () => ({ ...name, fileName: numberedName(name.fileName, number) });
    while (used.has(keyOf(candidate()))) number += 1;
    used.add(keyOf(candidate()));
    next.set(wanted, number + 1);
    return { ...candidate(), isNumbered: number > 1 };
  });
}

/** Equal for names that are one file where case doesn't count. */
function keyOf({ folders, fileName }: OutputName): string {
  return [...folders, fileName].join('/').normalize('NFC').toLowerCase();
}
