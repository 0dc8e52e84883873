import { expect, test } from 'vitest';
import { createScrub } from '../../../electron/core/features/settings/scrub.ts';

const PERSON = { secrets: ['a key with spaces'], home: '/home/ines', user: 'ines', computer: 'studio-pc' };
const hiding = createScrub({ ...PERSON, names: ['Harbour walk.wav', 'Harbour walk', 'Season 9'] });
const naming = createScrub({ ...PERSON, names: null });

test.each([
  ["ENOENT: no such file, open '/home/ines/My takes/one two.wav'", "ENOENT: no such file, open '[path]'"],
  ['refused /mnt/disk/x.wav today', 'refused [path] today'],
  ['C:\\Users\\ines\\x.wav is gone', '[path] is gone'],
  ['Saved HARBOUR WALK in season 9', 'Saved [name] in [name]'],
  ['ines on studio-pc, not pines', '[user] on [computer], not pines'],
  ['a key with spaces and a%20key%20with%20spaces', '[secret] and [secret]'],
  [
    'at run (file:///opt/Cleartake/electron/core/queue/run-job.ts:12:5)',
    'at run (electron/core/queue/run-job.ts:12:5)',
  ],
  ['The built-in service answers after 1,200 ms', 'The built-in service answers after 1,200 ms'],
])('%s', (text, expected) => {
  expect(hiding(text)).toBe(expected);
});

test('the same id has the same number, and words are no ids', () => {
  const [one, other] = ['0198f3c2-1111-7abc-8def-001122334455', '0198f3c2-2222-7abc-8def-001122334455'];
  expect(naming(`${one} ${other} ${one}`)).toBe('[id 1] [id 2] [id 1]');
  expect(naming('maxConcurrentStreams and not-possible-now')).toBe('maxConcurrentStreams and not-possible-now');
});

test('with names, only the person’s home is shortened', () => {
  expect(naming('/home/ines/takes/Harbour walk.wav')).toBe('~/takes/Harbour walk.wav');
});

test('a long text of one letter, and thousands of names, take no time to speak of', () => {
  const many = createScrub({ ...PERSON, names: Array.from({ length: 20_000 }, (_, at) => `Interview ${at}.wav`) });
  const text = `${'a'.repeat(50_000)}= Interview 19999.wav ${'ab/'.repeat(20_000)}`;
  expect(many(text)).toContain('[name]');
});
