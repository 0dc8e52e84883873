/** `cleartake rehearse`: what a Cleartake service rehearses. Another service than the built-in one is called itself, so the desk may be open. */

import type { RehearsalView } from '../../../../shared/contract/account/rehearsal.ts';
import {
  FAULT_PLACES,
  type FaultKind,
  type FaultPlace,
  isRehearsing,
  NO_REHEARSAL,
  type RehearsalChange,
} from '../../../../shared/service-api/rehearsal.ts';
import { BUILT_IN_ID } from '../../../core/connections/connections.ts';
import { plannedRehearsal } from '../../../core/connections/rehearsals.ts';
import { type AccountOptions, withAccount } from '../account-access.ts';
import { EXIT, type ExitStatus, UsageError } from '../exit-status.ts';
import { openForReading } from '../open-store.ts';
import { print } from '../output/printer.ts';
import { jsonLine } from '../reports/printable.ts';
import { PLACES, REHEARSE, REHEARSE_INVALID } from '../strings/rehearse.ts';
import { administering } from './connections.ts';

export interface SlowOptions extends AccountOptions {
  /** Milliseconds. */
  readonly calls?: number;
  /** Milliseconds. */
  readonly restorations?: number;
  /** Null for the service's own limit. */
  readonly callsPerMinute?: number | null;
}

type Rehearse = (change: RehearsalChange) => Promise<RehearsalView>;

/** The built-in service isn't asked: what it rehearses is stored, and the desk may be open. */
export async function showRehearsal(options: AccountOptions): Promise<ExitStatus> {
  if (isElsewhere(options)) return rehearsing(options, (rehearse) => rehearse({}));
  const store = openForReading(options.dataDir);
  try {
    const planned = store === null ? null : plannedRehearsal(store);
    return tell(options, { ...(planned ?? NO_REHEARSAL), on: planned !== null, now: null });
  } finally {
    store?.close();
  }
}

/** @throws UsageError when nothing is to be slow */
export function slow(options: SlowOptions): Promise<ExitStatus> {
  const { calls, callsPerMinute, restorations } = options;
  const change: RehearsalChange = {
    ...(calls === undefined ? {} : { latencyMs: calls }),
    ...(restorations === undefined ? {} : { restorationDelayMs: restorations }),
    ...(callsPerMinute === undefined ? {} : { rateLimitPerMinute: callsPerMinute }),
  };
  if (Object.keys(change).length === 0) throw new UsageError(REHEARSE_INVALID.nothing);
  return rehearsing(options, (rehearse) => rehearse(change));
}

/** Beside the faults that are left. */
export function fail(
  place: FaultPlace,
  kind: FaultKind,
  options: AccountOptions & { readonly times: number },
): Promise<ExitStatus> {
  return rehearsing(options, async (rehearse) => {
    const { faults } = await rehearse({});
    return rehearse({ faults: [...faults, { path: FAULT_PLACES[place], kind, times: options.times }] });
  });
}

export function setPayments(declined: boolean, options: AccountOptions): Promise<ExitStatus> {
  return rehearsing(options, (rehearse) => rehearse({ declinePayments: declined }));
}

export function expireLinks(options: AccountOptions): Promise<ExitStatus> {
  return rehearsing(options, (rehearse) => rehearse({ expireLinks: true }), REHEARSE.linksExpired);
}

/** @param milliseconds forward */
export function moveClock(milliseconds: number, options: AccountOptions): Promise<ExitStatus> {
  return rehearsing(options, (rehearse) => rehearse({ moveClockMs: milliseconds }), REHEARSE.clockMoved);
}

export function endRehearsal(options: AccountOptions): Promise<ExitStatus> {
  return rehearsing(options, (rehearse) => rehearse({ reset: true }), REHEARSE.ended);
}

/** @param said what was done, before the state */
async function rehearsing(
  options: AccountOptions,
  work: (rehearse: Rehearse) => Promise<RehearsalView>,
  said?: string,
): Promise<ExitStatus> {
  async function run(rehearse: Rehearse): Promise<ExitStatus> {
    return tell(options, await work(rehearse), said);
  }
  if (isElsewhere(options)) {
    return withAccount(options, (account) =>
      run(async (change) => {
        const state = await account.rehearse(change);
        return { ...state, on: isRehearsing(state) };
      }),
    );
  }
  const { dataDir, json = false } = options;
  const place = dataDir === undefined ? { json } : { json, dataDir };
  return administering(place, (client) =>
    run((change) => client.rehearsal.change({ connectionId: BUILT_IN_ID, change })),
  );
}

function isElsewhere({ baseUrl, connection }: AccountOptions): boolean {
  return baseUrl !== undefined || connection !== undefined;
}

function tell({ json }: AccountOptions, view: RehearsalView, said?: string): ExitStatus {
  const words = said === REHEARSE.ended ? [said] : [...(said === undefined ? [] : [said]), ...inWords(view)];
  const lines = json === true ? [jsonLine({ event: 'rehearsal', ...view })] : words;
  for (const line of lines) print(line);
  return EXIT.done;
}

function inWords(view: RehearsalView): string[] {
  const { declinePayments, faults, latencyMs, now, on, rateLimitPerMinute, restorationDelayMs } = view;
  return [
    on ? REHEARSE.on : REHEARSE.off,
    ...(latencyMs > 0 ? [REHEARSE.calls(latencyMs)] : []),
    ...(restorationDelayMs > 0 ? [REHEARSE.restorations(restorationDelayMs)] : []),
    ...(rateLimitPerMinute === null ? [] : [REHEARSE.perMinute(rateLimitPerMinute)]),
    ...(declinePayments ? [REHEARSE.declines] : []),
    ...faults.map(({ kind, path, times }) => REHEARSE.fault(placeOf(path), kind, times)),
    ...(now === null ? [] : [REHEARSE.time(now)]),
  ];
}

function placeOf(path: string): string {
  for (const [place, pattern] of Object.entries(FAULT_PLACES)) if (pattern === path) return PLACES[place as FaultPlace];
  return path;
}
