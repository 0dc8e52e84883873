import { expect, test } from 'vitest';
import { readStartArguments } from '../../../electron/hosts/desktop/start-arguments.ts';

function read(...words: string[]) {
  return readStartArguments(words, '/home/ada', '/data/Cleartake');
}

test('without words: the default folder and nothing to add', () => {
  expect(read()).toEqual({
    dataDirectory: '/data/Cleartake',
    rehearsal: false,
    selfCheck: false,
    paths: [],
    projects: [],
  });
});

test('files and folders are taken from where the command was given', () => {
  expect(read('talk.wav', '/mnt/takes', '--data-dir', 'elsewhere')).toEqual({
    dataDirectory: '/home/ada/elsewhere',
    rehearsal: false,
    selfCheck: false,
    paths: ['/home/ada/talk.wav', '/mnt/takes'],
    projects: [],
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

test('addresses of files are files, as file managers hand them over', () => {
  expect(read('file:///mnt/takes/two%20words%20%C3%BC.wav', '--', 'FILE:///mnt/100%25.wav').paths).toEqual([
    '/mnt/takes/two words ü.wav',
    '/mnt/100%.wav',
  ]);
});

test.each(['file://elsewhere/share/a.wav', 'file:///bad%2Fname.wav'])(
  '%s names no file here, and is reported',
  (word) => {
    expect(read(word).paths).toEqual([expect.stringContaining('file:')]);
  },
);

test('a link names a project, and is no file', () => {
  expect(read('cleartake://project/prj_1-2.3', '--', 'cleartake://project/a%20b/')).toMatchObject({
    paths: [],
    projects: ['prj_1-2.3', 'a b'],
  });
});

test.each([
  'cleartake://project/',
  'cleartake://project',
  'cleartake://start/all',
  'cleartake://project/one/two',
  'cleartake://project/%ff',
  `cleartake://project/${'x'.repeat(201)}`,
  'cleartake:',
])('%s is neither', (link) => {
  expect(read(link)).toMatchObject({ paths: [], projects: [] });
});
