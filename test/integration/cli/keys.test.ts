import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { namedKey } from '../../../electron/hosts/cli/access/named.ts';
import * as keys from '../../../electron/hosts/cli/commands/services/keys.ts';
import { DEFAULT_PATHS } from '../../../shared/service-api/routes.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { runHere as run } from '../../harness/cli/run-here.ts';
import { startService, type TestService } from '../../harness/service/test-service.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

/** A service, and commands with its admin key in the environment. */
async function place() {
  const service = await startService();
  const options = {
    baseUrl: service.baseUrl,
    header: 'bearer',
    dataDir: path.join(temporaryFolder(), 'data'),
  } as const;
  const as = (key: string, command: () => Promise<number>) => {
    vi.stubEnv('CLEARTAKE_ADMIN_KEY', key);
    return run(command);
  };
  return { service, options, as, admin: (command: () => Promise<number>) => as(service.adminKey, command) };
}

const works = async ({ post }: TestService, key: string) => (await post(DEFAULT_PATHS.listProjects, {}, key)).status;

test('keys are created, listed, rotated and revoked, and a secret is printed only when it is made', async () => {
  const { service, options, admin } = await place();
  const created = await admin(() => keys.createKeyCommand('Newsroom', { ...options, role: 'scoped', scope: ['read'] }));
  expect(created).toMatchObject({ status: 0, stderr: expect.stringMatching(/^Newsroom \(key_.*\) was created\./) });
  const first = created.stdout.trim();
  expect(await works(service, first)).toBe(200);
  const keyId = /\((key_[^)]+)\)/.exec(created.stderr)?.[1] ?? '';

  const listed = await admin(() => keys.listKeysCommand(options));
  expect(listed.status).toBe(0);
  const [heading = '', ...rows] = listed.stdout.trimEnd().split('\n');
  expect(heading).toMatch(/^Label +Id +Prefix +Role +Status +Scopes +Created +Rotated$/);
  expect(rows.find((row) => row.includes(keyId))).toMatch(
    /^Newsroom +key_\S+ +ctk_\S+ +scoped +active +read +\d{4}-\d\d-\d\d +-$/,
  );
  expect(listed.stdout).not.toContain(first.slice(13));

  const rotated = await admin(() => keys.rotateKeyCommand(keyId, { ...options, json: true }));
  const said = JSON.parse(rotated.stdout);
  expect(said).toMatchObject({ event: 'rotated', keyId, label: 'Newsroom', status: 'active' });
  expect([await works(service, first), await works(service, said.key)]).toEqual([401, 200]);

  const revoked = await admin(() => keys.revokeKeyCommand(keyId, { ...options, yes: true }));
  expect(revoked).toMatchObject({ status: 0, stdout: 'Newsroom is revoked. It can’t be used again.\n' });
  expect(await works(service, said.key)).toBe(403);
  const programs = await admin(() => keys.listKeysCommand({ ...options, json: true }));
  const found = programs.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .find((key) => key.keyId === keyId);
  expect(found).toMatchObject({ event: 'key', status: 'revoked', revokedAt: expect.any(String) });
  expect(found).not.toHaveProperty('key');
});

test('refusals are said in words, and no key is printed', async () => {
  const { service, options, admin, as } = await place();
  const scoped = await as(service.apiKey, () => keys.listKeysCommand(options));
  expect(scoped).toMatchObject({ status: 1, stdout: '', sentence: expect.stringContaining('keys:read') });
  const stranger = await as('ctk_nobody-0123456789abcdef', () => keys.listKeysCommand(options));
  expect(stranger.sentence).toContain('doesn’t accept the API key');
  const unknown = await admin(() => keys.rotateKeyCommand('key_unknown', options));
  expect(unknown.sentence).toContain('no longer exists');
  const said = [scoped, stranger, unknown].map(({ stdout, stderr, sentence }) => stdout + stderr + sentence).join();
  for (const key of [service.apiKey, service.adminKey, 'nobody-0123456789']) expect(said).not.toContain(key);
});

