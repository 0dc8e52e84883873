/** `cleartake service`: the local service alone, for other programs. */

import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Log, LogFields } from '../../../platform/log.ts';
import { systemClock } from '../../../platform/time/clock.ts';
import { createService } from '../../../service/service.ts';
import { defaultDataDirectory, SERVICE_MIGRATIONS } from '../../common/paths.ts';
import { spawnNodeHelper } from '../../common/processes/node-helpers.ts';
import { EXIT, type ExitStatus, UsageError } from '../exit-status.ts';
import { readConfiguration, readTls } from '../service-files.ts';
import { SERVICE_USAGE } from '../strings/usage.ts';
import { terminationRequested } from '../termination.ts';

export interface ServiceCommandOptions {
  readonly host: string;
  readonly port: number;
  readonly dataDir?: string;
  readonly rehearsal?: boolean;
  readonly newAdminKey?: boolean;
  /** Path of a file in the form of electron/service/configuration.ts. */
  readonly config?: string;
  /** Paths of PEM files; both or none. */
  readonly tlsCert?: string;
  readonly tlsKey?: string;
}

/** Runs until it is told to stop. The first line on standard output is JSON; it has keys only if this start created them. */
export async function serviceCommand(options: ServiceCommandOptions): Promise<ExitStatus> {
  // Listens from the start: whoever reads the first line may end the service at once.
  const termination = terminationRequested();
  const configuration = await readConfiguration(options.config);
  const tls = await readTls(options.tlsCert, options.tlsKey);
  const service = await createService({
    host: options.host,
    port: options.port,
    dataDirectory: path.resolve(options.dataDir ?? path.join(defaultDataDirectory(), 'service-alone')),
    migrationsDirectory: SERVICE_MIGRATIONS,
    clock: systemClock,
    randomBytes,
    spawn: spawnNodeHelper,
    rehearsal: options.rehearsal === true,
    newAdminKey: options.newAdminKey === true,
    configuration,
    ...(tls === undefined ? {} : { tls }),
    log: errorLog,
  }).catch((failure: unknown) => {
    throw asUsageError(failure, options);
  });
  process.stdout.write(`${JSON.stringify({ event: 'listening', baseUrl: service.baseUrl, ...service.createdKeys })}\n`);
  await termination;
  await service.close();
  return EXIT.done;
}

/** A failure that the arguments caused, as a usage error. */
function asUsageError(failure: unknown, { host, port }: ServiceCommandOptions): unknown {
  if (failure instanceof RangeError) return new UsageError(failure.message);
  if (!(failure instanceof Error && 'code' in failure && 'syscall' in failure)) return failure;
  const { code, syscall } = failure;
  if (syscall === 'mkdir' || syscall === 'open') {
    return new UsageError(SERVICE_USAGE.dataFolder(String(code)));
  }
  switch (code) {
    case 'EADDRINUSE':
      return new UsageError(SERVICE_USAGE.portTaken(port));
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new UsageError(SERVICE_USAGE.unknownAddress(host));
    case 'EACCES':
      return new UsageError(SERVICE_USAGE.portForbidden(port));
    default:
      return failure;
  }
}

/** One JSON object per line. The service logs no secrets. */
function write(level: 'warn' | 'error', message: string, fields: LogFields = {}): void {
  process.stderr.write(`${JSON.stringify({ level, message, ...fields })}\n`);
}

const errorLog: Log = {
  info: () => undefined,
  warn: (message, fields) => write('warn', message, fields),
  error: (message, fields) => write('error', message, fields),
};
