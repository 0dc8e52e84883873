/** The systems that packages are made for, in the words of Node, of electron-builder and of node-av's packages. */

import { Arch, type PackContext } from 'app-builder-lib';

export type Platform = 'linux' | 'darwin' | 'win32';
export type Architecture = 'x64' | 'arm64';

export interface Target {
  readonly platform: Platform;
  readonly arch: Architecture;
}

const PLATFORMS: readonly string[] = ['linux', 'darwin', 'win32'] satisfies readonly Platform[];
const ARCHITECTURES: readonly string[] = ['x64', 'arm64'] satisfies readonly Architecture[];

/** electron-builder's `${os}` for each platform. */
const BUILDER_NAMES: Readonly<Record<Platform, string>> = { linux: 'linux', darwin: 'mac', win32: 'win' };

/** @throws Error for a system that Cleartake has no packages for */
export function targetOf(context: Pick<PackContext, 'electronPlatformName' | 'arch'>): Target {
  const platform = context.electronPlatformName;
  const arch = Arch[context.arch] ?? '';
  if (!PLATFORMS.includes(platform) || !ARCHITECTURES.includes(arch)) {
    throw new Error(`Cleartake has no packages for ${platform} on ${arch}.`);
  }
  return { platform: platform as Platform, arch: arch as Architecture };
}

/** For example `darwin-arm64`. */
export function targetName({ platform, arch }: Target): string {
  return `${platform}-${arch}`;
}

/** For example `mac-arm64`: what `${os}-${arch}` in electron-builder.yml stands for. */
export function builderName({ platform, arch }: Target): string {
  return `${BUILDER_NAMES[platform]}-${arch}`;
}

/** The package that node-av loads its native code from: on Windows the one for Microsoft's runtime, which Electron is built with. */
export function nodeAvPackage(target: Target): string {
  return `@seydx/node-av-${targetName(target)}${target.platform === 'win32' ? '-msvc' : ''}`;
}
