/** The order in which transactions lock rows, so that limits are counted by one at a time and none waits for another in a circle. */

import type { OpenWork } from './database.ts';
import { type NamedStatement, nameStatement } from './statements.ts';

/** Weaker than FOR UPDATE: rows of others that refer to the account may still be written. */
const LOCK = 'for no key update';

const BY_ID = nameStatement('lock_account', `select user_id from users where user_id = @id ${LOCK}`);

function ownerOf(what: string, table: string, column: string): NamedStatement {
  const owner = `(select user_id from ${table} where ${column} = @id)`;
  return nameStatement(`lock_owner_of_${what}`, `select user_id from users where user_id = ${owner} ${LOCK}`);
}

const OWNERS = {
  project: ownerOf('project', 'projects', 'project_id'),
  endpoint: ownerOf('endpoint', 'webhook_endpoints', 'endpoint_id'),
  invoice: ownerOf('invoice', 'invoices', 'invoice_id'),
  key: ownerOf('key', 'keys', 'key_id'),
} as const;

/**
 * Waits until no other transaction changes this account, and keeps others waiting until this one ends. Every transaction that decides by
 * an account's rows, or adds to its ledger, audit log, messages or listings, begins with this; one that claims or ends a generation locks
 * the generation first. So the rows of an account get their sequence in the order in which they are committed, and a page that follows
 * another leaves out none.
 */
export async function lockAccount({ rows }: OpenWork, userId: string): Promise<void> {
  await rows(BY_ID, { id: userId });
}

/** The same for the account that something belongs to; does nothing when there is no such thing. */
export async function lockOwner({ rows }: OpenWork, what: keyof typeof OWNERS, id: string): Promise<void> {
  await rows(OWNERS[what], { id });
}
