import { describe, expect, test } from 'vitest';
import { foundParts } from '../../../shared/domain/history/highlight.ts';

/** The text with what was found in brackets. */
const marked = (text: string, search: string) =>
  foundParts(text, search)
    .map((part) => (part.isFound ? `[${part.text}]` : part.text))
    .join('');

describe('what a search found is marked in the letters of the text', () => {
  test.each([
    ['Köln – Sommerfolge 12.wav', 'koln', '[Köln] – Sommerfolge 12.wav'],
    ['Kölner Hafen', 'KÖLN', '[Köln]er Hafen'],
    ['Ko\u0308lner Hafen', 'koln', '[Ko\u0308ln]er Hafen'],
    ['Sommerfolge', 'folge', 'Sommer[folge]'],
    ['Straße', 'strasse', '[Straße]'],
    ['Straße', 'ras', 'St[raß]e'],
    ['ﬁne', 'fin', '[ﬁn]e'],
    ['clip week 15', 'we 15', 'clip [we]ek [15]'],
    ['between', 'we', 'between'],
    ['a, b (ab)', 'ab', 'a, b ([ab])'],
    ['12 clips of 12 clips', '"12 clips"', '[12 clips] of [12 clips]'],
    ['Interview', '', 'Interview'],
    ['Interview', 'guest', 'Interview'],
    ['東京の声', '京', '東[京]の声'],
  ])('%s, %s', (text, search, expected) => expect(marked(text, search)).toBe(expected));

  test('the parts together are the text', () => {
    const text = 'Ünïcode ﬃ Ǆ İstanbul 🎙️ e\u0301te\u0301';
    for (const search of ['uni', 'ffi', 'istan', 'ete', '🎙️', 'x']) {
      expect(
        foundParts(text, search)
          .map((part) => part.text)
          .join(''),
      ).toBe(text);
    }
  });
});
