/** Compares what a message says about sending, starting and paying with what really happened. It knows sentences, not how they are made. */

import { MODELS, type ModelId, modelOf } from '../../../shared/domain/models.ts';
import { formatUsd } from '../../../shared/domain/money.ts';

/** What really happened for one model: as the service saw it, and as the ledger has it. */
export interface ModelTruth {
  readonly model: ModelId;
  /** Starts that the service received and didn't refuse, and those among them whose outcome the desk never learned. */
  readonly accepted: number;
  readonly lost: number;
  /** Micro-USD by the ledger's rows; null without a price. */
  readonly charged: number | null;
  readonly hasCharge: boolean;
  readonly held: number | null;
  readonly hasHold: boolean;
}

export interface Truth {
  /** Over this computer: nothing is ever charged. */
  readonly isLocal: boolean;
  /** Calls that told the service anything about the recording. */
  readonly calls: number;
  readonly isUploadBegun: boolean;
  readonly models: readonly ModelTruth[];
}

type Check = (truth: Truth, of: ModelTruth | undefined, usd: string | undefined) => boolean;

const LABELS = Object.values(MODELS).map(({ label }) => label.replace('.', '\\.'));
const M = `(?<model>${LABELS.join('|')})`;
const USD = '(?<usd>[0-9.]+) USD';

const received = ({ accepted, lost }: ModelTruth) => accepted + lost;
const nothingSent: Check = ({ calls, isUploadBegun, models }) =>
  calls === 0 && !isUploadBegun && models.every((one) => received(one) === 0);
const nothingStarted: Check = ({ models }) => models.every((one) => received(one) === 0);
const nothingCharged: Check = ({ models }) => models.every((one) => !one.hasCharge && received(one) === 0);
const nothingUploaded: Check = ({ isUploadBegun }) => !isUploadBegun;
const both =
  (...checks: Check[]): Check =>
  (...facts) =>
    checks.every((check) => check(...facts));
const reserved: Check = (_, of, usd) => of?.hasHold === true && formatUsd(of.held) === usd;
const wasSent: Check = (_, of) => of !== undefined && received(of) > 0;
const always: Check = () => true;
/** Nobody knows it here. */
const unknowable: Check = ({ isLocal }) => isLocal;

interface Claim {
  readonly check: Check;
  /** The model that it is about, and the amount. */
  readonly model: string | undefined;
  readonly usd: string | undefined;
  readonly isAboutCharges: boolean;
}

/** Claims by their words, in clauses or sentences. */
const CLAIMS: readonly (readonly [RegExp, Check])[] = [
  [/^nothing was sent$/i, nothingSent],
  [/^nothing was uploaded$/i, nothingUploaded],
  [/^nothing was uploaded or charged$/i, both(nothingUploaded, nothingCharged)],
  [/^nothing was started$/i, nothingStarted],
  [/^nothing was started or charged$/i, both(nothingStarted, nothingCharged)],
  [/^nothing was charged$/i, nothingCharged],
  [/^nothing was changed$/i, both(nothingSent, nothingCharged)],
  [new RegExp(`^${M} wasn’t started$`), (_, of) => of !== undefined && received(of) === 0 && !of.hasHold],
  [new RegExp(`^${M} was charged at ${USD}$`), (_, of, usd) => of?.hasCharge === true && formatUsd(of.charged) === usd],
  [new RegExp(`^${M} is done \\(${USD}\\)$`), (_, of, usd) => of?.hasCharge === true && formatUsd(of.charged) === usd],
  [new RegExp(`^${M} was started$`), (_, of) => of !== undefined && of.accepted > 0],
  [new RegExp(`^${M} was started, and ${USD} is reserved$`), both((_, of) => (of?.accepted ?? 0) > 0, reserved)],
  [new RegExp(`^${M} may have been started$`), (_, of) => of?.hasHold === true],
  [new RegExp(`^${M} may have been started, and ${USD} is reserved$`), reserved],
  [new RegExp(`^${M} may have been started, and the service may charge for it$`), wasSent],
  [new RegExp(`^the service may charge for ${M}$`, 'i'), (_, of) => of !== undefined && received(of) > 0],
  [
    new RegExp(`^no charge is recorded for ${M}, but the service’s invoice decides$`, 'i'),
    both(wasSent, (_, of) => of?.hasCharge === false && !of.hasHold),
  ],
  // Promises of earlier versions.
  [/^failed restorations aren’t charged$/i, unknowable],
  [/you won’t be charged again$/i, ({ models }) => models.every((one) => !one.hasHold && one.lost === 0)],
  [
    /^(earlier results are kept|the earlier result is kept), and nothing was (charged|sent)$/i,
    both(nothingSent, nothingCharged),
  ],
  [/^nothing (is|was) (started|charged|sent) (twice|again)$/i, always],
  [
    /^(nothing was lost|finished results are kept), and nothing (more )?is sent( without a key| with this key| twice)?$/i,
    always,
  ],
  [/^nothing was sent or changed$/i, nothingSent],
  [/^nothing was sent there$/i, always],
];

