/** A desk and a service with a faulty line between them: both real, over loopback, on one clock that is quick. */

import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import type { Network } from '../../../electron/core/api/network.ts';
import { createDesk } from '../../../electron/core/desk.ts';
import { openStoreForReading, type Store } from '../../../electron/core/store/open-store.ts';
import { createDeskClient } from '../../../electron/hosts/common/desk-client.ts';
import { nodeHostInfo } from '../../../electron/hosts/common/paths.ts';
import { createScope } from '../../../electron/platform/disposal.ts';
import { silentLog } from '../../../electron/platform/log.ts';
import { createService } from '../../../electron/service/service.ts';
import type { DeskClient } from '../../../shared/contract/index.ts';
import type { LengthResult } from '../../../shared/engine-api/messages.ts';
import { testPorts, testSettings } from '../desk/desk-ports.ts';
import { createFakeEngine } from '../engine/fake-engine.ts';
import { freePort, listen } from '../remote/listen.ts';
import { makeReadyToPay } from '../service/ready-to-pay.ts';
import { createQuickClock, type QuickClock } from '../time/quick-clock.ts';
import { type FaultProxy, startFaultProxy } from './proxy.ts';

/** Micro-USD a second: little enough for no invoice to come of many cases. */
export const PRICE = 10;
/** As a remote service is given in the product. */
export const QUARANTINE_MS = 600_000;

/** How many times faster than the machine's the clock runs, and how fast while nothing but time has to pass. */
const RATE = 10;
const WAITING_RATE = 300;

export interface Lane {
  readonly client: DeskClient;
  readonly store: Store;
  readonly clock: QuickClock;
  readonly proxy: FaultProxy;
  readonly folder: string;
  readonly connectionId: string;
  readonly key: string;
  /** The service's database. */
  readonly books: string;
  /** Requests with a key, or calls of the API, that came to another origin, to which a redirect pointed. */
  readonly strays: () => number;
  close(): Promise<void>;
}

/** In place of the desk's own, to see that a faulty desk is found out. */
export interface LaneFlaws {
  readonly network?: Network;
  readonly quarantineMs?: number;
}

export async function openLane(
  folder: string,
  { network, quarantineMs = QUARANTINE_MS }: LaneFlaws = {},
): Promise<Lane> {
  const scope = createScope();
  const clock = createQuickClock();
  scope.add(() => clock.stop());
  clock.setRate(RATE);

  let strays = 0;
  const elsewhere = await listen(
    createServer(({ headers, method }, response) => {
      if (headers.authorization !== undefined || method === 'POST') strays += 1;
      // Files of signed addresses may be looked for here, and aren't.
      response.writeHead(404).end();
    }),
  );
  scope.add(elsewhere.close);

  let servicePort = 0;
  const proxy = await startFaultProxy({
    servicePort: () => servicePort,
    clock,
    elsewhere: () => `${elsewhere.origin}/v1/elsewhere`,
    onWaiting: (isWaiting) => clock.setRate(isWaiting ? WAITING_RATE : RATE),
  });
  scope.add(() => proxy.close());

  const dataDirectory = path.join(folder, 'service');
  const facts = nodeHostInfo('cli', path.join(folder, 'data'));
  const port = await freePort();
  const service = await createService({
    host: '127.0.0.1',
    port,
    dataDirectory,
    migrationsDirectory: facts.serviceMigrationsDirectory,
    clock,
    randomBytes,
    spawn: createFakeEngine(undefined, lengthOfTone).spawn,
    configuration: {
      prices: { 'service-2': PRICE, 'service-3.5': PRICE },
      callsPerMinute: 1_000_000,
      publicUrl: proxy.origin,
      concurrency: 4,
    },
    log: silentLog,
  });
  servicePort = port;
  scope.add(() => service.close());
  await makeReadyToPay(`http://127.0.0.1:${port}`, service.createdKeys?.adminKey ?? '');

  mkdirSync(facts.dataDirectory, { recursive: true });
  const ports = testPorts({ clock, ...(network === undefined ? {} : { network }) });
  const startQuarantineMs = { builtIn: 5000, remote: quarantineMs };
  const desk = createDesk(ports, testSettings(facts.dataDirectory, { retryBaseMs: 2000, startQuarantineMs }));
  scope.add(() => desk.close());
  const store = openStoreForReading(path.join(facts.dataDirectory, 'cleartake.sqlite'));
  scope.add(() => store.close());
  const client = createDeskClient(desk.router);
  const { id } = await client.connections.add({
    name: 'Beyond the line',
    baseUrl: proxy.origin,
    headerStyle: 'bearer',
    prices: { 'service-2': PRICE, 'service-3.5': PRICE },
    key: service.createdKeys?.apiKey ?? '',
  });
  return {
    client,
    store,
    clock,
    proxy,
    folder,
    connectionId: id,
    key: service.createdKeys?.apiKey ?? '',
    books: path.join(dataDirectory, 'service.sqlite'),
    strays: () => strays,
    close: () => scope.close(),
  };
}

/** What the header of a WAV file says, as the engine would. */
export async function lengthOfTone(beginning: string): Promise<LengthResult> {
  const header = Buffer.from(beginning, 'latin1');
  return { frames: header.readUInt32LE(40) / 2, sampleRate: header.readUInt32LE(24), isSilent: false };
}
