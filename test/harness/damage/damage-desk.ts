/** A desk over the moody service whose time runs fast and whose engine copies: the store and the queue are what is looked at. */

import { createDesk } from '../../../electron/core/desk.ts';
import { createDeskClient } from '../../../electron/hosts/common/desk-client.ts';
import type { DeskClient } from '../../../shared/contract/index.ts';
import { testPorts, testSettings } from '../desk/desk-ports.ts';
import { oneKeyVault } from '../desk/one-key-vault.ts';
import { createFakeEngine } from '../engine/fake-engine.ts';
import { SCRIPTED_KEY } from '../remote/scripted-service.ts';
import { createFastClock } from '../time/fast-clock.ts';

const clock = createFastClock(20);

export interface DamageDesk {
  readonly client: DeskClient;
  close(): Promise<void>;
}

/** @param ignoresPause works although the queue was paused when the store was written */
export function openDamageDesk(dataDirectory: string, ignoresPause = false): DamageDesk {
  const desk = createDesk(
    testPorts({
      clock,
      spawn: createFakeEngine().spawn,
      vault: oneKeyVault(SCRIPTED_KEY),
    }),
    testSettings(dataDirectory, {
      concurrency: 20,
      retryBaseMs: 100,
      abandonedEveryMs: 500,
      startQuarantineMs: { builtIn: 500, remote: 500 },
      ignoresPause,
    }),
  );
  return { client: createDeskClient(desk.router), close: () => desk.close() };
}

/** The connection to the vendor, made anew where it is lost. @returns its id */
export async function connectVendor({ client }: DamageDesk, baseUrl: string): Promise<string> {
  const { connections } = await client.connections.list();
  const known = connections.find((one) => one.name === 'Vendor');
  if (known !== undefined) return known.id;
  const prices = { 'service-2': 1000, 'service-3.5': 1000 };
  return (await client.connections.add({ name: 'Vendor', baseUrl, headerStyle: 'bearer', prices, key: SCRIPTED_KEY }))
    .id;
}
