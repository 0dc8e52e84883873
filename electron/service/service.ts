/** The local service: opens its data folder, listens, and works on what is queued. */

import { mkdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { CleartakeError } from '../../shared/domain/errors.ts';
import type { Clock } from '../platform/clock.ts';
import { createScope } from '../platform/disposal.ts';
import type { SpawnHelper } from '../platform/helper-process.ts';
import type { Log } from '../platform/log.ts';
import { tryLockFile } from '../platform/sqlite.ts';
import { createAuthenticator } from './auth/authenticate.ts';
import { type CreatedKeys, createFirstKeys, openBuiltInAccount } from './auth/first-keys.ts';
import { type ServiceConfigurationInput, serviceConfiguration } from './configuration.ts';
import { createDispatcher } from './generations/dispatcher.ts';
import { createStatusChanges } from './generations/status-changes.ts';
import type { RandomBytes } from './identifiers.ts';
import { httpAddress, isLoopbackHost } from './loopback.ts';
import { createRehearsal } from './rehearsal/rehearsal.ts';
import { createServer } from './server.ts';
import type { ServiceParts } from './service-parts.ts';
import { openSigningSecret } from './signing/signing-secret.ts';
import { createUrlSigner } from './signing/url-signer.ts';
import { createMediaStorage } from './storage/media-storage.ts';
import { createUploads } from './storage/uploads.ts';
import { openSqliteStore } from './store/sqlite-store.ts';

export interface ServiceOptions {
  /** A loopback address: plain HTTP goes no further. */
  readonly host: string;
  /** 0 takes any that is free. */
  readonly port: number;
  /** Absolute; created when missing, for its owner alone. */
  readonly dataDirectory: string;
  /** Absolute path of electron/service/migrations, or of where a build put them. */
  readonly migrationsDirectory: string;
  readonly clock: Clock;
  /** Cryptographically strong, as `randomBytes` of node:crypto. */
  readonly randomBytes: RandomBytes;
  /** Starts engine processes. */
  readonly spawn: SpawnHelper;
  /** A key that is valid for this run only and belongs to the built-in account. With it no other keys are created. */
  readonly startKey?: string;
  /** Everything in it has a default. */
  readonly configuration?: ServiceConfigurationInput;
  /** Offers `/portal/rehearsal`: the service can be made slow, flaky and older. Off unless asked for. */
  readonly rehearsal?: boolean;
  readonly log: Log;
}

export interface Service {
  /** For example `http://127.0.0.1:41234`, without a trailing slash. */
  readonly baseUrl: string;
  /** Plaintext keys, when this start created them: they are shown once and cannot be read again. */
  readonly createdKeys: CreatedKeys | null;
  /** Stops listening, ends the engines, puts their generations back in the queue and closes the store. */
  close(): Promise<void>;
}

/**
 * Starts the service. It takes requests when the promise resolves.
 * @throws RangeError when the host is not this computer; CleartakeError `dataFolderBusy` when another service has the folder
 */
export async function createService(options: ServiceOptions): Promise<Service> {
  const { host, dataDirectory, randomBytes, log } = options;
  const rehearsal = options.rehearsal === true ? createRehearsal(options.clock) : null;
  const clock = rehearsal?.clock ?? options.clock;
  const configuration = serviceConfiguration.parse(options.configuration ?? {});
  if (!isLoopbackHost(host)) {
    throw new RangeError(`Plain HTTP is for this computer alone: ${host} is not a loopback address such as 127.0.0.1.`);
  }
  const scope = createScope();
  try {
    await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
    const lock = tryLockFile(path.join(dataDirectory, 'service.lock'));
    if (lock === null) throw new CleartakeError('dataFolderBusy', { detail: 'another service works in it' });
    scope.add(() => lock.release());
    const store = openSqliteStore(path.join(dataDirectory, 'service.sqlite'), options.migrationsDirectory);
    scope.add(() => store.close());

    const account = { accounts: store.accounts, clock, randomBytes };
    const runKey = options.startKey === undefined ? null : await openBuiltInAccount(account, options.startKey);
    const createdKeys = runKey === null ? await createFirstKeys(account) : null;

    const changes = createStatusChanges();
    changes.add(({ generation, status }) =>
      log.info('A generation changed its status', { generationId: generation.generationId, status }),
    );
    const storage = createMediaStorage(path.join(dataDirectory, 'media'));
    const dispatcher = createDispatcher({
      store,
      storage,
      spawn: options.spawn,
      clock,
      log,
      prices: configuration.prices,
      concurrency: configuration.concurrency,
      changes,
      machineClock: options.clock,
      leastMs: () => rehearsal?.settings().restorationDelayMs ?? 0,
    });
    scope.add(() => dispatcher.stop());
    let baseUrl = '';
    const parts: ServiceParts = {
      store,
      storage,
      dispatcher,
      clock,
      randomBytes,
      rehearsal,
      configuration,
      uploads: createUploads(store.projects, storage, clock),
      signer: createUrlSigner(await openSigningSecret(dataDirectory, randomBytes), clock),
      baseUrl: () => baseUrl,
    };
    const server = createServer(parts, createAuthenticator(store.accounts, runKey), log);
    scope.add(() => server.close());
    await server.listen({ host, port: options.port });
    baseUrl = httpAddress(host, (server.server.address() as AddressInfo).port);
    await dispatcher.start();
    return { baseUrl, createdKeys, close: () => scope.close() };
  } catch (failure) {
    await scope.close();
    throw failure;
  }
}
