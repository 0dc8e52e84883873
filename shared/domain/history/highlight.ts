/** Where a search found something in a text, folded as the search folds: `koln` marks `Köln`. */

import { fold, type Term, termsOf, wordStarts } from './fold.ts';

const SEGMENTER = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A part of a text, in its own letters. */
export interface TextPart {
  readonly text: string;
  readonly isFound: boolean;
}

/** The parts together are the text. */
export function foundParts(text: string, search: string): TextPart[] {
  const terms = termsOf(search);
  const plain = [{ text, isFound: false }];
  if (terms.length === 0) return plain;
  const { folded, letters } = foldWithLetters(text);
  const marked = new Array<boolean>(text.length).fill(false);
  for (const term of terms) {
    for (const at of placesOf(folded, term)) {
      const length = term.isStart ? term.text.length - 1 : term.text.length;
      marked.fill(true, letters[at]?.from, letters[at + length - 1]?.to);
    }
  }
  if (!marked.includes(true)) return plain;
  const parts: TextPart[] = [];
  for (let from = 0; from < text.length; ) {
    const isFound = marked[from] === true;
    let end = from + 1;
    while (end < text.length && (marked[end] === true) === isFound) end += 1;
    parts.push({ text: text.slice(from, end), isFound });
    from = end;
  }
  return parts;
}

/** A letter of a text, with its accents. */
interface Letter {
  readonly from: number;
  readonly to: number;
}

/** The folded text, and for each of its characters the letter that it comes from. */
function foldWithLetters(text: string): { readonly folded: string; readonly letters: readonly Letter[] } {
  let folded = '';
  const letters: Letter[] = [];
  for (const { index: from, segment } of SEGMENTER.segment(text)) {
    const own = fold(segment);
    folded += own;
    const letter = { from, to: from + segment.length };
    letters.push(...Array.from({ length: own.length }, () => letter));
  }
  return { folded, letters };
}

/** Where a term stands in a folded text. */
function placesOf(folded: string, { isStart, text }: Term): number[] {
  const found: number[] = [];
  const sought = isStart ? text.slice(1) : text;
  for (let at = folded.indexOf(sought); at >= 0; at = folded.indexOf(sought, at + 1)) {
    if (!isStart || beginsWord(folded, at)) found.push(at);
  }
  return found;
}

function beginsWord(folded: string, at: number): boolean {
  return at === 0 || wordStarts(folded.slice(0, at)).endsWith(' ');
}
