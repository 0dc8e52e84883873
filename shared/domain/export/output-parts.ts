/** What is wrong with a file of the person's that outputs get: an intro, an outro, a cover picture. It is named with its full path. */

import type { Message } from '../error-messages/message.ts';

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
