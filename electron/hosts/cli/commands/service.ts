/** `cleartake service`: the local service alone, for programs and for other people's clients on this computer. */

import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Log, LogFields } from '../../../platform/log.ts';
import { systemClock } from '../../../platform/time/clock.ts';
import { createService } from '../../../service/service.ts';
import { defaultDataDirectory, nodeHostInfo } from '../../common/paths.ts';
import { spawnNodeHelper } from '../../common/processes/node-helpers.ts';
import { EXIT, type ExitStatus, UsageError } from '../exit-status.ts';
import { readConfiguration, readTls } from '../service-files.ts';
import { terminationRequested } from '../termination.ts';

export interface ServiceCommandOptions {
  readonly host: string;
  readonly port: number;
  readonly dataDir?: string;
  readonly rehearsal?: boolean;
  readonly newAdminKey?: boolean;
  /** A file: electron/service/configuration.ts says what may stand in it. */
  readonly config?: string;
  /** Files in PEM; both or none. */
  readonly tlsCert?: string;
  readonly tlsKey?: string;
}

/** Runs until it is asked to end. The first line on standard output is JSON; keys are in it only when this start made them. */
export async function serviceCommand(options: ServiceCommandOptions): Promise<ExitStatus> {
  // Heard from the beginning: whoever reads the first line may ask for the end at once.
  const ending = terminationRequested();
  const configuration = await readConfiguration(options.config);
  const tls = await readTls(options.tlsCert, options.tlsKey);
  const service = await createService({
    host: options.host,
    port: options.port,
    dataDirectory: path.resolve(options.dataDir ?? path.join(defaultDataDirectory(), 'service-alone')),
    migrationsDirectory: nodeHostInfo('cli').serviceMigrationsDirectory,
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
  await ending;
  await service.close();
  return EXIT.done;
}

/** What the words of the call brought about, as a sentence. */
function asUsageError(failure: unknown, { host, port }: ServiceCommandOptions): unknown {
  if (failure instanceof RangeError) return new UsageError(failure.message);
  if (!(failure instanceof Error && 'code' in failure && 'syscall' in failure)) return failure;
  const { code, syscall } = failure;
  if (syscall === 'mkdir' || syscall === 'open') {
    return new UsageError(`The data folder cannot be used (${code}). Choose another one with --data-dir.`);
  }
  switch (code) {
    case 'EADDRINUSE':
      return new UsageError(`Port ${port} is taken. Choose another one, or 0 for any that is free.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new UsageError(`This computer has no address ${host}.`);
    case 'EACCES':
      return new UsageError(`Port ${port} needs rights that this account does not have. Choose one above 1023.`);
    default:
      return failure;
  }
}

/** One JSON object a line. The service logs nothing that is secret. */
function write(level: 'warn' | 'error', message: string, fields: LogFields = {}): void {
  process.stderr.write(`${JSON.stringify({ level, message, ...fields })}\n`);
}

const errorLog: Log = {
  info: () => undefined,
  warn: (message, fields) => write('warn', message, fields),
  error: (message, fields) => write('error', message, fields),
};
