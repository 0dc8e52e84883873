/** What a disk or a network drive does, about a place that is known: which folder or file it is. */

import type { Message } from './message.ts';
import { ERROR_MESSAGES, type ErrorCode } from './table.ts';

const WHAT = {
  diskFull: (place: string) => `There is no space left on the disk of ${place}.`,
  diskFailed: (place: string) => `The disk of ${place} couldn’t be read or written.`,
  diskReadOnly: (place: string) => `The disk of ${place} is read-only.`,
  fileInUse: (place: string) => `Another program is using ${place}.`,
  placeSilent: (place: string) => `${place} hasn’t answered for 30 seconds.`,
  shareLost: (place: string) => `The connection to the network drive of ${place} is lost.`,
  storeUnwritable: (place: string) => `Cleartake couldn’t write to its data folder, ${place}.`,
} as const satisfies Partial<Record<ErrorCode, (place: string) => string>>;

/** The code's message with the place in it; undefined for a code that is about no place. */
export function aboutPlace(code: ErrorCode, place: string): Message | undefined {
  if (!Object.hasOwn(WHAT, code)) return undefined;
  return { ...ERROR_MESSAGES[code].message, what: WHAT[code as keyof typeof WHAT](place) };
}
