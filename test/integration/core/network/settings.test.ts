import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createMemoryVault } from '../../../../electron/core/vault/vault.ts';
import { createGivenPaths } from '../../../../electron/hosts/common/given-paths.ts';
import { createEgress } from '../../../../electron/platform/network/egress.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { createAuthority } from '../../../harness/company/authority.ts';
import { openTestDesk } from '../../../harness/desk/open-test-desk.ts';

const SERVICE = new URL('https://service.example');

test('the password is kept in the vault for one proxy alone, and is no setting', async () => {
  const vault = createMemoryVault();
  const egress = createEgress({ environment: { HTTPS_PROXY: 'http://env.example:1' } });
  const { client } = openTestDesk(path.join(temporaryFolder(), 'data'), {}, { vault, egress });
  const { system } = client;
  expect(await system.network()).toEqual({ proxy: 'env.example:1', problem: null, hasPassword: false });
  await expect(system.setProxyPassword({ password: 'geheim-77' })).rejects.toThrow();
  await system.setPreferences({ proxy: 'http://own.example:3128', proxyUser: 'anna' });
  expect(await system.setProxyPassword({ password: 'geheim-77' })).toEqual({
    ...{ proxy: 'own.example:3128', problem: null, hasPassword: true },
  });
  const authorization = `Basic ${Buffer.from('anna:geheim-77').toString('base64')}`;
  expect(await egress.proxyFor(SERVICE)).toEqual({ origin: 'http://own.example:3128', authorization });
  await system.setPreferences({ proxy: 'http://other.example:3128' });
  expect((await system.network()).hasPassword).toBe(false);
  expect((await egress.proxyFor(SERVICE))?.authorization).not.toContain(authorization.slice(6));
  const { text } = await system.diagnostics({ names: true });
  expect(text).not.toContain('geheim-77');
  expect(JSON.stringify(await system.preferences())).not.toContain('geheim-77');
});

test('a CA file is taken when a person gave it and it has an authority, and otherwise the reason is said', async () => {
  const folder = temporaryFolder();
  const authority = await createAuthority('Studio CA');
  const [file, wrong] = [path.join(folder, 'ca.pem'), path.join(folder, 'wrong.pem')];
  writeFileSync(file, authority.certificate);
  writeFileSync(wrong, 'hello');
  const egress = createEgress({ now: Date.now });
  const { client } = openTestDesk(path.join(folder, 'data'), {}, { egress });
  const { system } = client;
  const said = async (certificateFile: string) =>
    await system.setPreferences({ certificateFile }).then(
      () => null,
      (failure: { data?: { code?: string; userMessage?: string } }) =>
        `${failure.data?.code}: ${failure.data?.userMessage}`,
    );
  expect(await said(wrong)).toMatch(/certificateFileUnusable: This file has no certificate in PEM or DER\./);
  expect(await said(path.join(folder, 'nowhere.pem'))).toMatch(/There is no such file\./);
  expect((await system.preferences()).certificateFile).toBe('');
  expect(await said(file)).toBeNull();
  expect(egress.certificates()).toHaveLength(1);
  expect(createGivenPaths().mayImport(file)).toBe(false);
});
