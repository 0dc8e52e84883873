/** What the application asked of the system: kept for assertions, since nothing of it can be seen without a real Electron. */

export interface RecordedCall {
  readonly what: string;
  readonly values: readonly unknown[];
}

export const calls: RecordedCall[] = [];

export function recordCall(what: string, ...values: readonly unknown[]): void {
  calls.push({ what, values });
}

/** A function that only records, and gives one fixed answer. */
export function recorded<Answer>(what: string, answer: Answer): (...values: unknown[]) => Answer {
  return (...values) => {
    recordCall(what, ...values);
    return answer;
  };
}
