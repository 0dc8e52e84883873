/** Folders and version for hosts that run in a checkout, from the sources or bundled: data, samples, migrations. */

import { homedir } from 'node:os';
import path from 'node:path';
import envPaths from 'env-paths';
import type { PathSurroundings } from '../../platform/files/typed-path.ts';
import type { HostInfo } from './desk-host.ts';
import { programVersion } from './program-version.ts';
import { findDataFolder } from './settle-data-folder.ts';

/** A bundle (`out/builds/NAME`) is as deep in the checkout as this file. */
const ROOT = path.resolve(import.meta.dirname, '../../..');

const MIGRATIONS = import.meta.filename.endsWith('.ts')
  ? {
      core: path.join(ROOT, 'electron/core/store/migrations'),
      service: path.join(ROOT, 'electron/service/migrations'),
      postgres: path.join(ROOT, 'electron/service/store/postgres/migrations'),
    }
  : {
      core: path.join(import.meta.dirname, 'migrations/core'),
      service: path.join(import.meta.dirname, 'migrations/service'),
      postgres: path.join(import.meta.dirname, 'migrations/service-postgres'),
    };

/** Folder with the built-in service's generated migrations. */
export const SERVICE_MIGRATIONS = MIGRATIONS.service;

/** The same for a service that works with PostgreSQL. */
export const POSTGRES_MIGRATIONS = MIGRATIONS.postgres;

/** The operating system's folder for application data, for example `~/.local/share/Cleartake`. Absolute. */
export function defaultDataDirectory(): string {
  return envPaths('Cleartake', { suffix: '' }).data;
}

/**
 * @param dataDirectory resolved against the working directory; default: the application data folder. One that was moved is followed
 * @throws CleartakeError notPossibleNow when it was moved to a place that isn't there
 */
export function nodeHostInfo(host: HostInfo['host'], dataDirectory?: string): HostInfo {
  return {
    host,
    version: programVersion(),
    dataDirectory: findDataFolder(path.resolve(dataDirectory ?? defaultDataDirectory())),
    samplesDirectory: path.join(ROOT, 'build/samples'),
    migrationsDirectory: MIGRATIONS.core,
    serviceMigrationsDirectory: SERVICE_MIGRATIONS,
    platform: process.platform,
    // A page in a browser gets the bytes of a dropped file, never its path.
    filesHavePaths: host !== 'browser',
  };
}

/** For `~` and variables in paths that people type. */
export function pathSurroundings(): PathSurroundings {
  return { environment: process.env, home: homedir() };
}
