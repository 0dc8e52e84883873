/** Whose account a portal call is about: the caller's own, or for operators any. */

import { refuse } from '../rules/refusal.ts';
import type { User } from '../store/records.ts';
import type { AccountStore } from '../store/store.ts';
import type { Caller } from './authenticate.ts';

/** Whether a caller may look at what belongs to this account. Who may not is told that there is no such thing. */
export function reachesAccount({ operator, userId }: Pick<Caller, 'operator' | 'userId'>, account: string): boolean {
  return operator || userId === account;
}

/**
 * The account that the optional `userId` of a body names.
 * @throws refusal 404 when it is unknown or out of the caller's reach: the two look the same
 */
export async function reachedAccount(accounts: AccountStore, caller: Caller, userId = caller.userId): Promise<User> {
  const user = reachesAccount(caller, userId) ? await accounts.findUser(userId) : null;
  if (user === null) throw refuse(404, 'There is no such user.');
  return user;
}
