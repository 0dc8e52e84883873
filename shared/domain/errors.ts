/** Cleartake's one error type: a code, and a message as data that reads right on the desk and in a terminal. */

import { z } from 'zod';
import type { Message } from './error-messages/message.ts';
import { type MoneyRecord, reassurance, withoutPromises } from './error-messages/reassurance.ts';
import { ERROR_CODES, ERROR_MESSAGES, type ErrorCode } from './error-messages/table.ts';

export type { Message } from './error-messages/message.ts';
export type { ErrorCode } from './error-messages/table.ts';

/** An error as it crosses a process boundary or rests in the store. Contains no secret and no URL query. */
export interface ErrorRecord {
  readonly code: ErrorCode;
  /** The whole message as the desk shows it. */
  readonly userMessage: string;
  /** The message in parts, where it differs from the code's own: the file's length, the name of the folder. */
  readonly parts?: Message;
  readonly retryable: boolean;
  /** For the log and for support; never the main sentence. */
  readonly detail?: string;
  /** Milliseconds to wait, as the service asked (Retry-After). */
  readonly retryAfterMs?: number;
}

/**
 * A message in parts, for clients that show commands instead of buttons, or lay out the parts by themselves. Missing where it is the
 * message of its code (shared/domain/error-messages).
 */
export const messageSchema = z.object({
  what: z.string(),
  safe: z.string().exactOptional(),
  next: z.union([z.string(), z.object({ desk: z.string(), terminal: z.string() })]).exactOptional(),
  reason: z.string().exactOptional(),
}) satisfies z.ZodType<Message, unknown>;

export const errorRecordSchema = z.object({
  code: z.enum(ERROR_CODES as [ErrorCode, ...ErrorCode[]]),
  userMessage: z.string(),
  parts: messageSchema.exactOptional(),
  retryable: z.boolean(),
  detail: z.string().exactOptional(),
  retryAfterMs: z.number().exactOptional(),
}) satisfies z.ZodType<ErrorRecord, unknown>;

export interface ErrorOptions {
  readonly cause?: unknown;
  readonly detail?: string;
  readonly retryAfterMs?: number;
  /** Replaces the code's own message where the caller knows more. */
  readonly parts?: Message | undefined;
}

export class CleartakeError extends Error {
  readonly code: ErrorCode;
  readonly retryable: boolean;
  readonly parts: Message;
  readonly detail: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(code: ErrorCode, options: ErrorOptions = {}) {
    const { message, retryable } = ERROR_MESSAGES[code];
    super(options.detail === undefined ? code : `${code}: ${options.detail}`, { cause: options.cause });
    this.name = 'CleartakeError';
    this.code = code;
    this.retryable = retryable;
    this.parts = options.parts ?? message;
    this.detail = options.detail;
    this.retryAfterMs = options.retryAfterMs;
  }

  /** The whole message as the desk shows it. */
  get userMessage(): string {
    return textOf(this.parts, 'desk');
  }
}

/** A message, or some of its parts, as one text. */
export function textOf({ what, safe, next, reason }: Partial<Message>, place: 'desk' | 'terminal'): string {
  const step = typeof next === 'object' ? next[place] : next;
  const quoted = reason === undefined ? undefined : `The service says: “${reason}”`;
  return [what, safe, step, quoted].filter((part) => part !== undefined).join(' ');
}

/**
 * A record's message in parts. A stored text without parts finds the message of its code, whatever an earlier version said was safe;
 * any other text stays as it was written.
 */
export function messageOf({ code, parts, userMessage }: Pick<ErrorRecord, 'code' | 'parts' | 'userMessage'>): Message {
  if (parts !== undefined) return parts;
  const { message, final } = ERROR_MESSAGES[code];
  const known = [message, final].filter((one) => one !== undefined);
  return (
    known.find((one) => textOf(one, 'desk') === userMessage) ??
    known.find(({ what, next }) => {
      const end = next === undefined ? '' : textOf({ next }, 'desk');
      return userMessage.startsWith(`${what} `) && end !== '' && userMessage.endsWith(` ${end}`);
    }) ?? { what: userMessage }
  );
}

/**
 * The record as it is shown: what was sent, started and charged is said from the job's record of that moment, and nothing else is promised.
 * @param money undefined when there is none
 */
export function reassured(record: ErrorRecord, money: MoneyRecord | undefined): ErrorRecord {
  const { safe: stored = '', what, ...message } = messageOf(record);
  const waits = record.code === 'costCapReached' || record.code === 'costsMoreThanQuoted';
  const said = (money === undefined ? undefined : reassurance(money, waits)) ?? withoutPromises(stored);
  const parts = { ...message, what: withoutPromises(what) || what, ...(said === '' ? {} : { safe: said }) };
  return { ...record, parts, userMessage: textOf(parts, 'desk') };
}

/** A record's message with commands instead of buttons. */
export function inTerminal(record: Pick<ErrorRecord, 'code' | 'parts' | 'userMessage'>): string {
  return textOf(messageOf(record), 'terminal');
}

/** The record once Cleartake no longer tries by itself. */
export function asFinal(record: ErrorRecord): ErrorRecord {
  const { message, final } = ERROR_MESSAGES[record.code];
  if (final === undefined) return record;
  const usual = messageOf(record);
  if (usual === message) return { ...record, userMessage: textOf(final, 'desk') };
  // It says more about what happened, such as where, and promised the same.
  const { next } = message;
  if (next === undefined || final.next === undefined || JSON.stringify(usual.next) !== JSON.stringify(next))
    return record;
  const parts = { ...usual, next: final.next };
  return { ...record, parts, userMessage: textOf(parts, 'desk') };
}

/** Any thrown value as a CleartakeError; what is not one already is `unexpected`, kept as the cause. */
export function toCleartakeError(thrown: unknown): CleartakeError {
  if (thrown instanceof CleartakeError) return thrown;
  const detail = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  return new CleartakeError('unexpected', { cause: thrown, detail });
}

export function toErrorRecord(thrown: unknown): ErrorRecord {
  const { code, detail, parts, retryAfterMs, retryable, userMessage } = toCleartakeError(thrown);
  return {
    code,
    userMessage,
    ...(parts === ERROR_MESSAGES[code].message ? {} : { parts }),
    retryable,
    ...(detail === undefined ? {} : { detail }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

export function fromErrorRecord(record: ErrorRecord): CleartakeError {
  return new CleartakeError(record.code, {
    parts: messageOf(record),
    ...(record.detail === undefined ? {} : { detail: record.detail }),
    ...(record.retryAfterMs === undefined ? {} : { retryAfterMs: record.retryAfterMs }),
  });
}

/** Closes a switch over a union: the compiler objects when a case is missing, and so does the program. */
export function assertNever(value: never, what = 'value'): never {
  throw new TypeError(`Unexpected ${what}: ${JSON.stringify(value)}`);
}
