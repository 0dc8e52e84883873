/** As much of an unpacked Electron as packing looks at, for every target: a program with its fuses, all of them on. */

import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SENTINEL } from '@electron/fuses/dist/constants.js';
import { NtExecutable, NtExecutableResource, Resource } from 'resedit';
import type { Target } from '../../../build/packaging/targets.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const FUSES = Buffer.concat([Buffer.from(SENTINEL), Buffer.from([1, 8]), Buffer.from('1'.repeat(8))]);
const HEADER_BYTES = 4096;

/** The first bytes of a real library of this target: better-sqlite3 has one for each. */
export function realHeader({ platform, arch }: Target): Buffer {
  const file = path.join(ROOT, `node_modules/better-sqlite3/prebuilds/${platform}-${arch}.node`);
  return readFileSync(file).subarray(0, HEADER_BYTES);
}

/** @param dist folder that is made @returns the same folder */
export function makeElectron(dist: string, target: Target): string {
  mkdirSync(dist, { recursive: true });
  if (target.platform === 'darwin') makeMacElectron(dist, target);
  else makeFlatElectron(dist, target);
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'version']) writeFileSync(path.join(dist, name), name);
  return dist;
}

function makeFlatElectron(dist: string, target: Target): void {
  mkdirSync(path.join(dist, 'resources'));
  mkdirSync(path.join(dist, 'locales'));
  const library = target.platform === 'win32' ? 'ffmpeg.dll' : 'libffmpeg.so';
  writeFileSync(path.join(dist, library), realHeader(target));
  if (target.platform === 'win32') {
    writeFileSync(path.join(dist, 'electron.exe'), makeWindowsProgram());
    return;
  }
  writeFileSync(path.join(dist, 'electron'), Buffer.concat([realHeader(target), FUSES]), { mode: 0o755 });
  for (const name of ['chrome_crashpad_handler', 'chrome-sandbox'])
    writeFileSync(path.join(dist, name), realHeader(target));
}

/** With the version information that packing replaces, and the fuses after the end that the header states. */
function makeWindowsProgram(): Buffer {
  const program = NtExecutable.createEmpty(false, false);
  const resources = NtExecutableResource.from(program);
  const version = Resource.VersionInfo.createEmpty();
  version.setStringValues({ lang: 1033, codepage: 1200 }, { FileDescription: 'Electron' });
  version.outputToResourceEntries(resources.entries);
  resources.outputResource(program);
  program.setExtraData(Uint8Array.from(FUSES).buffer);
  return Buffer.from(program.generate());
}

function makeMacElectron(dist: string, target: Target): void {
  const contents = path.join(dist, 'Electron.app/Contents');
  const framework = path.join(contents, 'Frameworks/Electron Framework.framework');
  for (const folder of ['MacOS', 'Resources']) mkdirSync(path.join(contents, folder), { recursive: true });
  mkdirSync(framework, { recursive: true });
  writeFileSync(path.join(contents, 'MacOS/Electron'), realHeader(target), { mode: 0o755 });
  writeFileSync(path.join(framework, 'Electron Framework'), Buffer.concat([realHeader(target), FUSES]));
  writeFileSync(path.join(contents, 'Resources/electron.icns'), 'icns');
  writeFileSync(path.join(contents, 'Info.plist'), propertyList('Electron', 'com.github.Electron'));
  for (const kind of ['', ' (GPU)', ' (Plugin)', ' (Renderer)']) {
    const name = `Electron Helper${kind}`;
    const helper = path.join(contents, 'Frameworks', `${name}.app/Contents`);
    mkdirSync(path.join(helper, 'MacOS'), { recursive: true });
    cpSync(path.join(contents, 'MacOS/Electron'), path.join(helper, 'MacOS', name));
    writeFileSync(path.join(helper, 'Info.plist'), propertyList(name, 'com.github.Electron.helper'));
  }
}

function propertyList(name: string, identifier: string): string {
  const entries = {
    CFBundleName: name,
    CFBundleExecutable: name,
    CFBundleIdentifier: identifier,
    CFBundleIconFile: 'electron.icns',
  };
  const lines = Object.entries(entries).map(([key, value]) => `<key>${key}</key><string>${value}</string>`);
  const type = '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">';
  return `<?xml version="1.0" encoding="UTF-8"?>\n${type}\n<plist version="1.0"><dict>${lines.join('')}</dict></plist>\n`;
}
