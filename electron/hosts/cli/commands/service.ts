/** `cleartake service`: the local service alone, for other programs. */

import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Log, LogFields } from '../../../platform/log.ts';
import { systemClock } from '../../../platform/time/clock.ts';
import { backUpService, createService } from '../../../service/service.ts';
import { defaultDataDirectory, SERVICE_MIGRATIONS } from '../../common/paths.ts';
import { spawnNodeHelper } from '../../common/processes/node-helpers.ts';
import { programVersion } from '../../common/program-version.ts';
import { EXIT, type ExitStatus, UsageError } from '../exit-status.ts';
import { print, tell } from '../output/printer.ts';
import { jsonLine } from '../reports/printable.ts';
import { readConfiguration, readTls } from '../service-files.ts';
import { SERVICE_USAGE } from '../strings/usage.ts';
import { terminationRequested } from '../termination.ts';

export interface ServiceCommandOptions {
  readonly host: string;
  readonly port: number;
  readonly dataDir?: string;
  readonly rehearsal?: boolean;
  readonly newAdminKey?: boolean;
  /** Replaces a damaged database by its backup. */
  readonly recover?: boolean;
  /** Path of a file in the form of electron/service/configuration.ts. */
  readonly config?: string;
  /** Paths of PEM files; both or none. */
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  /** Port of health, readiness and metrics on 127.0.0.1. */
  readonly metricsPort?: number;
  /** A folder that doesn't exist yet. With it the data folder is copied there, and nothing listens. */
  readonly backUpTo?: string;
}

/** Runs until it is told to stop. The first line on standard output is JSON; it has keys only if this start created them. */
export async function serviceCommand(options: ServiceCommandOptions): Promise<ExitStatus> {
  const dataDirectory = path.resolve(options.dataDir ?? path.join(defaultDataDirectory(), 'service-alone'));
  if (options.backUpTo !== undefined) return await backUp(dataDirectory, path.resolve(options.backUpTo));
  // Listens from the start: whoever reads the first line may end the service at once.
  const termination = terminationRequested();
  const configuration = await readConfiguration(options.config);
  const tls = await readTls(options.tlsCert, options.tlsKey);
  const service = await createService({
    host: options.host,
    port: options.port,
    dataDirectory,
    migrationsDirectory: SERVICE_MIGRATIONS,
    clock: systemClock,
    randomBytes,
    spawn: spawnNodeHelper,
    rehearsal: options.rehearsal === true,
    newAdminKey: options.newAdminKey === true,
    recover: options.recover === true,
    version: programVersion(),
    configuration,
    ...(tls === undefined ? {} : { tls }),
    ...(options.metricsPort === undefined ? {} : { operationsPort: options.metricsPort }),
    log: errorLog,
  }).catch((failure: unknown) => {
    throw asUsageError(failure, options);
  });
  const { baseUrl, createdKeys, operationsUrl } = service;
  const operations = operationsUrl === null ? {} : { metricsUrl: `${operationsUrl}/metrics` };
  print(jsonLine({ event: 'listening', baseUrl, ...operations, ...createdKeys }));
  await termination;
  await service.close();
  return EXIT.done;
}

/** Also while a service works in the folder. */
async function backUp(from: string, folder: string): Promise<ExitStatus> {
  const copied = await backUpService(from, folder).catch((failure: unknown) => {
    throw failure instanceof RangeError ? new UsageError(failure.message) : failure;
  });
  print(jsonLine({ event: 'backed-up', folder, ...copied }));
  return EXIT.done;
}

/** A failure that the arguments caused, as a usage error. */
function asUsageError(failure: unknown, { host, port }: ServiceCommandOptions): unknown {
  if (failure instanceof RangeError) return new UsageError(failure.message);
  if (!(failure instanceof Error && 'code' in failure && 'syscall' in failure)) return failure;
  const { code, syscall } = failure;
  const taken = 'port' in failure && typeof failure.port === 'number' ? failure.port : port;
  if (syscall === 'mkdir' || syscall === 'open') {
    return new UsageError(SERVICE_USAGE.dataFolder(String(code)));
  }
  switch (code) {
    case 'EADDRINUSE':
      return new UsageError(SERVICE_USAGE.portTaken(taken));
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new UsageError(SERVICE_USAGE.unknownAddress(host));
    case 'EACCES':
      return new UsageError(SERVICE_USAGE.portForbidden(taken));
    default:
      return failure;
  }
}

/** One JSON object per line. The service logs no secrets. */
function write(level: 'warn' | 'error', message: string, fields: LogFields = {}): void {
  tell(jsonLine({ level, message, ...fields }));
}

const errorLog: Log = {
  info: () => undefined,
  warn: (message, fields) => write('warn', message, fields),
  error: (message, fields) => write('error', message, fields),
};
