/**
 * Every error that the service documents: call, status, code and condition. The OpenAPI document, the check of the service's answers and
 * the check that a client has words for each of them read it from here.
 */

import { COMMON_STATUSES, type Conditions, type Operation } from './operation.ts';
import { OPERATIONS } from './operations/all.ts';

export interface DocumentedError {
  readonly path: string;
  readonly status: number;
  /** Null for an answer without a code. */
  readonly code: string | null;
  readonly condition: string;
}

/** The errors of one call, in the order of their statuses. */
export function errorsOf({ path, refusals, fault }: Operation): readonly DocumentedError[] {
  const all = { ...COMMON_STATUSES, 500: `${fault} (retryable)`, ...refusals };
  return Object.entries(all).flatMap(([name, conditions]) => {
    const status = Number(name);
    return Object.entries({ ...commonBeside(status, conditions), ...byCode(conditions) }).map(([code, condition]) => ({
      path,
      status,
      code: code === '' ? null : code,
      condition,
    }));
  });
}

/** Codes of a call's own do not replace what every call may answer with the same status. */
function commonBeside(status: number, conditions: Conditions): Readonly<Record<string, string>> {
  return typeof conditions === 'string' ? {} : byCode(COMMON_STATUSES[status] ?? {});
}

function byCode(conditions: Conditions): Readonly<Record<string, string>> {
  return typeof conditions === 'string' ? { '': conditions } : conditions;
}

export const DOCUMENTED_ERRORS: readonly DocumentedError[] = OPERATIONS.flatMap(errorsOf);
