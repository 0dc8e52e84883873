/** Handlers of the connections group. A key goes in and never comes out. */

import type { ConnectionView } from '../../../../shared/contract/connections.ts';
import { CleartakeError, type ErrorCode, textOf, toCleartakeError } from '../../../../shared/domain/errors.ts';
import { NO_CAPS } from '../../../../shared/domain/money.ts';
import { setPaymentHold } from '../../../../shared/service-api/operations/portal-billing.ts';
import { createDeadline } from '../../../platform/time/deadlines.ts';
import { OF_A_PAGE } from '../../api/failures.ts';
import type { ServiceClient } from '../../api/service-client.ts';
import { os } from '../../calls/router.ts';
import { BUILT_IN_ID, type Connections } from '../../connections/connections.ts';
import type { Rehearsals } from '../../connections/rehearsals.ts';
import { CONNECTION_TEST } from '../../connections/strings.ts';
import { unusualPaths } from '../../connections/unusual-paths.ts';
import type { DeskPorts } from '../../ports.ts';
import { chargeGeneration } from '../../queue/money/holds.ts';
import { isAboutKey } from '../../queue/retry-policy.ts';
import type { Store } from '../../store/open-store.ts';
import type { ConnectionRow, GenerationRow } from '../../store/schema.ts';
import { CONNECTION } from '../../strings.ts';

/** What a path is answered that leads nowhere. */
const NOT_THERE: ReadonlySet<ErrorCode> = new Set(['projectUnknown', 'callUnknown', 'serviceAnswerUnreadable']);

/** Of these the service's own words tell most. */
const BILLING: ReadonlySet<string> = new Set(['billingStopped', 'paymentFailed', 'spendLimitExceeded']);

/** A start that stays unresolved for this long no longer blocks the removal of its connection: its service may be gone. */
const LET_GO_AFTER_MS = 24 * 60 * 60_000;

