/** Handlers of the connections group. A key goes in and never comes out. */

import type { ConnectionView } from '../../../shared/contract/connections.ts';
import { CleartakeError, toCleartakeError } from '../../../shared/domain/errors.ts';
import { NO_CAPS } from '../../../shared/domain/money.ts';
import { billingPageOf } from '../../../shared/service-api/billing-page.ts';
import { createDeadline } from '../../platform/time/deadlines.ts';
import { BUILT_IN_ID, type Connections } from '../connections/connections.ts';
import { diagnose, findProblem } from '../connections/diagnosis.ts';
import { ownPaths } from '../connections/own-paths.ts';
import type { Rehearsals } from '../connections/rehearsals.ts';
import { CONNECTION_TEST } from '../connections/strings.ts';
import { isLongOpen, refuseUnfinishedWork, unfinishedWork } from '../connections/unfinished-work.ts';
import type { DeskPorts } from '../ports.ts';
import { isAboutKey } from '../queue/retry-policy.ts';
import { chargeGeneration } from '../queue/start/holds.ts';
import type { Store } from '../store/open-store.ts';
import type { ConnectionRow } from '../store/schema.ts';
import { CONNECTION } from '../strings.ts';
import { os, refusing } from './router.ts';

const TEST_MS = 15_000;

export interface ConnectionsHandlersPorts {
  readonly connections: Connections;
  readonly ports: Pick<DeskPorts, 'clock' | 'openPage' | 'vault'>;
  readonly rehearsals: Pick<Rehearsals, 'offer'>;
  readonly store: Store;
  /** Lets a connection be tried again. */
  readonly unpark: (connectionId: string) => void;
  /** The receiver forgets the signing secrets of a connection's endpoints. */
  readonly forgetSigning: (connectionId: string) => Promise<void>;
  /** Caps have changed: what waited for room may continue. */
  readonly onCaps: () => void;
}

