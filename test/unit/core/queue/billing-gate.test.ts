import { expect, test } from 'vitest';
import { createBillingGate } from '../../../../electron/core/queue/billing-gate/billing-gate.ts';
import { createTransitions } from '../../../../electron/core/queue/parts/transitions.ts';
import { CleartakeError, type ErrorCode, toErrorRecord } from '../../../../shared/domain/errors.ts';
import { openJobStore } from '../../../harness/store/job-store.ts';
import { createVirtualClock } from '../../../harness/time/virtual-clock.ts';

/** A gate over a store with one connection, whose key is looked at by `look`. */
function openGate(look: () => Promise<void>, open?: () => void) {
  const { store } = openJobStore(1);
  const park = (code: ErrorCode | null) =>
    store.connections.park('studio', code === null ? null : toErrorRecord(new CleartakeError(code)));
  const clock = createVirtualClock();
  let wakes = 0;
  const context = {
    store,
    settings: { patient: true },
    ports: { clock, log: { error: () => undefined } },
    transitions: createTransitions(store, clock),
    connections: {
      list: store.connections.list,
      unpark: open ?? (() => park(null)),
      park: store.connections.park,
      client: async () => ({ test: look }),
    },
  };
  const filter = () => ({ now: 0, onlyBatches: null, incompleteBatches: [], closedConnections: [] });
  const gate = createBillingGate(context as never, filter, () => {
    wakes += 1;
  });
  return { gate, park, parked: () => store.connections.get('studio')?.parked?.code ?? null, wakes: () => wakes };
}

test('a key that serves after all lets its connection go on', async () => {
  const { gate, park, parked } = openGate(async () => undefined);
  park('keyRefused');
  gate.unpark('studio');
  await expect.poll(parked).toBeNull();
});

test('billing that refused while a key was looked at holds on', async () => {
  const opened = openGate(async () => opened.park('paymentFailed'));
  opened.park('keyRefused');
  opened.gate.unpark('studio');
  await expect.poll(opened.wakes).toBeGreaterThan(0);
  expect(opened.parked()).toBe('paymentFailed');
});

test('a store that can’t be written while a connection is tried again ends nothing', async () => {
  const { gate, park, parked } = openGate(
    async () => undefined,
    () => {
      throw new Error('disk full');
    },
  );
  park('paymentFailed');
  await gate.unpark('studio');
  expect(parked()).toBe('paymentFailed');
});
