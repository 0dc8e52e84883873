/** The local service: opens its data folder, listens, and works through its queue. What other rooms use of it, they import here. */

import { CleartakeError } from '../../shared/domain/errors.ts';
import { BACKGROUND_ENGINE } from '../../shared/engine-api/helper-envelope.ts';
import type { RehearsalSettings } from '../../shared/service-api/rehearsal.ts';
import { createScope } from '../platform/disposal.ts';
import type { Log } from '../platform/log.ts';
import type { Egress } from '../platform/network/egress.ts';
import type { SpawnHelper } from '../platform/processes/helper-process.ts';
import { tryLockFile } from '../platform/sqlite.ts';
import { createTimeoutPool } from '../platform/time/timeout-pool.ts';
import { createAuthenticator } from './auth/authenticate.ts';
import {
  type AccountParts,
  type CreatedKeys,
  createKeys,
  openBuiltInAccount,
  openOwnerAccount,
} from './auth/first-keys.ts';
import { type ServiceConfigurationInput, serviceConfiguration } from './configuration.ts';
import { openDataFolder } from './data-folder.ts';
import type { TlsMaterial } from './http/limits/http-server.ts';
import { listeningAddress, requireSafeAddress } from './http/limits/http-server.ts';
import { metricsText } from './http/operations/metrics-text.ts';
import { openOperationsServer, type Readiness } from './http/operations/operations-server.ts';
import { createServer } from './http/server.ts';
import type { ServiceParts } from './http/service-parts.ts';
import { createUrlSigner, openSigningSecret } from './http/signing/url-signer.ts';
import { createRehearsal } from './rehearsal/rehearsal.ts';
import { firstStep } from './rules/billing/tiers.ts';
import { openServiceStorage, type StorageOptions } from './storage/open-storage.ts';
import { openServiceStore, type StoreOptions } from './store/open-store.ts';
import type { Recovered } from './store/recovery/recover.ts';
import { createBillingLoop, logReachedAlerts } from './work/billing/billing-loop.ts';
import { createBoundedPayments, createSimulatedBank } from './work/billing/payments.ts';
import { createStartQuotes } from './work/billing/start-quotes.ts';
import { createEnginePool } from './work/engine-pool.ts';
import { createDispatcher } from './work/generations/dispatcher.ts';
import { createLateOutputs } from './work/generations/late-outputs.ts';
import { findOwnModels } from './work/generations/own-models.ts';
import { countOutcomes, createStatusChanges } from './work/generations/status-changes.ts';
import { settleStorage } from './work/projects/deletion.ts';
import { createDirectUploads } from './work/projects/direct-uploads.ts';
import { createMediumPictures } from './work/projects/medium-pictures.ts';
import { createStorageSweep } from './work/projects/storage-sweep.ts';
import { createUploads } from './work/projects/uploads.ts';
import { createWebhooks } from './work/webhooks/webhooks.ts';

export { backUpService } from './backup.ts';
export { type ServiceConfigurationInput, serviceConfiguration } from './configuration.ts';
export type { TlsMaterial } from './http/limits/http-server.ts';
export type { ServerDatabase } from './store/open-store.ts';
export { carriesPassword } from './store/postgres/connection/address.ts';

export interface ServiceOptions extends StoreOptions, StorageOptions {
  /** A loopback address, or any with `tls`: plain HTTP goes no further than this computer. */
  readonly host: string;
  /** 0 takes any that is free. */
  readonly port: number;
  /** Absolute; created when missing, for its owner alone. */
  readonly dataDirectory: string;
  /** Folder with the models of a person's own, of the desk that this service is part of. */
  readonly modelsDirectory?: string;
  /** Starts engine processes. */
  readonly spawn: SpawnHelper;
  /** Generations that are suspended from the beginning: see `Service.suspend`. */
  readonly suspended?: readonly string[];
  /** Everything in it has a default. */
  readonly configuration?: ServiceConfigurationInput;
  /** Offers `/portal/rehearsal`, which makes the service slow or faulty and moves its clock. Off by default. */
  readonly rehearsal?: boolean;
  /** What a rehearsal changes from the start on. */
  readonly rehearsed?: RehearsalSettings;
  /** With it the service speaks TLS, from version 1.2, and may listen beyond this computer. */
  readonly tls?: TlsMaterial;
  /** Creates another admin key, for an owner who has lost the first. */
  readonly newAdminKey?: boolean;
  /** Where `/metrics`, `/healthz` and `/readyz` answer, on 127.0.0.1; 0 takes any port that is free. Without it they don't. */
  readonly operationsPort?: number;
  /** Of the program, which names itself to receivers of webhooks. */
  readonly version?: string;
  /** How webhooks leave this computer; without it, through no proxy. */
  readonly egress?: Egress;
}

