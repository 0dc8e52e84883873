/** electron-builder runs this before it signs: what was packed must run on the target, and be allowed to be there. */

import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { AfterPackContext } from 'app-builder-lib';
import { requireRedistributable } from './ffmpeg-license.ts';
import { nativeHeaderOf } from './native-headers.ts';
import { type Target, targetName, targetOf } from './targets.ts';

export interface PackedFile {
  /** Relative to the packed application, with slashes. */
  readonly name: string;
  /** In bytes. */
  readonly size: number;
}

/** @throws Error with a sentence, which ends the packaging */
export function afterPack(context: AfterPackContext): void {
  const target = targetOf(context);
  const files = filesIn(context.appOutDir);
  refuseForeign(context.appOutDir, files, target);
  for (const { name } of files) {
    if (path.posix.basename(name) === 'node-av.node') requireRedistributable(path.join(context.appOutDir, name));
  }
  console.log(sizeReport(targetName(target), files));
}

/** All files below a folder, links left out: a Mac's frameworks have them. */
export function filesIn(folder: string): readonly PackedFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      return { name: path.relative(folder, file).replaceAll(path.sep, '/'), size: statSync(file).size };
    });
}

/**
 * Compares the header of every native file with the target.
 * @param folder that the files are in
 * @throws Error that names the files that another system needs; or when nothing native is there, which can't be right
 */
export function refuseForeign(folder: string, files: readonly PackedFile[], target: Target): void {
  const wanted = targetName(target);
  let natives = 0;
  const foreign = files.flatMap(({ name }) => {
    const header = nativeHeaderOf(path.join(folder, name));
    if (header === null) return name.endsWith('.node') ? [`${name} (not native code)`] : [];
    natives++;
    return header.targets.includes(wanted) ? [] : [`${name} (${header.targets.join(', ')})`];
  });
  if (foreign.length > 0) throw new Error(`These files don’t run on ${wanted}: ${foreign.join('; ')}.`);
  if (natives === 0) throw new Error(`Nothing in this package runs on ${wanted}.`);
}

/** Sizes of what a package consists of, for people. */
export function sizeReport(target: string, files: readonly PackedFile[]): string {
  const sum = (chosen: (name: string) => boolean) =>
    files.reduce((bytes, { name, size }) => (chosen(name) ? bytes + size : bytes), 0);
  const isArchive = (name: string) => name.endsWith('/app.asar');
  const isUnpacked = (name: string) => name.includes('/app.asar.unpacked/');
  const isFfmpeg = (name: string) => isUnpacked(name) && name.endsWith('/node-av.node');
  const all = sum(() => true);
  const [archive, unpacked, ffmpeg] = [sum(isArchive), sum(isUnpacked), sum(isFfmpeg)];
  return (
    `${target}: ${megabytes(all)} in ${files.length} files: Cleartake ${megabytes(archive)}, FFmpeg ${megabytes(ffmpeg)}, ` +
    `other native code ${megabytes(unpacked - ffmpeg)}, Electron and the rest ${megabytes(all - archive - unpacked)}.`
  );
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
