/** Rehearsals: services that are slow or fail on purpose. What the built-in one rehearses is stored, so that a restart changes nothing. */

import {
  isRehearsing,
  NO_REHEARSAL,
  type RehearsalChange,
  type RehearsalOffer,
  type RehearsalSettings,
  rehearsalSettings,
} from '../../../shared/service-api/rehearsal.ts';
import type { WithSettings } from '../store/tables/settings.ts';
import type { BuiltInService } from './built-in-service.ts';
import { BUILT_IN_ID, type Connections } from './connections.ts';

export interface Rehearsal extends RehearsalSettings {
  /** Whether it goes on until it is ended. */
  readonly on: boolean;
  /** The service's time, ISO 8601; null where it wasn't asked. */
  readonly now: string | null;
}

export interface RehearsalParts {
  readonly builtIn: Pick<BuiltInService, 'restart'>;
  readonly connections: Connections;
  readonly store: WithSettings;
}

/** What the built-in service rehearses from its next start on; null for nothing. */
export function plannedRehearsal({ settings }: WithSettings): RehearsalSettings | null {
  return rehearsalSettings.safeParse(settings.get('rehearsal')).data ?? null;
}

/** Both throw CleartakeErrors with words of their own. */
export function createRehearsals({ builtIn, connections, store }: RehearsalParts) {
  const stopped: Rehearsal = { ...NO_REHEARSAL, on: false, now: null };

  async function ask(client: Awaited<ReturnType<Connections['client']>>, change: RehearsalChange): Promise<Rehearsal> {
    const state = await client.rehearse(change);
    return { ...state, on: isRehearsing(state) };
  }

  async function changeBuiltIn({ expireLinks, moveClockMs, reset, ...changed }: RehearsalChange): Promise<Rehearsal> {
    const before = plannedRehearsal(store);
    const acts = {
      ...(expireLinks === undefined ? {} : { expireLinks }),
      ...(moveClockMs === undefined ? {} : { moveClockMs }),
    };
    const given = Object.keys(changed).length + Object.keys(acts).length > 0;
    if (reset === true && !given) {
      if (before === null) return stopped;
      store.settings.set('rehearsal', null);
      // Started again without a rehearsal, it has its own time back.
      await builtIn.restart();
      return stopped;
    }
    if (!given) return readBuiltIn();
    const planned = Object.assign({}, reset === true ? NO_REHEARSAL : (before ?? NO_REHEARSAL), changed);
    store.settings.set('rehearsal', planned);
    // It offers a rehearsal only when it was started for one.
    if (before === null) await builtIn.restart();
    const state = await ask(await connections.client(BUILT_IN_ID), { ...planned, ...acts });
    return { ...state, on: true };
  }

  async function readBuiltIn(): Promise<Rehearsal> {
    if (plannedRehearsal(store) === null) return stopped;
    return { ...(await ask(await connections.client(BUILT_IN_ID), {})), on: true };
  }

  return {
    /** The built-in service isn't started for it unless it rehearses. */
    async read(connectionId: string): Promise<Rehearsal> {
      if (connectionId === BUILT_IN_ID) return readBuiltIn();
      return ask(await connections.accountClient(connectionId), {});
    },

    /** Changes the given fields; `reset` alone ends the rehearsal. The built-in service may restart: what it restores begins again. */
    async change(connectionId: string, change: RehearsalChange): Promise<Rehearsal> {
      if (connectionId === BUILT_IN_ID) return changeBuiltIn(change);
      return ask(await connections.accountClient(connectionId), change);
    },

    /** As far as answers said; what the built-in service rehearses is known. */
    offer(connectionId: string): RehearsalOffer {
      if (connectionId !== BUILT_IN_ID) return connections.rehearsal(connectionId);
      return plannedRehearsal(store) === null ? 'off' : 'on';
    },
  };
}

export type Rehearsals = ReturnType<typeof createRehearsals>;
