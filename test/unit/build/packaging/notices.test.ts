import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { thirdPartyText, writeNotices } from '../../../../build/packaging/notices.ts';
import { type PackageLock, placesInProduct } from '../../../../build/packaging/packed-packages.ts';
import { creditLine, TRAINING_CREDITS } from '../../../../shared/domain/about/credits.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as PackageLock;

test('the product consists of what its bundles and packages need, and of nothing that is left out', () => {
  const places = placesInProduct(lock);
  expect(places).toContain('node_modules/fastify');
  expect(places).toContain('node_modules/better-sqlite3');
  expect(places).toContain('node_modules/@fontsource-variable/inter');
  const leftOut = [
    '@napi-rs/keyring',
    'werift',
    'mediabunny',
    'mp4box',
    'unzipper',
    'node-addon-api',
    'electron',
    'vite',
  ];
  expect(leftOut.filter((name) => places.includes(`node_modules/${name}`))).toEqual([]);
});

test('licenses of all of it are written, fonts included, with the terms themselves', () => {
  writeNotices(root, ['--enable-gpl --enable-libmp3lame']);
  const read = (name: string) => readFileSync(path.join(root, 'out/notices', name), 'utf8');
  const text = read('THIRD-PARTY-LICENSES.txt');
  const titles = placesInProduct(lock).map((place) => place.slice(place.lastIndexOf('node_modules/') + 13));
  expect(titles.filter((name) => !text.includes(`\n${name} `))).toEqual([]);
  expect(text).toContain('SIL OPEN FONT LICENSE Version 1.1');
  expect(text).toContain('--enable-libmp3lame');
  expect(TRAINING_CREDITS.filter((credit) => !text.includes(creditLine(credit)))).toEqual([]);
  expect(text).toContain('Berlin Noise, by Thomas Rosen (CC BY 4.0)\n  https://creativecommons.org/licenses/by/4.0/\n');
  expect(read('LICENSE')).toBe(readFileSync(path.join(root, 'LICENSE'), 'utf8'));
  expect(read('SOURCE.txt')).toMatch(/complete corresponding source.*three years.*--enable-libmp3lame/s);
});

test('a package without a license file refers to the same terms; terms that nobody gives end the packaging', () => {
  const notices = [
    { title: 'a 1.0.0', license: 'MIT', text: 'You may.' },
    { title: 'b 2.0.0', license: 'MIT', text: null },
  ];
  expect(thirdPartyText(notices, [])).toContain('The same terms are under a 1.0.0.');
  const odd = [...notices, { title: 'c 3.0.0', license: 'ODD', text: null }];
  expect(() => thirdPartyText(odd, [])).toThrow('c 3.0.0 comes without the text of its license (ODD).');
});
