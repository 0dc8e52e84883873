/** The one error type of Cleartake, and the sentence that a person reads for each of its codes. */

import { ERROR_MESSAGES, type ErrorCode } from './error-messages.ts';

export type { ErrorCode } from './error-messages.ts';

/** The form in which an error crosses a process boundary or rests in the store. Holds no secret and no URL query. */
export interface ErrorRecord {
  readonly code: ErrorCode;
  /** What happened, what is safe and what to do next, in words that a podcaster understands. */
  readonly userMessage: string;
  readonly retryable: boolean;
  /** For the log and for support: never shown as the main sentence. */
  readonly detail?: string;
  /** Milliseconds that the other side asked to wait (Retry-After). */
  readonly retryAfterMs?: number;
}

export interface ErrorOptions {
  readonly cause?: unknown;
  readonly detail?: string;
  readonly retryAfterMs?: number;
  /** Replaces the code's own sentence where the place knows more, for example how much of a file is there. */
  readonly userMessage?: string;
}

export class CleartakeError extends Error {
  readonly code: ErrorCode;
  readonly retryable: boolean;
  readonly userMessage: string;
  readonly detail: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(code: ErrorCode, options: ErrorOptions = {}) {
    const known = ERROR_MESSAGES[code];
    super(options.detail === undefined ? code : `${code}: ${options.detail}`, { cause: options.cause });
    this.name = 'CleartakeError';
    this.code = code;
    this.retryable = known.retryable;
    this.userMessage = options.userMessage ?? known.sentence;
    this.detail = options.detail;
    this.retryAfterMs = options.retryAfterMs;
  }
}

/** Any thrown value as a CleartakeError; what is not one already is `unexpected`, kept as the cause. */
export function toCleartakeError(thrown: unknown): CleartakeError {
  if (thrown instanceof CleartakeError) return thrown;
  const detail = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  return new CleartakeError('unexpected', { cause: thrown, detail });
}

export function toErrorRecord(thrown: unknown): ErrorRecord {
  const error = toCleartakeError(thrown);
  return {
    code: error.code,
    userMessage: error.userMessage,
    retryable: error.retryable,
    ...(error.detail === undefined ? {} : { detail: error.detail }),
    ...(error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs }),
  };
}

export function fromErrorRecord(record: ErrorRecord): CleartakeError {
  return new CleartakeError(record.code, {
    userMessage: record.userMessage,
    ...(record.detail === undefined ? {} : { detail: record.detail }),
    ...(record.retryAfterMs === undefined ? {} : { retryAfterMs: record.retryAfterMs }),
  });
}
