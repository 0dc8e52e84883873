import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { prepareBinding } from '../../../../build/ffmpeg/node-av-gyp.ts';
import { licensesIn, requireDigest, SOURCES } from '../../../../build/ffmpeg/sources.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'cleartake-ffmpeg-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** SHA-256 of "source". */
const DIGEST = '41cf6794ba4200b839c53531555f0f3998df4cbb01a4d5cb0b94e3ca5e23947d';

test('every source is fetched over https, by version', () => {
  for (const { address, version, sha256 } of Object.values(SOURCES)) {
    expect(address).toMatch(/^https:/);
    expect(address).toContain(version);
    expect(sha256 ?? '0'.repeat(64)).toMatch(/^[0-9a-f]{64}$/);
  }
});

test('an archive is only used with the digest that was recorded', () => {
  const source = { version: '1.0', address: 'https://example.org/a-1.0.tar.gz', sha256: DIGEST };
  expect(() => requireDigest('a', source, Buffer.from('source'))).not.toThrow();
  expect(() => requireDigest('a', source, Buffer.from('other'))).toThrow(/isn’t what it was/);
  expect(() => requireDigest('a', { ...source, sha256: null }, Buffer.from('source'))).toThrow(
    `a 1.0 has no recorded digest. This archive’s is ${DIGEST}.`,
  );
});

test('licenses are collected, scripts of that name are not', () => {
  const source = path.join(folder, 'licenses');
  mkdirSync(source, { recursive: true });
  for (const name of ['COPYING', 'LICENSE.md', 'license.sh', 'README'])
    writeFileSync(path.join(source, name), `text of ${name}`);
  expect(licensesIn(source)).toBe('COPYING\n\ntext of COPYING\n\nLICENSE.md\n\ntext of LICENSE.md');
});

test('node-av is compiled from the files of its system, and hides FFmpeg from Electron’s own', () => {
  const [nodeAv, ffmpeg, addon] = ['node-av', 'ffmpeg', 'addon'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  const files = ['index.cc', 'device.cc', 'device_linux.cc', 'device_darwin.mm', 'device_win.cc', 'common.h'];
  mkdirSync(path.join(nodeAv, 'src/bindings'), { recursive: true });
  mkdirSync(path.join(ffmpeg, 'fftools'), { recursive: true });
  for (const name of files) writeFileSync(path.join(nodeAv, 'src/bindings', name), '');
  writeFileSync(path.join(ffmpeg, 'fftools/sync_queue.c'), '');
  const builtFor = (platform: 'linux' | 'darwin') => {
    prepareBinding(addon, platform, { nodeAv, ffmpeg, prefix: '/prefix', addonApi: '/addon' });
    const { targets } = JSON.parse(readFileSync(path.join(addon, 'binding.gyp'), 'utf8')) as {
      targets: { sources: string[]; ldflags: string[] }[];
    };
    return targets[0];
  };
  const linux = builtFor('linux');
  expect(linux?.sources).toEqual(['src/device.cc', 'src/device_linux.cc', 'src/index.cc', 'src/sync_queue.c']);
  expect(linux?.sources.filter((name) => !existsSync(path.join(addon, name)))).toEqual([]);
  expect(linux?.ldflags).toEqual(expect.arrayContaining(['-Wl,-Bsymbolic', '-Wl,--exclude-libs,ALL']));
  const mac = builtFor('darwin');
  expect(mac?.sources).toEqual(['src/device.cc', 'src/device_darwin.mm', 'src/index.cc', 'src/sync_queue.c']);
});
