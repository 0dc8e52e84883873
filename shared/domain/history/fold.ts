/** Texts as the search compares them: without case, accents and ligatures. */

/** Letters that Unicode doesn't take apart. */
const SPELLED: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
};
const SPELLED_LETTERS = new RegExp(`[${Object.keys(SPELLED).join('')}]`, 'g');
/** Scripts that are written without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
/** The search index finds parts of words of at least this many characters. */
export const PART_LENGTH = 3;

/** `Köln – Straße` becomes `koln – strasse`. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\0]/gu, '')
    .replace(SPELLED_LETTERS, (letter) => SPELLED[letter] ?? letter);
}

/** Its words, each after one space: for terms that are too short to be looked for inside words. */
export function wordStarts(folded: string): string {
  return ` ${folded.replace(/[^\p{L}\p{N}]+/gu, ' ')}`;
}

/** One thing to look for, folded. */
export interface Term {
  readonly text: string;
  /** Found where a word begins, in `wordStarts`; otherwise anywhere. */
  readonly isStart: boolean;
}

/** The words of a search; what stands in quotation marks is one term. Each must be found. */
export function termsOf(search: string): Term[] {
  const parts = fold(search).match(/"[^"]+"|[^\s"]+/g) ?? [];
  return parts.flatMap((part): Term[] => {
    const text = part.replaceAll('"', '').trim();
    if ([...text].length >= PART_LENGTH || UNSPACED.test(text)) return [{ text, isStart: false }];
    return wordStarts(text)
      .trim()
      .split(' ')
      .filter((word) => word !== '')
      .map((word) => ({ text: ` ${word}`, isStart: true }));
  });
}

/** Whether a folded text has the term. */
export function has(folded: string, term: Term): boolean {
  return (term.isStart ? wordStarts(folded) : folded).includes(term.text);
}

/** Sorts as people count: `Episode 2` before `Episode 10`. */
export function sortKey(name: string): string {
  return fold(name)
    .replace(/\d+/g, (digits) => digits.padStart(12, '0'))
    .slice(0, 240);
}
