/** Paths of the bundled desktop, packaged or not, all derived from the folder of the bundle. */

import path from 'node:path';
import type { HostInfo } from '../common/desk-host.ts';

export interface BundlePlace {
  /** Absolute folder of the bundled main process, `out/main`. */
  readonly mainDirectory: string;
  /** Electron's folder of resources beside the archive; null when the app is not packaged. */
  readonly resourcesDirectory: string | null;
}

export interface BundlePaths {
  readonly page: string;
  readonly preload: string;
  readonly samples: string;
  readonly coreMigrations: string;
  readonly serviceMigrations: string;
}

export function bundlePaths(place: BundlePlace): BundlePaths {
  const out = path.dirname(place.mainDirectory);
  return {
    page: path.join(out, 'renderer'),
    preload: path.join(out, 'preload/preload.cjs'),
    // FFmpeg can't read inside the archive, so packaged samples are beside it.
    samples:
      place.resourcesDirectory === null
        ? path.join(path.dirname(out), 'build/samples')
        : path.join(place.resourcesDirectory, 'samples'),
    coreMigrations: path.join(place.mainDirectory, 'migrations/core'),
    serviceMigrations: path.join(place.mainDirectory, 'migrations/service'),
  };
}

export function desktopHostInfo(paths: BundlePaths, version: string, dataDirectory: string): HostInfo {
  return {
    host: 'desktop',
    version,
    dataDirectory,
    samplesDirectory: paths.samples,
    migrationsDirectory: paths.coreMigrations,
    serviceMigrationsDirectory: paths.serviceMigrations,
    platform: process.platform,
    filesHavePaths: true,
  };
}
