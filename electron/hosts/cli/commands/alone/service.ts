/** `cleartake service`: the local service alone, for other programs. */

import { createPrivateKey, randomBytes, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Log, LogFields } from '../../../../platform/log.ts';
import { systemClock } from '../../../../platform/time/clock.ts';
import type { ServerDatabase, ServiceConfigurationInput, TlsMaterial } from '../../../../service/service.ts';
import { programVersion } from '../../../common/program-version.ts';
import { EXIT, type ExitStatus, UsageError } from '../../exit-status.ts';
import { print, say } from '../../output/printer.ts';
import { jsonLine } from '../../reports/printable.ts';
import type { CliCommand } from '../../syntax/cli-command.ts';
import { parsePort } from '../../syntax/parsers.ts';
import { terminationRequested } from '../../termination.ts';

export function command(program: CliCommand): void {
  program
    .subcommand('service', 'run the local service alone; the first line of output has its address and, once, its keys')
    .option('--host <host>', 'address to listen on; without TLS it must be a loopback address', '127.0.0.1')
    .option('--port <n>', 'port; 0 picks a free one', parsePort, 0)
    .option('--config <file>', 'settings as JSON: prices, limits, quota, webhooks, publicUrl, storage')
    .option('--storage <address>', 'keep media in an S3-compatible storage: s3://bucket/folder')
    .option('--storage-endpoint <url>', 'address of that storage (default: Amazon’s of the region)')
    .option('--tls-cert <file>', 'certificate with its chain, in PEM')
    .option('--tls-key <file>', 'private key of the certificate, in PEM without a passphrase')
    .option(
      '--metrics-port <n>',
      'port of /metrics, /healthz and /readyz, on this computer alone; 0 picks a free one (default: none)',
      parsePort,
    )
    .option(
      '--database <address>',
      'work with a PostgreSQL database, such as postgres://cleartake@db.example/cleartake, without a password',
    )
    .option(
      '--database-file <file>',
      'file with the address, which may have a password (default: CLEARTAKE_DATABASE_URL)',
    )
    .option('--back-up-to <folder>', 'copy the data folder to a new folder and end, also while a service works in it')
    .option('--new-admin-key', 'create another admin key, in case the first one is lost')
    .option('--recover', 'when the database is damaged, keep it aside and go on from its newest intact backup')
    .option('--rehearsal', 'let /portal/rehearsal make it slow, flaky or strict')
    .dataDir()
    .examples(
      'cleartake service --port 8080 --data-dir studio',
      'cleartake service --config studio.json --host 0.0.0.0 --port 8443 \\\n--tls-cert cert.pem --tls-key key.pem',
      'cleartake service --config studio.json --database-file /etc/cleartake/database',
      'cleartake service --data-dir studio --back-up-to backup',
      'cleartake service --storage s3://recordings/cleartake \\\n--storage-endpoint https://s3.studio.example',
    )
    .run(serviceCommand);
}

interface ServiceCommandOptions {
  readonly host: string;
  readonly port: number;
  readonly dataDir?: string;
  readonly rehearsal?: boolean;
  readonly newAdminKey?: boolean;
  /** Replaces a damaged database by its backup. */
  readonly recover?: boolean;
  /** Path of a file in the form of electron/service/configuration.ts. */
  readonly config?: string;
  /** `s3://bucket/folder`. */
  readonly storage?: string;
  readonly storageEndpoint?: string;
  /** Paths of PEM files; both or none. */
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  /** Address of a PostgreSQL database, or the path of a file with it. */
  readonly database?: string;
  readonly databaseFile?: string;
  /** Port of health, readiness and metrics on 127.0.0.1. */
  readonly metricsPort?: number;
  /** A folder that doesn't exist yet. With it the data folder is copied there, and nothing listens. */
  readonly backUpTo?: string;
}

