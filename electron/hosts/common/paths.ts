/** Folders and version for hosts that run from the sources: data, samples, migrations. */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import envPaths from 'env-paths';
import type { HostInfo } from './desk-host.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** Folder of the bundled page. */
export const RENDERER_DIRECTORY = path.join(ROOT, 'out/renderer');

/** The operating system's folder for application data, for example `~/.local/share/Cleartake`. Absolute. */
export function defaultDataDirectory(): string {
  return envPaths('Cleartake', { suffix: '' }).data;
}

/** @param dataDirectory resolved against the working directory; default: the application data folder */
export function nodeHostInfo(host: HostInfo['host'], dataDirectory?: string): HostInfo {
  return {
    host,
    version: readVersion(),
    dataDirectory: path.resolve(dataDirectory ?? defaultDataDirectory()),
    samplesDirectory: path.join(ROOT, 'build/samples'),
    migrationsDirectory: path.join(ROOT, 'electron/core/store/migrations'),
    serviceMigrationsDirectory: path.join(ROOT, 'electron/service/migrations'),
    platform: process.platform,
    // A page in a browser gets the bytes of a dropped file, never its path.
    filesHavePaths: host !== 'browser',
  };
}

function readVersion(): string {
  const manifest: { version: string } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  return manifest.version;
}