export interface Service {
  /** Where clients reach it, without a trailing slash: the configured public URL, or for example `http://127.0.0.1:41234`. */
  readonly baseUrl: string;
  /** Plaintext keys, when this start created them: they are shown once. */
  readonly createdKeys: CreatedKeys | null;
  /** Where health, readiness and metrics answer, without a trailing slash; null when it was not asked for. */
  readonly operationsUrl: string | null;
  /** What this start had to do about a damaged database; null when it was whole. */
  readonly recovered: Recovered | null;
  /** Lets exactly these generations stand still, queued or running, until they are no longer named. For the desk's own service. */
  suspend(generationIds: readonly string[]): void;
  /** Stops listening, finishes requests under way, requeues running restorations and closes the store. */
  close(): Promise<void>;
}

const REHEARSED_BOOKS =
  'The books in this data folder are of a rehearsal that moved the clock. Use another data folder, or --rehearsal.';

/**
 * Starts the service. It takes requests when the promise resolves.
 * @throws RangeError when it would speak plain HTTP beyond this computer, signed URLs would lead nowhere, the folder contains the
 * books of a rehearsal that moved the clock, its database is damaged and may not be replaced, or can't be used, or the storage is not as
 * named; CleartakeError `dataFolderBusy` when another service uses the folder
 */
