/** The connections' calls on the fake desk. */

import type { ConnectionView } from '../../../shared/contract/connections.ts';
import { NO_CAPS } from '../../../shared/domain/money.ts';
import { errorOf } from './fake-jobs.ts';
import type { FakeState } from './fake-state.ts';
import { type Os, refuse } from './refuse.ts';

export function connectionHandlers(os: Os, fake: FakeState) {
  const find = (id: string) => fake.connections.find((connection) => connection.id === id);
  return {
    list: os.connections.list.handler(() => ({ connections: [...fake.connections], vault: fake.vault })),
    add: os.connections.add.handler(({ input: { key: _key, keep, billingPage = null, ...details } }) => {
      fake.keysKeptIn.push(keep);
      const added: ConnectionView = {
        ...details,
        billingPage,
        id: `connection-${fake.connections.length}`,
        kind: 'remote',
        caps: { ...NO_CAPS },
        hasKey: true,
        chosen: false,
        parked: null,
        rehearsal: 'none',
      };
      fake.connections.push(added);
      return added;
    }),
    setCaps: os.connections.setCaps.handler(({ input }) => {
      const found = find(input.connectionId);
      if (found === undefined) throw refuse('notFound');
      found.caps = input.caps;
      return found;
    }),
    setKey: os.connections.setKey.handler(({ input }) => {
      const found = find(input.connectionId);
      if (found === undefined) throw refuse('notFound');
      fake.keysKeptIn.push(input.keep);
      found.hasKey = true;
      if (found.parked?.code === 'keyMissing' || found.parked?.code === 'keyRefused') fake.park(found.id, null);
    }),
    update: os.connections.update.handler(({ input }) => {
      const found = find(input.connectionId);
      if (found === undefined || found.kind === 'built-in') throw refuse('notPossibleNow');
      found.name = input.name ?? found.name;
      // A key belongs to its address.
      if (input.baseUrl !== undefined && input.baseUrl !== found.baseUrl) found.hasKey = false;
      found.baseUrl = input.baseUrl ?? found.baseUrl;
      found.headerStyle = input.headerStyle ?? found.headerStyle;
      found.prices = input.prices ?? found.prices;
      if (input.billingPage !== undefined) found.billingPage = input.billingPage;
      return found;
    }),
    remove: os.connections.remove.handler(({ input }) => {
      fake.connections = fake.connections.filter((connection) => connection.id !== input.connectionId);
    }),
    choose: os.connections.choose.handler(({ input }) => {
      fake.connections = fake.connections.map((each) => ({ ...each, chosen: each.id === input.connectionId }));
    }),
    liftHold: os.connections.liftHold.handler(({ input }) => {
      if (find(input.connectionId)?.kind !== 'built-in') throw refuse('notPossibleNow');
      fake.park(input.connectionId, null);
    }),
    openBilling: os.connections.openBilling.handler(({ input }) => {
      fake.billingOpened.push(input.connectionId);
    }),
    test: os.connections.test.handler(({ input }) => {
      if (fake.testAnswer !== null) return fake.testAnswer;
      return find(input.connectionId)?.kind === 'built-in'
        ? { ok: true, sentence: 'Answers. Ready to restore.' }
        : { ok: false, sentence: errorOf('serviceUnreachable').userMessage };
    }),
  };
}
