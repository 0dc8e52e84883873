/** What an admin key may hand on to the keys that it makes. */

import { expect, test } from 'vitest';
import { createKey } from '../../../../shared/service-api/operations/portal-accounts.ts';
import { SCOPES } from '../../../../shared/service-api/permissions.ts';
import { editStore, makeKey, makeUser } from '../../../harness/service/accounts.ts';
import { startService, type TestService } from '../../../harness/service/test-service.ts';

function create(service: TestService, as: string, fields: object) {
  return service.post(createKey.path, { label: 'x', role: 'scoped', scopes: [], ...fields }, as);
}

test('an admin key can grant what it has itself, and no more', async () => {
  const service = await startService();
  const { userId } = await makeUser(service, 'Ada');
  const scopes = ['admin', 'read', 'write', 'keys:read'];
  const { key } = await makeKey(service, { userId, role: 'admin', scopes: scopes as never });
  for (const scope of SCOPES) {
    const isOwn = /^(admin|read|write|keys:read|(projects|generations):.*)$/.test(scope);
    const { status, body } = await create(service, key, { role: 'admin', scopes: [scope] });
    expect([scope, status]).toEqual([scope, isOwn ? 200 : 403]);
    if (!isOwn) expect(body.error).toContain(scope);
  }
  expect((await create(service, key, { scopes: ['read', 'webhooks:read'] })).status).toBe(403);
});

test('an operator’s first key can grant everything to every account; a narrower one of the operator cannot', async () => {
  const service = await startService();
  const { userId } = await makeUser(service, 'Ada');
  for (const fields of [{}, { userId }]) {
    expect((await create(service, service.adminKey, { ...fields, role: 'admin', scopes: SCOPES })).status).toBe(200);
  }
  const narrow = await makeKey(service, { role: 'admin', scopes: ['admin'] });
  for (const fields of [{}, { userId }]) {
    expect((await create(service, narrow.key, { ...fields, role: 'admin', scopes: SCOPES })).status).toBe(403);
    expect((await create(service, narrow.key, { ...fields, role: 'admin', scopes: ['admin'] })).status).toBe(200);
  }
});

test('an admin key has no bounds, and one that a store has bounds for makes no keys', async () => {
  const service = await startService();
  for (const resourceBounds of [{ apiProjectIds: [] }, { apiProjectIds: ['prj_1'] }]) {
    const refused = await create(service, service.adminKey, { role: 'admin', scopes: ['admin'], resourceBounds });
    expect([refused.status, refused.body.error]).toEqual([400, expect.stringContaining('resourceBounds')]);
  }
  const { key, keyId } = await makeKey(service, { role: 'admin' });
  expect((await create(service, key, {})).status).toBe(200);
  editStore(service, `update keys set resource_bounds = '{"apiProjectIds":[]}' where key_id = ?`, keyId);
  expect((await create(service, key, {})).status).toBe(403);
});
