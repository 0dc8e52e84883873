/**
 * What a message says about sending, starting and paying. It depends on what happened to the job and not on the error, so it is composed from
 * the job's own record, here alone, whenever an error is shown.
 */

import { type ModelId, modelOf } from '../models.ts';
import { formatUsd, type MicroUsd } from '../money.ts';

/** An amount on record; null when the connection has no price. */
interface Amount {
  readonly amount: MicroUsd | null;
}

export interface GenerationMoney {
  readonly model: ModelId;
  /** Its result is here. */
  readonly isDone: boolean;
  /**
   * What became of its starts. `none`: none was sent, or every one was refused. `unsure`: one may have happened. `elsewhere`: another job has
   * the record of the start, or an earlier version of this history had it.
   */
  readonly start: 'none' | 'unsure' | 'started' | 'elsewhere';
  /** What the present start has on hold. */
  readonly held: Amount | null;
  /** Charges without refunded ones. */
  readonly charged: Amount | null;
  /** The quote of the last start, or of the next one. */
  readonly quoted: MicroUsd | null;
}

/** What the store knows about a job's money. */
export interface MoneyRecord {
  /** Over the connection of this computer, which costs nothing. */
  readonly isLocal: boolean;
  /** `name`: a project may have been created, which tells the recording's name. `recording`: an upload was begun. */
  readonly sent: 'nothing' | 'name' | 'recording';
  readonly generations: readonly GenerationMoney[];
}

/**
 * One sentence; undefined when there is nothing to say.
 * @param waits whether the message says already that something waits to be started
 */
export function reassurance({ generations, isLocal, sent }: MoneyRecord, waits = false): string | undefined {
  if (isLocal) return undefined;
  if (generations.every(({ start, held, charged }) => start === 'none' && held === null && charged === null)) {
    if (sent === 'nothing') return 'Nothing was sent.';
    const done = sent === 'name' ? 'uploaded' : 'started';
    const isFree = generations.length > 0 && generations.every(({ quoted }) => quoted === 0);
    return isFree ? `Nothing was ${done}.` : `Nothing was ${done} or charged.`;
  }
  const told = generations.filter(
    ({ charged, held, start }) => !waits || start !== 'none' || charged !== null || held !== null,
  );
  const clauses = told.flatMap(clausesOf).join('; ');
  return clauses === '' ? undefined : `${clauses.charAt(0).toUpperCase()}${clauses.slice(1)}.`;
}

function clausesOf({ charged, held, isDone, model, quoted, start }: GenerationMoney): string[] {
  const name = modelOf(model).label;
  const mayCharge = `the service may charge for ${name}`;
  const clauses: string[] = [];
  if (charged !== null && charged.amount !== 0) {
    clauses.push(charged.amount === null ? mayCharge : chargedWords(name, charged.amount, isDone));
  }
  if (held !== null) {
    const begun = start === 'unsure' ? `${name} may have been started` : `${name} was started`;
    if (held.amount === null) clauses.push(mayCharge);
    else clauses.push(held.amount === 0 ? begun : `${begun}, and ${formatUsd(held.amount)} USD is reserved`);
  }
  if (charged !== null || held !== null) return [...new Set(clauses)];
  if (start === 'none') return [`${name} wasn’t started`];
  if (start === 'elsewhere' || quoted === 0) return [];
  if (quoted === null) return [mayCharge];
  return start === 'unsure'
    ? [`${name} may have been started, and the service may charge for it`]
    : [`no charge is recorded for ${name}, but the service’s invoice decides`];
}

function chargedWords(name: string, amount: MicroUsd, isDone: boolean): string {
  const usd = `${formatUsd(amount)} USD`;
  return isDone ? `${name} is done (${usd})` : `${name} was charged at ${usd}`;
}

/** Promises that earlier versions stored with an error, whatever had happened. */
const STORED_PROMISE = /nothing (?:was|is) (?:sent|started|charged|uploaded|changed)|(?:won’t be|aren’t) charged/i;

/** A stored text without the promises that came with its error's code. */
export function withoutPromises(text: string): string {
  const sentences = text.split(/(?<=[.?!]) /);
  return sentences.filter((sentence) => !STORED_PROMISE.test(sentence)).join(' ');
}