export async function createService(options: ServiceOptions): Promise<Service> {
  const { host, dataDirectory, randomBytes, log } = options;
  const configuration = serviceConfiguration.parse(options.configuration ?? {});
  requireSafeAddress(host, options.tls !== undefined, configuration.publicUrl);
  const scope = createScope();
  try {
    const folder = await openDataFolder(dataDirectory, log);
    const lock = tryLockFile(folder.lock);
    if (lock === null) throw new CleartakeError('dataFolderBusy', { detail: 'another service works in it' });
    scope.add(() => lock.release());
    let readiness: Readiness = 'starting';
    let metrics: () => Promise<string | null> = async () => null;
    const operations =
      options.operationsPort === undefined
        ? null
        : await openOperationsServer(options.operationsPort, {
            readiness: () => readiness,
            metrics: () => metrics(),
            log,
          });
    scope.add(() => operations?.close());
    const { store, recovered } = await openServiceStore(folder.database, options);
    scope.add(() => store.close());

    const moved = await store.audit.movedByRehearsals();
    // A rehearsed folder without ledger entries does no harm, such as the desk's own, where nothing costs money.
    if (moved > 0 && options.rehearsal !== true && (await store.billing.lastMonth()) !== null) {
      throw new RangeError(REHEARSED_BOOKS);
    }
    const rehearsal = options.rehearsal === true ? createRehearsal(options.clock, moved) : null;
    if (options.rehearsed !== undefined) rehearsal?.change({ ...options.rehearsed });
    const clock = rehearsal?.clock ?? options.clock;

    const account = { accounts: store.accounts, clock, randomBytes };
    const runKey = options.startKey === undefined ? null : await openBuiltInAccount(account, options.startKey);

    const changes = createStatusChanges();
    const outcomes = countOutcomes(changes);
    const startedAt = clock.now();
    metrics = async () => {
      const now = clock.now();
      return metricsText(await store.load(now), outcomes(), now, startedAt);
    };
    // The store closes after this.
    scope.add(() => {
      metrics = async () => null;
    });
    changes.add(({ generation, status }) =>
      log.info('A generation changed its status', { generationId: generation.generationId, status }),
    );
    const storage = await openServiceStorage(options, configuration.storage, folder.media, scope);
    const restoring = createEnginePool(options.spawn, BACKGROUND_ENGINE, options.clock, log);
    scope.add(() => restoring.stop());
    const counting = createEnginePool(options.spawn, {}, options.clock, log);
    scope.add(() => counting.stop());
    const ownModels = options.modelsDirectory === undefined ? null : findOwnModels(options.modelsDirectory);
    const dispatcher = createDispatcher({
      ownModels,
      store,
      storage,
      engines: restoring,
      clock,
      log,
      concurrency: configuration.concurrency,
      suspended: options.suspended ?? [],
      storageQuotaBytes: configuration.storageQuotaBytes,
      changes,
      machineClock: options.clock,
      leastMs: () => rehearsal?.settings().restorationDelayMs ?? 0,
    });
    const declines = () => rehearsal?.declinesPayments() ?? false;
    const bank = createSimulatedBank({ books: store.billing, clock, declines });
    const payments = createBoundedPayments(bank, options.clock);
    const billing = createBillingLoop({ store, payments, clock, log });
    scope.add(() => {
      payments.stop();
      return billing.stop();
    });
    scope.add(logReachedAlerts({ store, clock, log, changes }));
    // A charge may have issued an invoice, and an account may wait for its last generation.
    changes.add(({ status }) => {
      if (status === 'complete' || status === 'failed') billing.wake();
    });
    const webhooks = createWebhooks({
      queue: store.webhooks.queue,
      clock,
      machineClock: options.clock,
      randomBytes,
      log,
      configuration: configuration.webhooks,
      version: options.version,
      egress: options.egress,
    });
    scope.add(() => webhooks.stop());
    changes.add(() => webhooks.wake());
    const uploadIdle = createTimeoutPool(options.clock, configuration.limits.uploadIdleTimeoutMs, log);
    scope.add(() => uploadIdle.stop());
    await settleStorage(store, storage, clock.now());
    const directUploads = createDirectUploads({
      projects: store.projects,
      space: store.space,
      direct: storage.direct ?? null,
      clock,
      quota: configuration.storageQuotaBytes,
    });
    const sweep = createStorageSweep({ store, storage, uploads: directUploads, machineClock: options.clock, log });
    scope.add(() => sweep.stop());
    let baseUrl = '';
    const parts: ServiceParts = {
      store,
      storage,
      dispatcher,
      lateOutputs: createLateOutputs({ store, storage, engines: restoring, ownModels, machineClock: options.clock }),
      webhooks,
      ownModels,
      quotes: createStartQuotes({
        projects: store.projects,
        storage,
        engines: counting,
        machineClock: options.clock,
        log,
        prices: configuration.prices,
      }),
      pictures: createMediumPictures({
        projects: store.projects,
        storage,
        engines: counting,
        machineClock: options.clock,
        log,
      }),
      payments,
      clock,
      randomBytes,
      rehearsal,
      configuration,
      uploads: createUploads({
        projects: store.projects,
        space: store.space,
        storage,
        clock,
        idle: uploadIdle,
        quota: configuration.storageQuotaBytes,
      }),
      signer: createUrlSigner(await openSigningSecret(dataDirectory, randomBytes), clock),
      directUploads,
      baseUrl: () => baseUrl,
    };
    const transport = { clock: options.clock, tls: options.tls };
    const server = createServer(parts, createAuthenticator(store.accounts, runKey), log, transport);
    // In parallel: running restorations are requeued at once, while requests still finish.
    scope.add(async () => {
      await Promise.all([server.close(), dispatcher.stop()]);
    });
    const port = await server.listen(host, options.port);
    baseUrl = configuration.publicUrl ?? listeningAddress(host, port, options.tls !== undefined);
    await dispatcher.start();
    webhooks.start();
    billing.start();
    sweep.start();
    // The last step that can fail: keys that are created but never shown would be lost.
    const createdKeys = runKey === null ? await openForOwner(parts, account, options.newAdminKey === true, log) : null;
    readiness = 'ready';
    return {
      baseUrl,
      createdKeys,
      operationsUrl: operations?.baseUrl ?? null,
      recovered,
      suspend: dispatcher.suspend,
      close: () => {
        readiness = 'stopping';
        return scope.close();
      },
    };
  } catch (failure) {
    await scope.close();
    throw failure;
  }
}

/** The keys for whoever owns the service. Says what to do first where nothing could be started or paid yet. */
async function openForOwner(
  { store, clock, configuration }: Pick<ServiceParts, 'store' | 'clock' | 'configuration'>,
  account: AccountParts,
  anotherKey: boolean,
  log: Log,
): Promise<CreatedKeys | null> {
  const isPriced = Object.values(configuration.prices).some((price) => price > 0);
  const owner = await openOwnerAccount(account, isPriced);
  const { state } = await store.billing.account(owner.userId, clock.now());
  const step = isPriced ? firstStep(state) : null;
  if (step !== null) log.warn(step);
  return createKeys(account, owner, anotherKey);
}
