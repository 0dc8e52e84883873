import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Configuration, FileAssociation } from 'app-builder-lib';
import { getConfig, validateConfiguration } from 'app-builder-lib/out/util/config/config.js';
import { DebugLogger } from 'builder-util';
import { beforeAll, expect, test } from 'vitest';
import { readSources } from '../../../../build/house/sources.ts';
import { PACKED_AS_PACKAGES } from '../../../../build/packaging/packed-packages.ts';
import { contentTypeOf, RECORDING_EXTENSIONS } from '../../../../shared/domain/media-types.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
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
  const { mac, nsis, beforePack, afterPack } = configuration;
  for (const file of [mac?.entitlements, nsis?.include, beforePack, afterPack]) {
    expect(existsSync(path.join(root, String(file)))).toBe(true);
  }
});

test('of the packages, those that the bundles leave outside are packed', () => {
  const patterns = JSON.stringify(configuration.files);
  const kept = patterns.match(/"!\*\*\/node_modules\/!\(([^)]*)\)\/\*\*"/)?.[1]?.split('|') ?? [];
  const folders = PACKED_AS_PACKAGES.map((name) => name.split('/')[0] ?? '');
  expect(kept.toSorted()).toEqual(folders.toSorted());
});

test('nothing but media types that Cleartake opens is associated with it, on each system', () => {
  const mac = (configuration.mac?.fileAssociations ?? []) as readonly FileAssociation[];
  expect(mac.flatMap(({ ext }) => ext).toSorted()).toEqual(RECORDING_EXTENSIONS.toSorted());
  expect(mac.map(({ role, rank }) => [role, rank])).toEqual(mac.map(() => ['Viewer', 'Alternate']));

  const installer = readFileSync(path.join(root, String(configuration.nsis?.include)), 'utf8');
  const windows = [...installer.matchAll(/insertmacro \$\{ACTION\} "([^"]*)"/g)].map((match) => match[1]);
  expect(windows.toSorted()).toEqual(RECORDING_EXTENSIONS.toSorted());

  const linux = configuration.linux?.mimeTypes ?? [];
  const types = new Set(RECORDING_EXTENSIONS.map((extension) => contentTypeOf(`a.${extension}`)));
  expect([...types].filter((type) => !linux.includes(type))).toEqual([]);
  expect(linux.filter((type) => !/^(audio|video)\//.test(type))).toEqual([]);
});

test('the system’s own programs stay the default, and its own types as they are', () => {
  // electron-builder would write the default program of a type on Windows, and define types anew on Linux.
  expect([configuration.fileAssociations, configuration.win?.fileAssociations]).toEqual([undefined, undefined]);
  expect(configuration.linux?.fileAssociations).toBeUndefined();
  const installer = readFileSync(path.join(root, String(configuration.nsis?.include)), 'utf8');
  expect(installer).not.toMatch(/Classes\\\.\$\{EXTENSION\}" ""/);
});

test('whatever the installer for Windows registers, it removes', () => {
  const installer = readFileSync(path.join(root, String(configuration.nsis?.include)), 'utf8');
  const removal = installer.slice(installer.indexOf('!macro customUnInstall'));
  const added = [...installer.matchAll(/!insertmacro addClass "([^"]*)"/g)].map((match) => match[1]);
  const removed = [...removal.matchAll(/DeleteRegKey SHELL_CONTEXT "Software\\Classes\\([^"]*)"/g)].map(
    (match) => match[1],
  );
  expect(removed).toEqual(added);
  expect(added).toHaveLength(2);
  expect(removal).toContain('!insertmacro eachRecordingType removeRecordingType');
});

test('an AppImage keeps its sandbox, and a Mac gets a signature without a certificate', () => {
  expect(configuration.toolsets?.appimage).not.toMatch(/^0\./);
  expect(configuration.linux?.executableArgs).toBeUndefined();
  expect([configuration.mac?.identity, configuration.mac?.hardenedRuntime]).toEqual(['-', true]);
  // Without a team, library validation would refuse Electron's own framework.
  const entitlements = readFileSync(path.join(root, String(configuration.mac?.entitlements)), 'utf8');
  expect(entitlements).toContain('com.apple.security.cs.disable-library-validation');
});

test('installers of each system are made, for the processor that the command names', () => {
  const targets = [configuration.mac, configuration.win, configuration.linux].map((system) => system?.target);
  // With processors here, electron-builder would ignore --x64 and --arm64.
  expect(targets).toEqual([
    ['dmg', 'zip'],
    ['nsis', 'portable'],
    ['AppImage', 'deb'],
  ]);
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