/** How many recordings a message names. */
const MOST_NAMED_RECORDINGS = 3;

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
      isReached: connections.isReached(row.id),
      billingPage: row.billingPage,
      ...unusualPaths(row),
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
    add: group.add.handler(async ({ input }) => {
      const { key, keep, ...details } = input;
      return view(await connections.add(details, key, keep));
    }),
    update: group.update.handler(async ({ input }) => {
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
    setCaps: group.setCaps.handler(async ({ input }) => {
      const changed = connections.setCaps(input.connectionId, input.caps);
      onCaps();
      return view(changed);
    }),
    setKey: group.setKey.handler(async ({ input }) => {
      await connections.setKey(input.connectionId, input.key, input.keep);
      unpark(input.connectionId);
    }),
    remove: group.remove.handler(async ({ input }) => {
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
    choose: group.choose.handler(({ input }) => connections.choose(input.connectionId)),
    liftHold: group.liftHold.handler(async ({ input }) => {
      if (input.connectionId !== BUILT_IN_ID) throw new CleartakeError('notPossibleNow');
      await (await connections.portal(BUILT_IN_ID)).portal(setPaymentHold, { hold: false });
      unpark(BUILT_IN_ID);
    }),
    openBilling: group.openBilling.handler(({ input }) => {
      const row = connections.list().find(({ id }) => id === input.connectionId);
      const isStopped = row !== undefined && row.parked !== null && !isAboutKey(row.parked.code);
      const page = isStopped ? row.billingPage : null;
      if (page === null || ports.openPage === undefined) throw new CleartakeError('notPossibleNow');
      ports.openPage(page);
    }),
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

interface UnfinishedWork {
  /** Starts whose outcome the service has not reported yet. */
  readonly starts: readonly GenerationRow[];
  /** Complete but not downloaded; their jobs are still in the queue. */
  readonly unfetched: readonly GenerationRow[];
}

function unfinishedWork(store: Store, connectionId: string): UnfinishedWork {
  const isOverIt = ({ jobId }: GenerationRow) => store.jobs.get(jobId).connectionId === connectionId;
  const isLeft = ({ jobId }: GenerationRow) => {
    const { removedAt, stateKind } = store.jobs.get(jobId);
    return removedAt === null && (stateKind === 'failed' || stateKind === 'cancelled');
  };
  const complete = [...store.generations.inState('complete'), ...store.generations.inState('downloading')];
  return {
    starts: store.generations.abandoned().filter(isOverIt),
    unfetched: complete.filter((generation) => isOverIt(generation) && isLeft(generation)),
  };
}

/** Whether a start has been unresolved for a day. */
function isLongOpen(store: Store, generation: GenerationRow, now: number): boolean {
  const sentAt = store.generations.attempts(generation.id).map(({ intentAt }) => intentAt);
  return now - Math.max(generation.createdAt, ...sentAt) > LET_GO_AFTER_MS;
}

/** @throws CleartakeError notPossibleNow that names the recordings concerned */
function refuseUnfinishedWork(store: Store, { starts, unfetched }: UnfinishedWork): void {
  const open = starts.length > 0 ? starts : unfetched;
  if (open.length === 0) return;
  const names = [...new Set(open.map(({ jobId }) => nameOf(store, jobId)))];
  const named = names.slice(0, MOST_NAMED_RECORDINGS).map((name) => `“${name}”`);
  const all = [
    ...named,
    ...(names.length > MOST_NAMED_RECORDINGS ? [CONNECTION.more(names.length - MOST_NAMED_RECORDINGS)] : []),
  ].join(', ');
  const parts =
    starts.length > 0 ? CONNECTION.openStarts(starts.length, all) : CONNECTION.unfetched(unfetched.length, all);
  throw new CleartakeError('notPossibleNow', { parts });
}

function nameOf(store: Store, jobId: string): string {
  return store.recordings.get(store.jobs.get(jobId).recordingId).name;
}

/**
 * Looks for everything that restoring needs and that can be seen without leaving anything at the service.
 * @returns null when nothing is in the way @throws what is no CleartakeError
 */
async function findProblem(
  client: Pick<ServiceClient, 'paths' | 'test' | 'testCreation'>,
  signal: AbortSignal,
): Promise<{ readonly sentence: string; readonly code: ErrorCode } | null> {
  const { mayNotCreate, noCreation, noListing } = CONNECTION_TEST;
  const listing = await failureOf(client.test(signal));
  if (listing !== null && !NOT_THERE.has(listing.code)) return { sentence: diagnose(listing), code: listing.code };
  const creation = await failureOf(client.testCreation(signal));
  if (listing !== null) {
    const sentence = creation === null ? noListing(client.paths.listProjects) : diagnose(listing);
    return { sentence, code: listing.code };
  }
  if (creation === null) return null;
  const { code } = creation;
  if (code === 'callUnknown') return { sentence: noCreation(client.paths.createProject), code };
  return { sentence: code === 'keyMayNot' ? mayNotCreate : diagnose(creation), code };
}

async function failureOf(call: Promise<void>): Promise<CleartakeError | null> {
  try {
    await call;
    return null;
  } catch (failure) {
    if (failure instanceof CleartakeError) return failure;
    throw failure;
  }
}

/** @param error of the cheapest call there is, the project list */
function diagnose({ code, detail = '', parts, userMessage }: CleartakeError): string {
  const { failed, faults, page } = CONNECTION_TEST;
  if (detail.endsWith(OF_A_PAGE) || code === 'redirectRefused') return page;
  if (code === 'proxyFailed')
    return textOf({ what: parts.what, ...(parts.next === undefined ? {} : { next: parts.next }) }, 'desk');
  const isNetwork = code === 'serviceUnreachable' || code === 'certificateNotTrusted';
  const found = (isNetwork ? faults[detail.split(',')[0] ?? ''] : undefined) ?? failed[code];
  if (found === undefined) return userMessage;
  return BILLING.has(code) ? textOf({ what: found, ...quoteOf(parts) }, 'desk') : found;
}

function quoteOf({ reason }: CleartakeError['parts']) {
  return reason === undefined ? {} : { reason };
}