/** Runs until it is told to stop. The first line on standard output is JSON; it has keys only if this start created them. */
async function serviceCommand(options: ServiceCommandOptions): Promise<ExitStatus> {
  const { defaultDataDirectory, SERVICE_MIGRATIONS } = await import('../../../common/paths.ts');
  const dataDirectory = path.resolve(options.dataDir ?? path.join(defaultDataDirectory(), 'service-alone'));
  const database = await readDatabase(options);
  if (options.backUpTo !== undefined) {
    if (database !== undefined) throw new UsageError(BACK_UP_SERVER);
    return await backUp(dataDirectory, path.resolve(options.backUpTo));
  }
  if (options.recover === true && database !== undefined) throw new UsageError(RECOVER_SERVER);
  // Listens from the start: whoever reads the first line may end the service at once.
  const termination = terminationRequested();
  const configuration = withEndpoint(await readConfiguration(options.config), options);
  const tls = await readTls(options.tlsCert, options.tlsKey);
  const [{ createService }, { spawnNodeHelper }, { openEgress }] = await Promise.all([
    import('../../../../service/service.ts'),
    import('../../../common/processes/node-helpers.ts'),
    import('../../../common/processes/egress.ts'),
  ]);
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
    egress: openEgress(),
    configuration,
    ...(tls === undefined ? {} : { tls }),
    ...(database === undefined ? {} : { database }),
    ...(options.storage === undefined ? {} : { storage: options.storage }),
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

const BACK_UP_SERVER =
  '--back-up-to copies the database of the data folder. Back up PostgreSQL with its own tools, such as pg_dump, and then the data folder.';
const RECOVER_SERVER =
  '--recover is for the database of the data folder. Restore a backup of PostgreSQL with its own tools.';
const SHOWN_PASSWORD =
  'The address in --database has a password, which other users of this computer can read. Put the address into a file and name it with --database-file, or set CLEARTAKE_DATABASE_URL, PGPASSWORD or PGPASSFILE.';

/** @throws UsageError when the address comes with its password, or from two places */
async function readDatabase({ database, databaseFile }: ServiceCommandOptions): Promise<ServerDatabase | undefined> {
  if (database !== undefined && databaseFile !== undefined) {
    throw new UsageError('The address of the database comes from --database or --database-file. Use one of them.');
  }
  const fromFile = databaseFile === undefined ? undefined : (await readText(databaseFile, 'database address')).trim();
  const address = database ?? fromFile ?? (process.env.CLEARTAKE_DATABASE_URL || undefined);
  if (address === undefined) return undefined;
  const [{ carriesPassword }, { POSTGRES_MIGRATIONS }] = await Promise.all([
    import('../../../../service/service.ts'),
    import('../../../common/paths.ts'),
  ]);
  if (database !== undefined && carriesPassword(database)) throw new UsageError(SHOWN_PASSWORD);
  return { address, migrationsDirectory: POSTGRES_MIGRATIONS };
}

/** @throws UsageError for an endpoint of no storage */
function withEndpoint(
  configuration: ServiceConfigurationInput,
  { storage, storageEndpoint: endpoint }: ServiceCommandOptions,
): ServiceConfigurationInput {
  if (endpoint === undefined) return configuration;
  if (storage === undefined) throw new UsageError('--storage-endpoint needs --storage.');
  return { ...configuration, storage: { ...configuration.storage, endpoint } };
}

/** Also while a service works in the folder. */
async function backUp(from: string, folder: string): Promise<ExitStatus> {
  const { backUpService } = await import('../../../../service/service.ts');
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
  const usedPort = 'port' in failure && typeof failure.port === 'number' ? failure.port : port;
  if (syscall === 'mkdir' || syscall === 'open') {
    return new UsageError(`The data folder can’t be used (${String(code)}). Choose another one with --data-dir.`);
  }
  switch (code) {
    case 'EADDRINUSE':
      return new UsageError(`Port ${usedPort} is already in use. Choose another one, or 0 for any free port.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new UsageError(`This computer has no address ${host}.`);
    case 'EACCES':
      return new UsageError(`Your account doesn’t have permission to use port ${usedPort}. Choose one above 1023.`);
    default:
      return failure;
  }
}

/** One JSON object per line. The service logs no secrets. */
function write(level: 'warn' | 'error', message: string, fields: LogFields = {}): void {
  say(jsonLine({ level, message, ...fields }));
}

const errorLog: Log = {
  info: () => undefined,
  warn: (message, fields) => write('warn', message, fields),
  error: (message, fields) => write('error', message, fields),
};

/** @throws UsageError that names the field */
async function readConfiguration(file: string | undefined): Promise<ServiceConfigurationInput> {
  if (file === undefined) return {};
  const text = await readText(file, 'configuration');
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw new UsageError(`The configuration ${file} isn’t valid JSON.`);
  }
  const { serviceConfiguration } = await import('../../../../service/service.ts');
  const checked = serviceConfiguration.safeParse(read);
  if (checked.success) return read as ServiceConfigurationInput;
  const sentences = checked.error.issues.map((issue) => {
    const field = issue.path.join('.');
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key].join('.')) : [];
    if (unknown.length > 0) return `${unknown.join(', ')}: there is no such setting.`;
    return `${field === '' ? 'The whole file' : field}: ${issue.message}.`;
  });
  throw new UsageError(`The configuration ${file} isn’t valid. ${sentences.join(' ')}`);
}

/**
 * Reads certificate and key, and checks that they belong together. No message repeats anything of the key.
 * @throws UsageError
 */
async function readTls(certificateFile?: string, keyFile?: string): Promise<TlsMaterial | undefined> {
  if (certificateFile === undefined && keyFile === undefined) return undefined;
  if (certificateFile === undefined || keyFile === undefined) {
    throw new UsageError('TLS needs both --tls-cert and --tls-key.');
  }
  const certificate = await readText(certificateFile, 'certificate');
  const key = await readText(keyFile, 'key');
  const parsed = attempt(() => new X509Certificate(certificate));
  if (parsed === null) throw new UsageError(`The certificate ${certificateFile} isn’t a certificate in PEM.`);
  const parsedKey = attempt(() => createPrivateKey(key));
  if (parsedKey === null) throw new UsageError(`The key ${keyFile} isn’t a private key in PEM without a passphrase.`);
  if (!parsed.checkPrivateKey(parsedKey)) {
    throw new UsageError(`The key ${keyFile} doesn’t belong to the certificate ${certificateFile}.`);
  }
  return { certificate, key };
}

async function readText(file: string, what: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (failure) {
    const code = failure instanceof Error && 'code' in failure ? String(failure.code) : 'unknown';
    throw new UsageError(`The ${what} ${file} can’t be read (${code}).`);
  }
}

function attempt<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch {
    return null;
  }
}
