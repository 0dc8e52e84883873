import { expect, test } from 'vitest';
import { inTerminal } from '../../../electron/hosts/cli/reports/sentences.ts';
import { ERROR_CODES, ERROR_MESSAGES } from '../../../shared/domain/error-messages.ts';

test('in a terminal no sentence speaks of what is only on the desk', () => {
  for (const code of ERROR_CODES) {
    const known: { readonly sentence: string; readonly gaveUp?: string } = ERROR_MESSAGES[code];
    for (const sentence of [known.sentence, known.gaveUp ?? known.sentence])
      expect(inTerminal(code, sentence)).not.toMatch(/\bretry\b|under Connections|this row|button|click/i);
  }
});

test('a sentence of its own place keeps its beginning', () => {
  expect(inTerminal('keyMissing', 'The recorder is off. Turn it on, then retry.')).toBe(
    'The recorder is off. Turn it on, then run `cleartake resume --failed`.',
  );
});