export function connectionsHandlers({
  connections,
  forgetSigning,
  onCaps,
  ports,
  rehearsals,
  store,
  unpark,
}: ConnectionsHandlersPorts) {
  const group = os.connections;

  async function view(row: ConnectionRow): Promise<ConnectionView> {
    return {
      id: row.id,
      kind: row.kind === 'built-in' ? 'built-in' : 'remote',
      name: row.name,
      baseUrl: row.baseUrl,
      headerStyle: row.headerStyle,
      color: row.color,
      label: row.label,
      prices: { ...row.prices },
      caps: { ...(row.caps ?? NO_CAPS) },
      hasKey: await connections.hasKey(row),
      chosen: connections.chosen().id === row.id,
      parked: row.parked,
      billingPage: row.billingPage,
      ...ownPaths(row),
      rehearsal: rehearsals.offer(row.id),
    };
  }

  /** Those of runs are shown while they have unfinished work, because billing or a key may block it. */
  function shown(): ConnectionRow[] {
    const inUse = store.jobs.connectionsInUse();
    const isLeft = ({ id }: ConnectionRow) => inUse.includes(id) || store.openWork.isOver(id);
    return connections.list().filter((row) => row.kind !== 'ad-hoc' || isLeft(row));
  }

  return {
    list: group.list.handler(async () => ({
      connections: await Promise.all(shown().map(view)),
      vault: { kind: ports.vault.kind, sentence: ports.vault.sentence },
    })),
    add: group.add.handler(({ input, errors }) =>
      refusing(errors, async () => {
        const { key, keep, ...details } = input;
        return view(await connections.add(details, key, keep));
      }),
    ),
    update: group.update.handler(({ input, errors }) =>
      refusing(errors, async () => {
        const { connectionId, ...changes } = input;
        const { baseUrl, prices } = changes;
        const present = connections.list().find((row) => row.id === connectionId);
        const moves = baseUrl !== undefined && baseUrl !== present?.baseUrl;
        // Projects exist at the address where they were created: at another one they would be uploaded and paid again.
        if (moves && store.jobs.connectionsInUse().includes(connectionId)) {
          throw new CleartakeError('notPossibleNow', {
            parts: CONNECTION.addressInUse,
          });
        }
        if (moves) refuseUnfinishedWork(store, unfinishedWork(store, connectionId));
        const changed = await connections.update(connectionId, changes);
        if (present !== undefined && originOf(present) !== originOf(changed)) await forgetSigning(connectionId);
        if (prices !== undefined) onCaps();
        return view(changed);
      }),
    ),
    setCaps: group.setCaps.handler(({ input, errors }) =>
      refusing(errors, async () => {
        const changed = connections.setCaps(input.connectionId, input.caps);
        onCaps();
        return view(changed);
      }),
    ),
    setKey: group.setKey.handler(({ input, errors }) =>
      refusing(errors, async () => {
        await connections.setKey(input.connectionId, input.key, input.keep);
        unpark(input.connectionId);
      }),
    ),
    remove: group.remove.handler(({ input, errors }) =>
      refusing(errors, async () => {
        if (store.jobs.connectionsInUse().includes(input.connectionId)) {
          throw new CleartakeError('notPossibleNow', {
            parts: CONNECTION.inUse,
          });
        }
        if (store.jobs.notStarted().some(({ connectionId }) => connectionId === input.connectionId)) {
          throw new CleartakeError('notPossibleNow', {
            parts: CONNECTION.hasNotStarted,
          });
        }
        const open = unfinishedWork(store, input.connectionId);
        const now = ports.clock.now();
        const lettingGo = open.starts.filter((generation) => isLongOpen(store, generation, now));
        refuseUnfinishedWork(store, {
          ...open,
          starts: open.starts.filter((generation) => !lettingGo.includes(generation)),
        });
        await connections.remove(input.connectionId);
        await forgetSigning(input.connectionId);
        // Nobody will ever know their outcome, so the held amounts count as spent.
        for (const { id } of lettingGo) chargeGeneration({ ports, store }, id);
      }),
    ),
    choose: group.choose.handler(({ input, errors }) => refusing(errors, () => connections.choose(input.connectionId))),
    liftHold: group.liftHold.handler(({ input, errors }) =>
      refusing(errors, async () => {
        if (input.connectionId !== BUILT_IN_ID) throw new CleartakeError('notPossibleNow');
        await (await connections.client(BUILT_IN_ID)).liftHold();
        unpark(BUILT_IN_ID);
      }),
    ),
    openBilling: group.openBilling.handler(({ input, errors }) =>
      refusing(errors, () => {
        const row = connections.list().find(({ id }) => id === input.connectionId);
        const isStopped = row !== undefined && row.parked !== null && !isAboutKey(row.parked.code);
        const page = isStopped ? billingPageOf(row) : null;
        if (page === null || ports.openPage === undefined) throw new CleartakeError('notPossibleNow');
        ports.openPage(page);
      }),
    ),
    test: group.test.handler(async ({ input }) => {
      const patience = createDeadline(ports.clock, TEST_MS, () => new CleartakeError('serviceUnreachable'));
      try {
        const client = await connections.client(input.connectionId);
        const problem = await findProblem(client, patience.signal);
        return problem === null ? { ok: true, sentence: CONNECTION_TEST.passed } : { ok: false, ...problem };
      } catch (failure) {
        if (patience.signal.aborted) return { ok: false, sentence: CONNECTION_TEST.timedOut(TEST_MS / 1000) };
        const error = toCleartakeError(failure);
        return { ok: false, sentence: diagnose(error), code: error.code };
      } finally {
        patience.end();
      }
    }),
  };
}

function originOf({ baseUrl }: Pick<ConnectionRow, 'baseUrl'>): string | null {
  return baseUrl === null ? null : new URL(baseUrl).origin;
}
