/** An account's state, read from its ledger. */

import type { AccountState } from '../../../rules/billing/account-state.ts';
import { ACCOUNT_ALERTS, ACCOUNT_STATE, type AccountRow, accountStateOf } from '../../account-rows.ts';
import { preparedOnce, type ServiceDatabase } from '../database.ts';

function prepare({ raw }: ServiceDatabase) {
  return {
    state: raw.prepare<[{ userId: string }], AccountRow>(ACCOUNT_STATE),
    alerts: raw.prepare<[{ userId: string }], number>(ACCOUNT_ALERTS).pluck(),
  };
}

const statementsOf = preparedOnce(prepare);

/**
 * Must run inside the transaction that decides by it.
 * @throws TypeError when there is no such user
 */
export function loadState(database: ServiceDatabase, userId: string): AccountState {
  const { state, alerts } = statementsOf(database);
  return accountStateOf(state.get({ userId }), alerts.all({ userId }));
}
