/** Users and keys for tests, made through the portal as an operator would. */

import path from 'node:path';
import type { z } from 'zod';
import { openDatabase, type RawDatabase } from '../../../electron/platform/sqlite.ts';
import * as schema from '../../../electron/service/store/sqlite/schema/all.ts';
import type { keyWithSecret } from '../../../shared/service-api/key-metadata.ts';
import { createKey, createUser } from '../../../shared/service-api/operations/portal-accounts.ts';
import { SCOPES } from '../../../shared/service-api/permissions.ts';
import type { TestService } from './test-service.ts';

export type MadeKey = z.output<typeof keyWithSecret>;

/** A key of the operator's account, or of another. Without scopes: everything that its role may have. */
export async function makeKey(
  service: TestService,
  fields: Partial<z.output<typeof createKey.body>> = {},
  as = service.adminKey,
): Promise<MadeKey> {
  const role = fields.role ?? 'scoped';
  const scopes = SCOPES.filter((scope) => role === 'admin' || scope !== 'admin');
  const answer = await service.post(createKey.path, { label: 'A key', role, scopes, ...fields }, as);
  if (answer.status !== 200) throw new Error(`The key was not created: ${answer.status} ${answer.body.error}`);
  return answer.body;
}

/** A user who runs nothing, with an admin key of its own. */
export async function makeUser(service: TestService, name: string, tier: 'free' | 'developer' = 'developer') {
  const answer = await service.post(createUser.path, { name, tier }, service.adminKey);
  if (answer.status !== 200) throw new Error(`The user was not created: ${answer.status} ${answer.body.error}`);
  const userId: string = answer.body.userId;
  return { userId, admin: await makeKey(service, { userId, role: 'admin', label: `${name}, admin` }) };
}

/** Runs SQL behind the running service's back. */
export function editStore(service: Stored, sql: string, ...values: unknown[]): void {
  withStore(service, (raw) => raw.prepare(sql).run(...values));
}

/** Reads SQL behind the running service's back. */
export function readStore<Row>(service: Stored, sql: string, ...values: unknown[]): Row[] {
  return withStore(service, (raw) => raw.prepare(sql).all(...values) as Row[]);
}

type Stored = Pick<TestService, 'dataDirectory'>;

function withStore<Result>({ dataDirectory }: Stored, work: (raw: RawDatabase) => Result): Result {
  const database = openDatabase({ path: path.join(dataDirectory, 'service.sqlite'), schema });
  try {
    return work(database.raw);
  } finally {
    database.close();
  }
}
