/** What the built-in service wrote into its audit log: traces of calls that only its own desk makes. */

import path from 'node:path';
import type { AuditAction } from '../../../shared/service-api/audit-actions.ts';
import { LOCAL_PATHS } from '../../../shared/service-api/routes.ts';
import { readStore } from './accounts.ts';

const TRACES: Partial<Readonly<Record<AuditAction, string>>> = {
  'billing.hold.released': LOCAL_PATHS.paymentHold,
  'project.deleted': LOCAL_PATHS.deleteProject,
};

/** Holds the account of such a service, by SQL behind its back; takes the time. */
export const HOLD_BUILT_IN = `INSERT INTO billing_accounts (user_id, operator_hold, held_since)
  SELECT user_id, 1, ? FROM users WHERE name = 'this computer'
  ON CONFLICT (user_id) DO UPDATE SET operator_hold = 1, held_since = excluded.held_since`;

/** @param dataDirectory of the desk, whose service has been started at least once */
export function auditWitness(dataDirectory: string) {
  const stored = { dataDirectory: path.join(dataDirectory, 'service') };
  let before = 0;
  const actions = () => readStore<{ action: AuditAction }>(stored, 'SELECT action FROM audit_entries ORDER BY rowid');
  const count = (where: string) => readStore(stored, `SELECT 1 FROM generations WHERE ${where}`).length;
  return {
    take: () => {
      before = actions().length;
    },
    seen: () => [
      ...actions()
        .slice(before)
        .flatMap(({ action }) => TRACES[action] ?? []),
      ...(count(`status = 'failed' AND error = 'Cancelled.'`) > 0 ? [LOCAL_PATHS.cancelGeneration] : []),
    ],
    isProcessing: () => count(`status = 'processing'`) > 0,
  };
}
