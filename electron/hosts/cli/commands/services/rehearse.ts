/** `cleartake rehearse`: what a Cleartake service rehearses. Another service than the built-in one is called itself, so the desk may be open. */

import { Argument, InvalidArgumentError } from 'commander';
import type { RehearsalView } from '../../../../../shared/contract/account/rehearsal.ts';
import { countOf, readNumber } from '../../../../../shared/domain/units.ts';
import type { FaultKind, FaultPlace } from '../../../../../shared/service-api/rehearsal.ts';
import {
  FAULT_KINDS,
  FAULT_PLACES,
  isRehearsing,
  NO_REHEARSAL,
  type RehearsalChange,
} from '../../../../../shared/service-api/rehearsal.ts';
import { withAccount, withDesk, withStore } from '../../access/access.ts';
import type { AccountOptions } from '../../access/account-access.ts';
import { type ExitStatus, UsageError } from '../../exit-status.ts';
import { report } from '../../reports/report.ts';
import type { CliCommand } from '../../syntax/cli-command.ts';
import { parseWhole } from '../../syntax/parsers.ts';

export function command(program: CliCommand): void {
  const rehearse = program.subcommand(
    'rehearse',
    'let a Cleartake service be slow or fail on purpose; nothing is really paid',
  );
  const onAccount = (syntax: string, description: string) =>
    rehearse
      .subcommand(syntax, description)
      .onAccount('a connection of the desk, with an admin key; without it, the built-in service');
  onAccount('status', 'show what is rehearsed').run(showRehearsal);
  onAccount('slow', 'make calls or restorations slower')
    .option('--calls <seconds>', 'seconds that each call takes longer', parseSeconds(HOUR_MS))
    .option('--restorations <seconds>', 'seconds that each restoration takes at least', parseSeconds(DAY_MS))
    .option(
      '--calls-per-minute <n>',
      'calls a minute that a key may make; none for the service’s own limit',
      parseLimit,
    )
    .examples('cleartake rehearse slow --calls 0.5 --restorations 20')
    .run(slow);
  onAccount('fail', 'let the next calls fail: PLACE is what fails, KIND is how')
    .addArgument(new Argument('<place>').choices(Object.keys(FAULT_PLACES)))
    .addArgument(new Argument('<kind>').choices(FAULT_KINDS))
    .option('--times <n>', 'how often', parseWhole(1, 1_000_000), 1)
    .examples('cleartake rehearse fail starts 503 --times 3', 'cleartake rehearse fail everything drop-after')
    .run(fail);
  onAccount('payments', 'let the simulated bank decline payments, or accept them again')
    .addArgument(new Argument('<answer>').choices(['declined', 'accepted']))
    .run((answer: string, options: AccountOptions) => setPayments(answer === 'declined', options));
  onAccount('expire-links', 'expire every upload and download link signed until now').run(expireLinks);
  onAccount('clock', 'move the service’s clock forward, for example by 36h or 5d; it never goes back')
    .addArgument(new Argument('<forward>').argParser(parseDuration))
    .examples('cleartake rehearse clock 36h')
    .run(moveClock);
  onAccount('end', 'end the rehearsal; what waited continues').run(endRehearsal);
}

interface SlowOptions extends AccountOptions {
  /** Milliseconds. */
  readonly calls?: number;
  /** Milliseconds. */
  readonly restorations?: number;
  /** Null for the service's own limit. */
  readonly callsPerMinute?: number | null;
}

const ENDED = 'The rehearsal is over.';

type Rehearse = (change: RehearsalChange) => Promise<RehearsalView>;

/** The built-in service isn't asked: what it rehearses is stored, and the desk may be open. */
export async function showRehearsal(options: AccountOptions): Promise<ExitStatus> {
  if (isElsewhere(options)) return rehearsing(options, (rehearse) => rehearse({}));
  const { plannedRehearsal } = await import('../../../../core/connections/rehearsals.ts');
  return await withStore(options, (store) => {
    const planned = store === null ? null : plannedRehearsal(store);
    return reportState(options, { ...(planned ?? NO_REHEARSAL), on: planned !== null, now: null });
  });
}

/** @throws UsageError when nothing is to be slow */
export function slow(options: SlowOptions): Promise<ExitStatus> {
  const { calls, callsPerMinute, restorations } = options;
  const change: RehearsalChange = {
    ...(calls === undefined ? {} : { latencyMs: calls }),
    ...(restorations === undefined ? {} : { restorationDelayMs: restorations }),
    ...(callsPerMinute === undefined ? {} : { rateLimitPerMinute: callsPerMinute }),
  };
  if (Object.keys(change).length === 0)
    throw new UsageError('Say what is slow, with --calls, --restorations or --calls-per-minute.');
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
  return rehearsing(options, (rehearse) => rehearse({ expireLinks: true }), 'All links signed until now have expired.');
}

