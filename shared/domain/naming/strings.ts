/** What is wrong with a template, in words: on the page, in the terminal and in files of presets. */

import { LONGEST_TEMPLATE, NAMING_TOKENS, type TemplateProblem } from './template.ts';

const ALL_TOKENS = NAMING_TOKENS.map((token) => `{${token}}`).join(', ');

/** Names the token or character, and its place. */
export function problemWords(problem: TemplateProblem): string {
  const { text } = problem;
  const place = `(character ${problem.at + 1})`;
  switch (problem.kind) {
    case 'empty':
      return 'Enter a name.';
    case 'too-long':
      return `This name is longer than ${LONGEST_TEMPLATE} characters.`;
    case 'unknown-token': {
      const advice = problem.likely === null ? `Use ${ALL_TOKENS}.` : `Did you mean {${problem.likely}}?`;
      return `${text} isn’t a placeholder ${place}. ${advice}`;
    }
    case 'brace':
      return text === '}' ? `} has no opening { ${place}.` : `${text} has no closing } ${place}.`;
    case 'character':
      return characterWords(text, place);
    case 'segment':
      return text.trim() === ''
        ? `A name is missing before or after / ${place}.`
        : `“${text.trim()}” can’t be a name ${place}.`;
  }
}

function characterWords(character: string, place: string): string {
  if (character === '\\') return `\\ can’t be part of a name ${place}. Use / for folders.`;
  const isVisible = /^[!-~]$/.test(character);
  return `${isVisible ? character : 'An invisible character'} can’t be part of a name ${place}.`;
}