/** What speaks of money and isn't a claim about this job: what another one has, what a step would do, and what accounts are told. */
const OTHERS: readonly RegExp[] = [
  /^you may already have paid for a result that was never downloaded$/i,
  /^a later row is downloading the result you already paid for$/i,
  /^the earlier paid result is no longer available$/i,
  /paid plan/i,
  /because a payment failed$/i,
  /^this would cost more than quoted$/i,
  /^costs more than quoted: /i,
  /^the price is no longer known; it was quoted at /i,
  /^waiting: (cap reached|this connection has no price|this would pass your cap)/i,
  /^service [0-9.]+ waits: it would pass your cap of /i,
  /^we don’t know (yet )?whether the restoration started/i,
  /^(this address|the service) (doesn’t )?offers? /i,
  /^the service (isn’t|was never) ready to start /i,
  /^the service says that this start was used/i,
  /^the service doesn’t know a restoration that it started$/i,
  /^the service couldn’t tell how long this recording is, so it has no price$/i,
  /^the account’s costs are larger/i,
  /^part of cleartake didn’t start/i,
  /^the service (no longer has|found) the uploaded recording/i,
  /^the service sent (an address|a response)/i,
  /^cleartake doesn’t restart/i,
  /^their results come back automatically$/i,
  /^the recording is silent from start to finish$/i,
  /send us the diagnostics$/i,
  /^that is billed$/i,
  /^it was quoted at /i,
];
const ABOUT_MONEY =
  /\b(?:send|sent|charged?|charges|billed|paid|pay|costs?|free|start(?:ed)?|reserved|uploaded|invoices?|refund(?:ed)?|USD)\b/i;
/** A step to take: a promise in it is judged all the same. */
const STEP =
  /^(?:retry|run|check|add|copy|export|put|log|raise|accept|update|contact|listen|delete|allow|choose|remove|once|split|restart|try|free|continues|set|cleartake (?:retries|keeps|waits|requests|downloads|checks|tries)|raise|ask|enter|replace|unlock|restrict|upgrade|close|drop|restore|look|download|don’t|start|make|save|change|connect|use)\b/i;

/** What a clause claims; null when it claims nothing, undefined when the judge can't tell. */
function claimOf(clause: string): Claim | null | undefined {
  for (const [words, check] of CLAIMS) {
    const found = words.exec(clause);
    if (found === null) continue;
    const { model, usd } = found.groups ?? {};
    return { check, model, usd, isAboutCharges: /charge/i.test(clause) };
  }
  const isKnown = !ABOUT_MONEY.test(clause) || STEP.test(clause) || OTHERS.some((words) => words.test(clause));
  return isKnown ? null : undefined;
}

/**
 * @param text a message as somebody reads it
 * @returns its clauses that aren't true, or that the judge can't tell
 */
export function untrueIn(text: string, truth: Truth): string[] {
  return clausesOf(text).flatMap(({ clause, claim }) => {
    if (claim === undefined) return [clause];
    const of = truth.models.find((one) => modelOf(one.model).label === claim.model);
    return claim.check(truth, of, claim.usd) && !(truth.isLocal && claim.isAboutCharges) ? [] : [clause];
  });
}

/** Charges that a message keeps quiet about: everything with a price that the ledger has charged is told. */
export function silencedIn(text: string, { isLocal, models }: Truth): string[] {
  if (isLocal) return [];
  const charged = models.filter((one) => one.hasCharge && one.charged !== 0 && one.charged !== null);
  return charged.filter((one) => !text.includes(`${formatUsd(one.charged)} USD`)).map((one) => one.model);
}

interface Clause {
  readonly clause: string;
  readonly claim: Claim | undefined;
}

const known = new Map<string, readonly Clause[]>();

function clausesOf(text: string): readonly Clause[] {
  const before = known.get(text);
  if (before !== undefined) return before;
  const sentences = text.replace(/ The service says: “.*/, '').split(/(?<=[.?!]) (?=[A-Z])/);
  const clauses = sentences
    .flatMap((sentence) => sentence.replace(/[.?!]$/, '').split('; '))
    .flatMap((clause) => {
      const claim = claimOf(clause);
      return claim === null ? [] : [{ clause, claim }];
    });
  known.set(text, clauses);
  return clauses;
}
