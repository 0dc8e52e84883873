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
    add: os.connections.add.handler(
      ({ input: { key: _key, keep, billingPage = null, color = null, label = null, ...details } }) => {
        fake.keysKeptIn.push(keep);
        const added: ConnectionView = {
          ...details,
          billingPage,
          color,
          label,
          id: `connection-${fake.connections.length}`,
          kind: 'remote',
          caps: { ...NO_CAPS },
          hasKey: true,
          chosen: false,
          parked: null,
          isReached: null,
          rehearsal: 'none',
        };
        fake.connections.push(added);
        return added;
      },
    ),
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
      const { connectionId: _, color, label, ...details } = input;
      const isMarkAlone = Object.keys(details).length === 0;
      if (found === undefined || (found.kind === 'built-in' && !isMarkAlone)) throw refuse('notPossibleNow');
      // What belongs to an origin is forgotten with it.
      if (details.baseUrl !== undefined && originOf(details.baseUrl) !== originOf(found.baseUrl ?? '')) {
        Object.assign(found, { hasKey: false, parked: null, billingPage: null });
        found.prices = { 'service-2': null, 'service-3.5': null };
      }
      for (const [field, value] of Object.entries({ ...details, color, label })) {
        if (value !== undefined) Object.assign(found, { [field]: value });
      }
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

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : '';
}