/** @param milliseconds forward */
export function moveClock(milliseconds: number, options: AccountOptions): Promise<ExitStatus> {
  return rehearsing(
    options,
    (rehearse) => rehearse({ moveClockMs: milliseconds }),
    'The service’s clock was moved forward.',
  );
}

export function endRehearsal(options: AccountOptions): Promise<ExitStatus> {
  return rehearsing(options, (rehearse) => rehearse({ reset: true }), ENDED);
}

/** @param said what was done, before the state */
async function rehearsing(
  options: AccountOptions,
  work: (rehearse: Rehearse) => Promise<RehearsalView>,
  said?: string,
): Promise<ExitStatus> {
  const run = async (rehearse: Rehearse) => reportState(options, await work(rehearse), said);
  if (isElsewhere(options)) {
    return withAccount(options, (account) =>
      run(async (change) => {
        const state = await account.rehearse(change);
        return { ...state, on: isRehearsing(state) };
      }),
    );
  }
  const { BUILT_IN_ID } = await import('../../../../core/connections/connections.ts');
  return withDesk(options, ({ client }) =>
    run((change) => client.rehearsal.change({ connectionId: BUILT_IN_ID, change })),
  );
}

function isElsewhere({ baseUrl, connection }: AccountOptions): boolean {
  return baseUrl !== undefined || connection !== undefined;
}

function reportState(options: AccountOptions, view: RehearsalView, said?: string): ExitStatus {
  const words = said === ENDED ? [said] : [...(said === undefined ? [] : [said]), ...inWords(view)];
  return report(options, { event: 'rehearsal', ...view }, words);
}

function inWords(view: RehearsalView): string[] {
  const { declinePayments, faults, latencyMs, now, on, rateLimitPerMinute, restorationDelayMs } = view;
  return [
    on
      ? 'The service rehearses: it is slow or fails on purpose. Nothing is really paid. End it with `cleartake rehearse end`.'
      : 'No rehearsal is on.',
    ...(latencyMs > 0 ? [`Each call takes ${latencyMs / 1000} s longer`] : []),
    ...(restorationDelayMs > 0 ? [`Each restoration takes at least ${restorationDelayMs / 1000} s`] : []),
    ...(rateLimitPerMinute === null ? [] : [`At most ${countOf(rateLimitPerMinute, 'call')} a minute`]),
    ...(declinePayments ? ['Payments are declined'] : []),
    ...faults.map(({ kind, path, times }) => `${placeOf(path)}: ${KINDS[kind]}, ${countOf(times, 'more time')}`),
    ...(now === null ? [] : [`The service’s time is ${now}`]),
  ];
}

function placeOf(path: string): string {
  for (const [place, pattern] of Object.entries(FAULT_PLACES)) if (pattern === path) return PLACES[place as FaultPlace];
  return path;
}

const KINDS: Readonly<Record<FaultKind, string>> = {
  '402': '402, payment failed',
  '409': '409, not possible now',
  '429': '429, too many calls',
  '500': '500, internal fault',
  '503': '503, not available',
  'drop-before': 'connection dropped before anything is done',
  'drop-after': 'connection dropped after everything is done',
};

const PLACES: Readonly<Record<FaultPlace, string>> = {
  everything: 'everything',
  projects: 'creating projects',
  uploads: 'uploads',
  starts: 'starts of restorations',
  progress: 'questions for progress',
  links: 'download links',
  downloads: 'downloads',
};

const HOUR_MS = 3_600_000;

const DAY_MS = 24 * HOUR_MS;

/** @returns milliseconds */
function parseSeconds(mostMs: number): (text: string) => number {
  return (text) => {
    const ms = Math.round((readNumber(text) ?? Number.NaN) * 1000);
    if (!(ms >= 0 && ms <= mostMs)) throw new InvalidArgumentError(`Use seconds from 0 to ${mostMs / 1000}.`);
    return ms;
  };
}

function parseLimit(text: string): number | null {
  return text === 'none' ? null : parseWhole(1, 1_000_000)(text);
}

/** `36h` or `5d`. @returns milliseconds */
function parseDuration(text: string): number {
  const [, count, unit] = /^(\d{1,4})([hd])$/.exec(text) ?? [];
  const ms = Number(count) * (unit === 'h' ? HOUR_MS : DAY_MS);
  if (!(ms >= 1 && ms <= 366 * DAY_MS))
    throw new InvalidArgumentError('Use hours or days, for example 36h or 5d, up to 366d.');
  return ms;
}
