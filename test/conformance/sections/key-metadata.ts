/** "API key metadata (returned by list and rotate)": one row for each field and each of the two. */

import { expect } from 'vitest';
import { target } from '../target.ts';
import { type MadeKey, makeKey } from '../tools/accounts.ts';
import { must } from '../tools/client.ts';
import { expectIsoTime, expectText } from '../tools/expectations.ts';
import { row, section } from '../tools/rows.ts';
import { createProject, once } from '../tools/work.ts';

// biome-ignore lint/suspicious/noExplicitAny: rows look into whatever came
type Metadata = any;

interface Facts {
  readonly made: MadeKey;
  readonly bounds: object;
  readonly adminKeyId: string;
  readonly rotated: boolean;
}

const LABEL = 'Bounded key — Zürich';
const SCOPES = ['projects:read', 'generations:read'];

async function listed(keyId: string): Promise<Metadata> {
  const { keys } = await must('/v1/api_keys/list', {}, target.adminKey);
  return keys.find((key: Metadata) => key.keyId === keyId);
}

/** One key as it is listed after its creation and as its rotation answers. */
const known = once(async () => {
  const { apiProjectId } = await createProject();
  const bounds = { apiProjectIds: [apiProjectId] };
  const { keyId: adminKeyId } = await adminOfTarget();
  const made = await makeKey({ role: 'scoped', scopes: SCOPES, label: LABEL, resourceBounds: bounds });
  const list = await listed(made.keyId);
  const rotate = await must('/v1/api_keys/rotate', { keyId: made.keyId }, target.adminKey);
  return { list, rotate, made, bounds, adminKeyId };
});

/** The admin key under test is the one whose plaintext begins with its prefix. */
async function adminOfTarget(): Promise<Metadata> {
  const { keys } = await must('/v1/api_keys/list', {}, target.adminKey);
  return keys.find((key: Metadata) => key.role !== 'scoped' && target.adminKey.startsWith(key.keyPrefix));
}

const FIELDS: Readonly<Record<string, (metadata: Metadata, facts: Facts) => void>> = {
  'keyId · string · "API key document id."': ({ keyId }, { made }) => {
    expectText(keyId);
    expect(keyId).toBe(made.keyId);
  },
  'label · string · "Stored key label."': ({ label }) => expect(label).toBe(LABEL),
  'status · string · "active is used for keys that can authenticate."': ({ status }) => expect(status).toBe('active'),
  'keyPrefix · string · "Display-safe prefix of the key."': ({ keyPrefix, key }, { made }) => {
    expectText(keyPrefix);
    const secret = key ?? made.key;
    expect(secret.startsWith(keyPrefix)).toBe(true);
    // Display-safe: what stays unknown must be far too much to guess.
    expect(secret.length - keyPrefix.length).toBeGreaterThanOrEqual(22);
  },
  'role · string · "scoped and admin roles exist."': ({ role }) => expect(role).toBe('scoped'),
  'scopes · array of string · "Scopes granted"': ({ scopes }) => expect([...scopes].sort()).toEqual([...SCOPES].sort()),
  'resourceBounds · object · "Stored resource bounds"': ({ resourceBounds }, { bounds }) =>
    expect(resourceBounds).toEqual(bounds),
  'parentKeyId · string · "Id of the admin key that is parent of a scoped key."': ({ parentKeyId }, { adminKeyId }) =>
    expect(parentKeyId).toBe(adminKeyId),
  'createdAt · string · "ISO 8601 timestamp."': ({ createdAt }) => expectIsoTime(createdAt),
  'rotatedAt · string or null · "null if never rotated"': ({ rotatedAt }, { rotated }) =>
    rotated ? expectIsoTime(rotatedAt) : expect(rotatedAt).toBeNull(),
  'revokedAt · string or null · "null if not revoked"': ({ revokedAt }) => expect(revokedAt).toBeNull(),
};

section('API key metadata', () => {
  for (const [field, holds] of Object.entries(FIELDS)) {
    row(`API key metadata · list · ${field}`, ['accounts'], async () => {
      const { list, ...facts } = await known();
      holds(list, { ...facts, rotated: false });
    });
    row(`API key metadata · rotate · ${field}`, ['accounts'], async () => {
      const { rotate, ...facts } = await known();
      holds(rotate, { ...facts, rotated: true });
    });
  }

  row('API key metadata · role · "admin roles exist"', [], async () => {
    const { role } = await adminOfTarget();
    expectText(role);
    expect(role).not.toBe('scoped');
  });

  row('API key metadata · resourceBounds · "or an empty object"', ['accounts'], async () => {
    const { keyId } = await makeKey({ role: 'scoped', scopes: ['read'] });
    expect((await listed(keyId)).resourceBounds).toEqual({});
  });

  row('API key metadata · status · of a key that cannot authenticate it is not "active"', ['accounts'], async () => {
    const { keyId } = await makeKey({ role: 'scoped', scopes: ['read'], status: 'inactive' });
    const { status } = await listed(keyId);
    expectText(status);
    expect(status).not.toBe('active');
  });

  row('API key metadata · revokedAt · "ISO 8601 timestamp" (revoked)', ['accounts'], async () => {
    const { keyId } = await makeKey({ role: 'scoped', scopes: ['read'] });
    await must('/portal/keys/revoke', { keyId }, target.adminKey);
    expectIsoTime((await listed(keyId)).revokedAt);
  });

  row('API key metadata · rotatedAt · "ISO 8601 timestamp" (listed after a rotation)', ['accounts'], async () => {
    const { made, rotate } = await known();
    expect((await listed(made.keyId)).rotatedAt).toBe(rotate.rotatedAt);
  });
});
