import { expect, test } from 'vitest';
import { readStartArguments } from '../../../electron/hosts/desktop/start-arguments.ts';

function read(...words: string[]) {
  return readStartArguments(words, '/home/ada', '/data/Cleartake');
}

test('without words: the default folder and nothing to add', () => {
  expect(read()).toEqual({ dataDirectory: '/data/Cleartake', rehearsal: false, paths: [] });
});

test('files and folders are taken from where the command was given', () => {
  expect(read('talk.wav', '/mnt/takes', '--data-dir', 'elsewhere')).toEqual({
    dataDirectory: '/home/ada/elsewhere',
    rehearsal: false,
    paths: ['/home/ada/talk.wav', '/mnt/takes'],
  });
  expect(read('--data-dir=/x').dataDirectory).toBe('/x');
});

test("Chromium's own switches are passed over", () => {
  expect(read('--no-sandbox', '--ozone-platform=x11', 'a.wav', '--inspect').paths).toEqual(['/home/ada/a.wav']);
});

test('a rehearsal is asked for by its switch', () => {
  expect(read('--rehearsal', 'a.wav')).toMatchObject({ rehearsal: true, paths: ['/home/ada/a.wav'] });
  expect(read('--', '--rehearsal').rehearsal).toBe(false);
});

test('a data folder without its value is the default', () => {
  expect(read('--data-dir').dataDirectory).toBe('/data/Cleartake');
});

test('after -- everything is a name', () => {
  expect(read('--', '--odd name.wav').paths).toEqual(['/home/ada/--odd name.wav']);
});
