import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import * as keys from '../../../electron/hosts/cli/commands/keys.ts';
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
  const created = await admin(() => keys.createKey('Newsroom', { ...options, role: 'scoped', scope: ['read'] }));
  expect(created).toMatchObject({ status: 0, stderr: expect.stringMatching(/^Newsroom \(key_.*\) was created\./) });
  const first = created.stdout.trim();
  expect(await works(service, first)).toBe(200);
  const keyId = /\((key_[^)]+)\)/.exec(created.stderr)?.[1] ?? '';

  const listed = await admin(() => keys.listKeys(options));
  expect(listed.status).toBe(0);
  const [heading = '', ...rows] = listed.stdout.trimEnd().split('\n');
  expect(heading).toMatch(/^Label +Id +Prefix +Role +Status +Scopes +Created +Rotated$/);
  expect(rows.find((row) => row.includes(keyId))).toMatch(
    /^Newsroom +key_\S+ +ctk_\S+ +scoped +active +read +\d{4}-\d\d-\d\d +-$/,
  );
  expect(listed.stdout).not.toContain(first.slice(13));

  const rotated = await admin(() => keys.rotateKey(keyId, { ...options, json: true }));
  const said = JSON.parse(rotated.stdout);
  expect(said).toMatchObject({ event: 'rotated', keyId, label: 'Newsroom', status: 'active' });
  expect([await works(service, first), await works(service, said.key)]).toEqual([401, 200]);

  const revoked = await admin(() => keys.revokeKey(keyId, options));
  expect(revoked).toMatchObject({ status: 0, stdout: 'Newsroom is revoked. It can’t be used again.\n' });
  expect(await works(service, said.key)).toBe(403);
  const programs = await admin(() => keys.listKeys({ ...options, json: true }));
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
  const scoped = await as(service.apiKey, () => keys.listKeys(options));
  expect(scoped).toMatchObject({ status: 1, stdout: '', sentence: expect.stringContaining('keys:read') });
  const stranger = await as('ctk_nobody-0123456789abcdef', () => keys.listKeys(options));
  expect(stranger.sentence).toContain('doesn’t accept the API key');
  const unknown = await admin(() => keys.rotateKey('key_unknown', options));
  expect(unknown.sentence).toContain('no longer exists');
  const said = [scoped, stranger, unknown].map(({ stdout, stderr, sentence }) => stdout + stderr + sentence).join();
  for (const key of [service.apiKey, service.adminKey, 'nobody-0123456789']) expect(said).not.toContain(key);
});

test('the admin key comes from a file too, never from nowhere, and one service has to be named', async () => {
  const { service, options, as } = await place();
  const keyFile = path.join(temporaryFolder(), 'admin.key');
  writeFileSync(keyFile, `${service.adminKey}\n`);
  expect(await as('', () => keys.listKeys({ ...options, keyFile }))).toMatchObject({ status: 0 });
  expect(await as('', () => keys.listKeys({ ...options, keyFile: `${keyFile}.gone` }))).toMatchObject({ status: 2 });
  const { baseUrl: _, ...nowhere } = options;
  for (const wrong of [options, nowhere, { ...options, connection: 'Vendor' }, { ...nowhere, connection: 'Vendor' }]) {
    expect(await as('', () => keys.listKeys(wrong))).toMatchObject({ status: 2, stdout: '' });
  }
});
