/** The calls on rehearsals, on the fake desk. */

import { isRehearsing, NO_REHEARSAL, type RehearsalSettings } from '../../../shared/service-api/rehearsal.ts';
import type { FakeState } from './fake-state.ts';
import { refuseAccount } from './key-handlers.ts';
import { type Os, refuse } from './refuse.ts';

export function rehearsalHandlers(os: Os, fake: FakeState) {
  const settings = new Map<string, RehearsalSettings>();
  const view = (id: string, on: boolean) => ({
    ...(settings.get(id) ?? NO_REHEARSAL),
    on,
    now: on ? new Date(fake.options.now()).toISOString() : null,
  });
  const find = (id: string) => {
    const found = fake.connections.find((connection) => connection.id === id);
    if (found === undefined) throw refuse('notFound');
    return found;
  };
  return {
    read: os.rehearsal.read.handler(({ input: { connectionId } }) => {
      refuseAccount(fake);
      return view(connectionId, find(connectionId).rehearsal === 'on');
    }),
    change: os.rehearsal.change.handler(({ input: { connectionId, change } }) => {
      const found = find(connectionId);
      const { reset, expireLinks: _links, moveClockMs: _move, ...changed } = change;
      const before = reset === true ? NO_REHEARSAL : (settings.get(connectionId) ?? NO_REHEARSAL);
      const next = Object.assign({}, before, changed);
      settings.set(connectionId, next);
      const on = found.kind === 'built-in' ? Object.keys(change).join() !== 'reset' : isRehearsing(next);
      found.rehearsal = on ? 'on' : 'off';
      return view(connectionId, on);
    }),
  };
}
