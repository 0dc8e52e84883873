import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Configuration } from 'app-builder-lib';
import { getConfig, validateConfiguration } from 'app-builder-lib/out/util/config/config.js';
import { DebugLogger } from 'builder-util';
import { beforeAll, expect, test } from 'vitest';
import { readSources } from '../../../build/house/sources.ts';
import { bundledPackages } from '../../../build/packaging/bundled-packages.ts';
import { redistributionProblem } from '../../../build/packaging/check-ffmpeg-license.ts';

const root = path.resolve(import.meta.dirname, '../../..');
let configuration: Configuration;

beforeAll(async () => {
  configuration = await getConfig(root, 'electron-builder.yml', null);
});

test('the packaging configuration is valid, and a wrong one would be seen', async () => {
  await validateConfiguration(configuration, new DebugLogger(false));
  const wrong = { ...configuration, linux: { tarrget: 'deb' } } as Configuration;
  await expect(validateConfiguration(wrong, new DebugLogger(false))).rejects.toThrow(/configuration\.linux/);
});

test('every fuse is stated', () => {
  expect(configuration.electronFuses).toEqual({
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
    resetAdHocDarwinSignature: false,
  });
});

test('the files that it names are there', () => {
  const resources = path.join(root, configuration.directories?.buildResources ?? '');
  const icons = [configuration.mac?.icon, configuration.win?.icon, configuration.linux?.icon];
  for (const icon of icons) expect(existsSync(path.join(resources, String(icon)))).toBe(true);
  // PNG keeps its size at bytes 16 to 23; packaging needs at least 512.
  const icon = readFileSync(path.join(resources, 'icon.png'));
  expect([icon.readUInt32BE(16), icon.readUInt32BE(20)]).toEqual([1024, 1024]);
  for (const file of [configuration.mac?.entitlements, configuration.beforePack]) {
    expect(existsSync(path.join(root, String(file)))).toBe(true);
  }
});

test('packages that are in the bundles are not packed a second time', () => {
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const patterns = JSON.stringify(configuration.files).matchAll(/"!node_modules\/\{([^}]*)\}\/\*\*"/g);
  const left = [...patterns].flatMap((match) => match[1]?.split(',') ?? []);
  expect(left).toEqual(bundledPackages(lock));
  expect(left).toContain('fastify');
  expect(left).not.toContain('better-sqlite3');
});

test('whatever the product imports is a dependency, so that an audit of production sees it', () => {
  const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  const imported = ['electron', 'renderer', 'shared']
    .flatMap((room) => readSources(root, room).flatMap((source) => source.imports))
    .filter((specifier) => /^[@a-z]/.test(specifier) && !specifier.startsWith('node:'))
    .map((specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'));
  // Electron is what the package is for: electron-builder brings it, and refuses it among the dependencies.
  expect([...new Set(imported)].filter((name) => name !== 'electron' && dependencies[name] === undefined)).toEqual([]);
});

test('native modules are never rebuilt and nothing is published by itself', () => {
  expect(configuration.npmRebuild).toBe(false);
  expect(configuration.publish).toBeNull();
  expect(configuration.asar).toBe(true);
});

test.each([
  ['--enable-gpl --enable-libfdk-aac --enable-libx264', '--enable-libfdk-aac'],
  ['--enable-nonfree --enable-gpl', '--enable-nonfree'],
])('an FFmpeg built with %s may not be packed', (line, named) => {
  expect(redistributionProblem(line)).toContain(named);
});

test('an FFmpeg without those parts may', () => {
  expect(redistributionProblem('--enable-gpl --enable-version3 --disable-libfdk-aac --disable-nonfree')).toBeNull();
});