test('the admin key comes from a file too, never from nowhere, and one service has to be named', async () => {
  const { service, options, as } = await place();
  const keyFile = path.join(temporaryFolder(), 'admin.key');
  writeFileSync(keyFile, `${service.adminKey}\n`);
  expect(await as('', () => keys.listKeysCommand({ ...options, keyFile }))).toMatchObject({ status: 0 });
  expect(await as('', () => keys.listKeysCommand({ ...options, keyFile: `${keyFile}.gone` }))).toMatchObject({
    status: 2,
  });
  const { baseUrl: _, ...nowhere } = options;
  for (const wrong of [options, nowhere, { ...options, connection: 'Vendor' }, { ...nowhere, connection: 'Vendor' }]) {
    expect(await as('', () => keys.listKeysCommand(wrong))).toMatchObject({ status: 2, stdout: '' });
  }
});

test('a key is named by id, label or prefix; what fits several keys or none changes nothing', async () => {
  const { service, options, admin } = await place();
  const create = (label: string) =>
    admin(() => keys.createKeyCommand(label, { ...options, role: 'scoped', scope: ['read'] }));
  const idOf = ({ stderr }: { readonly stderr: string }) => /\((key_[^)]+)\)/.exec(stderr)?.[1] ?? '';
  const made = await create('Newsroom');
  const secret = made.stdout.trim();
  const rotated = await admin(() => keys.rotateKeyCommand('Newsroom', { ...options, json: true }));
  expect(JSON.parse(rotated.stdout)).toMatchObject({ event: 'rotated', keyId: idOf(made) });
  expect(await works(service, secret)).toBe(401);
  const { keyPrefix } = JSON.parse(rotated.stdout);
  const limited = await admin(() => keys.limitKeyCommand(keyPrefix, 60, { ...options, json: true }));
  expect(JSON.parse(limited.stdout)).toMatchObject({ keyId: idOf(made), callsPerMinute: 60 });

  const [one, other] = [await create('Twin'), await create('Twin')];
  const several = await admin(() => keys.setKeyActive('Twin', false, options));
  expect(several).toMatchObject({ status: 2, stdout: '' });
  for (const id of [idOf(one), idOf(other)]) expect(several.sentence).toContain(id);
  expect(await works(service, one.stdout.trim())).toBe(200);
  // A revoked key doesn't stand in the way of another one with its label.
  await admin(() => keys.revokeKeyCommand(idOf(one), { ...options, yes: true }));
  expect((await admin(() => keys.setKeyActive('Twin', false, options))).stdout).toContain('Twin has stopped working');

  const none = await admin(() => keys.rotateKeyCommand('Nobody', options));
  expect(none).toMatchObject({ status: 2, sentence: expect.stringMatching(/no key “Nobody”.*Newsroom/) });
  const leaked = await admin(() => keys.rotateKeyCommand(other.stdout.trim(), options));
  expect(leaked).toMatchObject({ status: 2, sentence: expect.stringContaining(idOf(other)) });
  expect(leaked.sentence).not.toContain(other.stdout.trim());
});

test('a key is revoked only with --yes, after it was told what stops and what stays', async () => {
  const { service, options, admin } = await place();
  const made = await admin(() => keys.createKeyCommand('Newsroom', { ...options, role: 'scoped', scope: ['read'] }));
  const asked = await admin(async () => keys.revokeKeyCommand('Newsroom', options));
  expect(asked).toMatchObject({ status: 2, stdout: '' });
  expect(asked.sentence).toMatch(/for good.*stop working at once.*stay.*--yes.*keys deactivate/);
  expect(await works(service, made.stdout.trim())).toBe(200);
});

test('keys of a service that gives no prefix are named by label or id, and told without one', () => {
  const key = { keyPrefix: '', status: 'active' };
  const all = [
    { ...key, keyId: 'k1', label: 'Newsroom' },
    { ...key, keyId: 'k2', label: 'Twin' },
    { ...key, keyId: 'k3', label: 'Twin' },
  ];
  expect([namedKey(all, 'Newsroom')?.keyId, namedKey(all, 'k3')?.keyId, namedKey(all, 'Nobody')]).toEqual([
    'k1',
    'k3',
    null,
  ]);
  expect(() => namedKey(all, 'Twin')).toThrow(/k2 \(Twin\), k3 \(Twin\)/);
});
