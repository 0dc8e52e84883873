/** What a message is made of: what happened, what is safe, what to do next; with the parts that many share. */

/** A step: the same everywhere, or a button on the desk and a command in a terminal. */
export type NextStep = string | { readonly desk: string; readonly terminal: string };

export interface Message {
  /** What happened, as one sentence. */
  readonly what: string;
  /** What is safe whatever happened to a job: what was sent, started and charged is said from its record (reassurance.ts). */
  readonly safe?: string;
  /** What to do next. */
  readonly next?: NextStep;
  /** What the service itself said, in its own words, and the id of the request where it sent one. Without secrets. */
  readonly reason?: string;
}

export interface ErrorEntry {
  /** Whether trying the same thing again, unchanged, may succeed. */
  readonly retryable: boolean;
  readonly message: Message;
  /** Replaces `message` once Cleartake no longer tries by itself. */
  readonly final?: Message;
}

export const RESUME = '`cleartake resume --failed`';

/** Next: retry. @param rest follows on the same sentence, for example ` later` */
export function retry(rest = ''): NextStep {
  return { desk: `Retry${rest}.`, terminal: `Run ${RESUME}${rest}.` };
}

/** Next: retry after a step. @param step without a full stop */
export function thenRetry(step: string, inTerminal = step): NextStep {
  return { desk: `${step}, then retry.`, terminal: `${inTerminal}, then run ${RESUME}.` };
}

/** What is done outside of Cleartake while recordings wait: a desk looks again by itself, a terminal's command has ended. */
export function thenContinue(step: string): NextStep {
  return { desk: `${step}; waiting recordings then continue.`, terminal: `${step}, then run \`cleartake resume\`.` };
}

/** Next: trust whoever signed what isn't trusted. */
export const CHOOSE_CERTIFICATE = {
  desk: 'If your company checks connections, choose its CA file in Settings under Network; otherwise ask the service’s owner.',
  terminal:
    'If your company checks connections, run `cleartake settings set certificate-file FILE` with its CA file; otherwise ask the service’s owner.',
};

/** Parts that several messages share. */
export const SHARED = {
  retries: 'Cleartake retries automatically.',
  notSent: 'Nothing was sent.',
  notLost: 'Nothing was lost.',
  notChanged: 'Nothing was changed.',
  unharmed: 'The original is unharmed.',
} as const;

export const final = (message: Message): ErrorEntry => ({ retryable: false, message });
/** The whole connection waits for the person; where nobody is there to act, the recording fails. */
export const waiting = (message: Message, failed: Message): ErrorEntry => ({
  retryable: false,
  message,
  final: failed,
});
export const retryable = (message: Message, failed: Message): ErrorEntry => ({
  retryable: true,
  message,
  final: failed,
});
