import type { Session } from 'electron';
import { expect, test } from 'vitest';
import { credentialsFor, settleSession } from '../../../electron/hosts/desktop/updates/updater-network.ts';
import { createEgress, type EgressOptions } from '../../../electron/platform/network/egress.ts';
import { createAuthority } from '../../harness/company/authority.ts';

type Verify = NonNullable<Parameters<Session['setCertificateVerifyProc']>[0]>;

async function settled(options: EgressOptions, proxy = 'automatic', exceptions = '') {
  const told: { proxy: unknown; verify: Verify | null } = { proxy: null, verify: null };
  const session = {
    setProxy: async (settings: unknown) => {
      told.proxy = settings;
    },
    closeAllConnections: async () => undefined,
    setCertificateVerifyProc: (verify: Verify | null) => {
      told.verify = verify;
    },
  };
  const egress = createEgress(options);
  const password = async () => 'geheim:77';
  egress.follow(() => ({ proxy, user: 'anna', exceptions, certificateFile: '', password }));
  const found = await settleSession(session, egress, Date.now);
  return { ...told, found };
}

test('Chromium is told the proxy of the settings or the environment, and else asks the system', async () => {
  expect((await settled({})).proxy).toEqual({ mode: 'system' });
  expect((await settled({}, 'none')).proxy).toEqual({ mode: 'direct' });
  const environment = { HTTPS_PROXY: 'http://anna:x@env.example:1', NO_PROXY: 'b.test,.c.test 10.0.0.0/8' };
  expect((await settled({ environment })).proxy).toEqual({
    proxyRules: 'http://env.example:1',
    proxyBypassRules: 'b.test,.b.test,.c.test,10.0.0.0/8',
  });
  expect((await settled({ environment }, 'https://own.example:2', 'd.test')).proxy).toEqual({
    proxyRules: 'https://own.example:2',
    proxyBypassRules: 'd.test,.d.test',
  });
});

test('the password goes to this proxy alone', async () => {
  const { found } = await settled({}, 'http://own.example:3128');
  const asked = { host: 'own.example', isProxy: true, port: 3128 };
  expect(credentialsFor(asked, found)).toEqual({ user: 'anna', password: 'geheim:77' });
  expect(credentialsFor({ ...asked, isProxy: false }, found)).toBeNull();
  expect(credentialsFor({ ...asked, host: 'other.example' }, found)).toBeNull();
  expect(credentialsFor({ ...asked, port: 1 }, found)).toBeNull();
  expect(credentialsFor(asked, null)).toBeNull();
});

test('what Chromium doesn’t trust stays untrusted unless a known authority signed it', async () => {
  const { certificate } = await (await createAuthority('Other CA')).issue('updates.example');
  const { verify } = await settled({});
  const answers: number[] = [];
  for (const verificationResult of ['net::OK', 'net::ERR_CERT_AUTHORITY_INVALID'])
    verify?.(
      { certificate: { data: certificate }, hostname: 'updates.example', verificationResult } as Parameters<Verify>[0],
      (answer) => void answers.push(answer),
    );
  expect(answers).toEqual([-3, -3]);
});
