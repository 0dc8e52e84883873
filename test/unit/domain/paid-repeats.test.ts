import { expect, test } from 'vitest';
import { insteadOf, repeatSentence } from '../../../shared/domain/costs/paid-repeat-words.ts';
import { type EarlierPaid, paidRepeatOf } from '../../../shared/domain/costs/paid-repeats.ts';

const WANTED = { connectionId: 'studio', downloadType: 'audio', samplingPreset: null, reuses: true };
const EARLIER: EarlierPaid = {
  ...{ generationId: 'g1', jobId: 'j1', model: 'service-3.5', at: 1000, amount: 840_000 },
  ...{ connectionId: 'studio', connection: 'Studio', downloadType: 'audio', samplingPreset: null },
  ...{ result: 'there', isRejected: false, isHidden: false },
};

test.each([
  ['a first time', WANTED, [], null],
  ['a result that is used', WANTED, [EARLIER], null],
  ['a result that is downloaded', WANTED, [{ ...EARLIER, result: 'waiting' }], null],
  ['one of several that is used', WANTED, [{ ...EARLIER, downloadType: 'mp3' }, EARLIER], null],
  ['on request', { ...WANTED, reuses: false }, [EARLIER], 'asked'],
  ['for another format', WANTED, [{ ...EARLIER, downloadType: 'mp3' }], 'settings'],
  ['for another preset of the service', { ...WANTED, samplingPreset: 'phone' }, [EARLIER], 'settings'],
  ['at another service', { ...WANTED, connectionId: 'other' }, [EARLIER], 'service'],
  ['for a result without files', WANTED, [{ ...EARLIER, result: 'gone' }], 'gone'],
] as const)('%s', (_, wanted, earlier, reason) => {
  expect(paidRepeatOf(wanted, earlier)?.reason ?? null).toBe(reason);
});

test('the result that is named can be heard, was not rejected, and is the newest of those', () => {
  const other = { ...EARLIER, downloadType: 'mp3' };
  const named = (...earlier: readonly EarlierPaid[]) => paidRepeatOf(WANTED, earlier)?.earlier.generationId;
  expect(named({ ...other, result: 'gone', at: 3000 }, { ...other, generationId: 'heard' })).toBe('heard');
  expect(named({ ...other, isRejected: true, at: 3000 }, { ...other, generationId: 'liked' })).toBe('liked');
  expect(named(other, { ...other, generationId: 'newer', at: 2000 })).toBe('newer');
});

test('a sentence tells when, for how much, and what costs nothing instead', () => {
  const asked = { ...WANTED, downloadType: 'mp3' };
  const repeat = paidRepeatOf(asked, [{ ...EARLIER, isRejected: true }]);
  if (repeat === null) throw new Error('Not a repeat');
  const told = { ...repeat, model: EARLIER.model };
  expect(repeatSentence(told, '3 Mar 2026')).toBe(
    'Restored with Service 3.5 on 3 Mar 2026 for 0.84 USD, with other settings. You rejected it.',
  );
  expect(insteadOf(told, 'desk')).toBe('Opening it or exporting it again costs nothing.');
  expect(insteadOf({ ...told, earlier: { ...told.earlier, result: 'gone' } }, 'desk')).toBe('Its files are gone.');
  const waiting = { ...told, earlier: { ...told.earlier, result: 'waiting' as const } };
  expect(insteadOf(waiting, 'terminal')).toContain('`cleartake download RECORDING`');
  expect(insteadOf(waiting, 'desk')).toContain('Download again in History');
});
