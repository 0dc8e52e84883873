/**
 * About a place that is known, which folder or file it is: what its disk or network drive does, and what is wrong with a file of the person's that
 * outputs get (an intro, an outro, a cover picture), named with its full path.
 */

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

/** In the words of the terminal's options, which are those of the desk too. */
export type OutputPart = 'intro' | 'outro' | 'cover';

/** `missing`: nothing is there. `folder`: something else than a file. `unreadable`: no permission. `other`: not what it has to be. */
export type PartProblem = 'missing' | 'folder' | 'unreadable' | 'other';

const NAMES = { intro: 'intro', outro: 'outro', cover: 'cover picture' } as const satisfies Record<OutputPart, string>;

/** @param file full path */
export function partProblem(part: OutputPart, problem: PartProblem, file: string): string {
  switch (problem) {
    case 'missing':
      return `There is no file ${file} to use as the ${NAMES[part]}.`;
    case 'folder':
      return `The ${NAMES[part]} ${file} isn’t a file.`;
    case 'unreadable':
      return `Cleartake doesn’t have permission to read the ${NAMES[part]} ${file}.`;
    case 'other':
      return part === 'cover'
        ? `The cover picture ${file} isn’t a JPEG or PNG.`
        : `The ${NAMES[part]} ${file} can’t be read as sound.`;
  }
}

/** With what to do about it. @param file full path */
export function partUnusable(part: OutputPart, problem: PartProblem, file: string): Message {
  const step = problem === 'missing' ? 'Put the file there' : problem === 'unreadable' ? 'Allow access to it' : null;
  const first = step === null ? '' : `${step}, then run \`cleartake resume --failed\`; or `;
  const again = `run the command again with another --${part}.`;
  return {
    what: partProblem(part, problem, file),
    next: {
      desk: `${step === null ? 'Choose' : `${step}, or choose`} another under Change preset…, then retry.`,
      terminal: first === '' ? `R${again.slice(1)}` : `${first}${again}`,
    },
  };
}
