/** Packs the built desktop for any target, with a made-up Electron and, where it shouldn't be the real one, a made-up FFmpeg. */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Configuration } from 'app-builder-lib';
import { Arch, build, Platform } from 'electron-builder';
import { nativesFolder } from '../../../build/packaging/natives.ts';
import { nodeAvPackage, type Target, targetName } from '../../../build/packaging/targets.ts';
import { makeElectron, realHeader } from './electron-distribution.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const BUILDER_PLATFORMS = { linux: Platform.LINUX, darwin: Platform.MAC, win32: Platform.WINDOWS };

/** The configuration of an FFmpeg that may be passed on. */
export const FREE_CONFIGURATION = '--enable-gpl --enable-version3 --disable-everything --enable-demuxer=wav';

/**
 * Packs into a folder, as far as installers begin.
 * @param folder to work in
 * @param overrides of electron-builder.yml
 * @returns absolute path of the unpacked application
 */
export async function pack(folder: string, target: Target, overrides: Configuration): Promise<string> {
  const output = path.join(folder, `out-${targetName(target)}`);
  const electronDist = makeElectron(path.join(folder, `electron-${targetName(target)}`), target);
  let packed = '';
  const afterPack = overrides.afterPack;
  const config: Configuration = {
    ...overrides,
    electronDist,
    directories: { output },
    afterPack: async (context) => {
      packed = context.appOutDir;
      if (typeof afterPack === 'function') await afterPack(context);
    },
  };
  const targets = BUILDER_PLATFORMS[target.platform].createTarget('dir', Arch[target.arch]);
  try {
    await build({ projectDir: ROOT, targets, publish: 'never', config });
  } finally {
    rmSync(electronDist, { recursive: true });
  }
  return packed;
}

/** What an AppImage would have as desktop entry. electron-builder stops before it runs any tool. */
export async function computeDesktopEntry(folder: string, target: Target): Promise<{ file: string; text: string }> {
  const electronDist = makeElectron(path.join(folder, 'electron-entry'), target);
  const output = path.join(folder, 'out-entry');
  const computed = { file: '', text: '' };
  await build({
    projectDir: ROOT,
    targets: BUILDER_PLATFORMS[target.platform].createTarget('AppImage', Arch[target.arch]),
    publish: 'never',
    config: { electronDist, directories: { output }, beforePack: () => undefined, afterPack: () => undefined },
    effectiveOptionComputed: async ({ desktop, desktopFileName }) => {
      computed.file = desktopFileName;
      computed.text = desktop;
      return true;
    },
  });
  return computed;
}

/** Puts small files where packing takes native code from: real headers, and a configuration of FFmpeg. */
export function placeMadeUpNatives(target: Target, configuration: string): void {
  const header = realHeader(target);
  const folder = nativesFolder(ROOT, target);
  rmSync(folder, { recursive: true, force: true });
  const files = {
    [`better-sqlite3/prebuilds/${targetName(target)}.node`]: header,
    [`${nodeAvPackage(target)}/node-av.node`]: Buffer.concat([header, Buffer.from(`\0${configuration}\0`)]),
    [`${nodeAvPackage(target)}/package.json`]: '{}',
  };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
}
