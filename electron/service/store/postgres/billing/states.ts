/** An account's state, read from its ledger. */

import type { AccountState } from '../../../rules/billing/account-state.ts';
import { ACCOUNT_ALERTS, ACCOUNT_STATE, type AccountRow, accountStateOf } from '../../account-rows.ts';
import { lockAccount } from '../connection/account-lock.ts';
import type { OpenWork } from '../connection/database.ts';
import { nameStatement } from '../connection/statements.ts';

const STATE = nameStatement('account_state', ACCOUNT_STATE);
const ALERTS = nameStatement('account_alerts', ACCOUNT_ALERTS);

/**
 * For whoever decides nothing by it.
 * @throws TypeError when there is no such user
 */
export async function readAccountState({ rows }: Pick<OpenWork, 'rows'>, userId: string): Promise<AccountState> {
  const [row] = await rows<AccountRow>(STATE, { userId });
  const alerts = await rows<{ amount: number }>(ALERTS, { userId });
  return accountStateOf(
    row,
    alerts.map(({ amount }) => amount),
  );
}

/** Locks the account first: what is decided by the state still holds when the transaction commits. */
export async function lockAccountState(work: OpenWork, userId: string): Promise<AccountState> {
  await lockAccount(work, userId);
  return readAccountState(work, userId);
}
