import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { filesIn, refuseForeign, sizeReport } from '../../../../build/packaging/after-pack.ts';
import { nativeHeaderOf, readNativeHeader } from '../../../../build/packaging/native-headers.ts';
import { installationOf } from '../../../../build/packaging/natives.ts';
import { builderName, nodeAvPackage, targetOf } from '../../../../build/packaging/targets.ts';
import { realHeader } from '../../../harness/packages/electron-distribution.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const folder = mkdtempSync(path.join(tmpdir(), 'cleartake-natives-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('headers of native files', () => {
  test('better-sqlite3’s libraries, one for each system, are for the system in their name', () => {
    const libraries = path.join(root, 'node_modules/better-sqlite3/prebuilds');
    const read = readdirSync(libraries).map((name) => [name, nativeHeaderOf(path.join(libraries, name))?.targets]);
    expect(read).toHaveLength(8);
    expect(read).toEqual(read.map(([name]) => [name, [String(name).replace('musl', '').replace('.node', '')]]));
  });

  test('a universal Mach-O file is for each of its processors', () => {
    const fat = Buffer.alloc(64);
    fat.writeUInt32BE(0xcafebabe, 0);
    fat.writeUInt32BE(2, 4);
    fat.writeUInt32BE(0x01000007, 8);
    fat.writeUInt32BE(0x0100000c, 28);
    expect(readNativeHeader(fat)).toEqual({ format: 'Mach-O', targets: ['darwin-x64', 'darwin-arm64'] });
  });

  test('another processor or system is named as such', () => {
    const elf = Buffer.from(realHeader({ platform: 'linux', arch: 'x64' }));
    elf.writeUInt16LE(0xf3, 18);
    expect(readNativeHeader(elf)?.targets).toEqual(['linux-0xf3']);
    elf.writeUInt8(9, 7);
    expect(readNativeHeader(elf)?.targets).toEqual(['elf9-0xf3']);
  });

  test.each([
    ['text', Buffer.from('#!/bin/sh\nexit 0 # and a little more')],
    ['a program for DOS', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(100)])],
    ['a Java class', Buffer.concat([Buffer.from('cafebabe00000041', 'hex'), Buffer.alloc(100)])],
    ['nothing', Buffer.alloc(0)],
    ['too little', Buffer.from('\x7fELF')],
  ])('%s is not native code', (_, bytes) => {
    expect(readNativeHeader(bytes)).toBeNull();
  });
});

describe('what was packed', () => {
  const target = { platform: 'linux', arch: 'arm64' } as const;

  function place(name: string, content: Buffer | string): void {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }

  test('a foreign file ends the packaging and is named, whatever its ending', () => {
    place('resources/app.asar.unpacked/own.node', realHeader(target));
    expect(() => refuseForeign(folder, filesIn(folder), target)).not.toThrow();
    place('resources/tool.bin', realHeader({ platform: 'darwin', arch: 'arm64' }));
    expect(() => refuseForeign(folder, filesIn(folder), target)).toThrow(
      'These files don’t run on linux-arm64: resources/tool.bin (darwin-arm64).',
    );
    rmSync(path.join(folder, 'resources/tool.bin'));
  });

  test('a .node file that is no native code does, too', () => {
    place('resources/app.asar.unpacked/broken.node', 'version https://git-lfs.github.com/spec/v1');
    expect(() => refuseForeign(folder, filesIn(folder), target)).toThrow(/broken\.node \(not native code\)/);
    rmSync(path.join(folder, 'resources/app.asar.unpacked/broken.node'));
  });

  test('a package without native code does, too', () => {
    expect(() => refuseForeign(folder, [], target)).toThrow(/Nothing in this package runs on linux-arm64/);
  });

  test('sizes are told by what they are', () => {
    const files = [
      { name: 'resources/app.asar', size: 6_700_000 },
      { name: 'resources/app.asar.unpacked/node_modules/@seydx/x/node-av.node', size: 20_000_000 },
      { name: 'resources/app.asar.unpacked/a.wasm', size: 100_000 },
      { name: 'cleartake', size: 180_000_000 },
    ];
    expect(sizeReport('linux-x64', files)).toBe(
      'linux-x64: 206.8 MB in 4 files: Cleartake 6.7 MB, FFmpeg 20.0 MB, other native code 0.1 MB, Electron and the rest 180.0 MB.',
    );
  });
});

describe('targets', () => {
  test('have the names of electron-builder and of node-av’s packages', () => {
    const windows = targetOf({ electronPlatformName: 'win32', arch: 1 });
    expect([builderName(windows), nodeAvPackage(windows)]).toEqual(['win-x64', '@seydx/node-av-win32-x64-msvc']);
    const mac = targetOf({ electronPlatformName: 'darwin', arch: 3 });
    expect([builderName(mac), nodeAvPackage(mac)]).toEqual(['mac-arm64', '@seydx/node-av-darwin-arm64']);
  });

  test('systems without packages are refused', () => {
    expect(() => targetOf({ electronPlatformName: 'linux', arch: 2 })).toThrow('no packages for linux on armv7l');
  });

  test('another system’s package is installed alone, with the digest of the lock file', () => {
    const entry = { version: '6.1.1', integrity: 'sha512-x', os: ['darwin'] };
    const { manifest, lock } = installationOf({ lockfileVersion: 3, packages: { 'node_modules/@a/b': entry } }, '@a/b');
    expect(manifest).toMatchObject({ private: true, optionalDependencies: { '@a/b': '6.1.1' } });
    expect(lock).toMatchObject({ lockfileVersion: 3, packages: { 'node_modules/@a/b': entry } });
    expect(() => installationOf({ lockfileVersion: 3, packages: {} }, '@a/b')).toThrow('package-lock.json has no @a/b');
  });
});
