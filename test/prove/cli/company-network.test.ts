import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { writeTone } from '../../fixtures/tone.ts';
import { type CliResult, runCli, startCli } from '../../harness/cli/run-cli.ts';
import { type Authority, createAuthority } from '../../harness/company/authority.ts';
import { type ProxyOptions, startCompanyProxy } from '../../harness/company/company-proxy.ts';
import { freePort } from '../../harness/remote/listen.ts';

/** The desk's network: a cable to the proxy's computer, and no way beyond it. */
const NAME = `ct${process.pid}`;
const INSIDE = '10.213.77.2';
const OUTSIDE = '10.213.77.1';
const PASSWORD = 'Gr@nit:77%';
const NO_KEYCHAIN = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere/bus' };

const ip = (...words: string[]) => execFileSync('ip', words, { stdio: 'pipe' });

/** @returns why there is no network of its own here; null when there is */
function separateNetwork(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root on Linux makes networks';
  try {
    ip('netns', 'add', NAME);
    ip('link', 'add', NAME, 'type', 'veth', 'peer', 'name', `${NAME}i`, 'netns', NAME);
    ip('addr', 'add', `${OUTSIDE}/30`, 'dev', NAME);
    ip('link', 'set', NAME, 'up');
    ip('-n', NAME, 'addr', 'add', `${INSIDE}/30`, 'dev', `${NAME}i`);
    ip('-n', NAME, 'link', 'set', `${NAME}i`, 'up');
    ip('-n', NAME, 'link', 'set', 'lo', 'up');
    return null;
  } catch (failure) {
    return `networks can’t be made here: ${failure instanceof Error ? failure.message.split('\n')[0] : 'unknown'}`;
  }
}

let missing: string | null = null;
let company: Authority;
beforeAll(async () => {
  missing = separateNetwork();
  company = await createAuthority('Company CA');
});
afterAll(() => {
  try {
    ip('netns', 'del', NAME);
  } catch {
    // It was never made.
  }
});

/** The terminal program inside that network. @param input what is piped into it */
function inside(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  input = '',
): Promise<CliResult> {
  const piped = ['sh', '-c', 'printf %s "$CT_INPUT" | env -u CT_INPUT "$@"', 'sh'];
  return runCli(words, {
    environment: { ...NO_KEYCHAIN, ...environment, CT_INPUT: input },
    watcher: ['ip', 'netns', 'exec', NAME, ...(input === '' ? ['env', '-u', 'CT_INPUT'] : piped)],
  });
}

async function startStudio(folder: string) {
  const { certificate, key } = await company.issue('studio.example');
  const [cert, keyFile] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
  writeFileSync(cert, certificate);
  writeFileSync(keyFile, key);
  const port = await freePort();
  const config = path.join(folder, 'service.json');
  writeFileSync(config, JSON.stringify({ publicUrl: 'https://studio.example' }));
  const { child } = startCli([
    ...['service', '--config', config, '--data-dir', path.join(folder, 'studio'), '--port', String(port)],
    ...['--tls-cert', cert, '--tls-key', keyFile, '--rehearsal'],
  ]);
  onTestFinished(() => void child.kill('SIGTERM'));
  const lines = createInterface({ input: child.stdout ?? process.stdin });
  const first = await new Promise<string>((resolve) => lines.once('line', resolve));
  return { port, ...(JSON.parse(first) as { apiKey: string; adminKey: string }) };
}

interface Way {
  readonly proxy: Partial<ProxyOptions>;
  /** Says the proxy to the program, by its environment or its settings. */
  readonly tell: (origin: string, dataDir: string) => Promise<Readonly<Record<string, string>>>;
}

async function kept(dataDir: string, words: readonly string[], input?: string): Promise<void> {
  const { status, stderr } = await inside(['settings', ...words, '--data-dir', dataDir], {}, input);
  expect(status, stderr).toBe(0);
}

const inEnvironment = (origin: string) => origin.replace('//', `//anna:${encodeURIComponent(PASSWORD)}@`);

const WAYS: Readonly<Record<string, (authorityFile: string) => Promise<Way>>> = {
  'a proxy with a password, in the environment': async (authorityFile) => ({
    proxy: { user: 'anna', password: PASSWORD },
    tell: async (origin) => ({ HTTPS_PROXY: inEnvironment(origin), NODE_EXTRA_CA_CERTS: authorityFile }),
  }),
  'a proxy with a password and a CA of its own, in the settings': async (authorityFile) => ({
    proxy: { user: 'anna', password: PASSWORD, tls: await company.issue(OUTSIDE) },
    tell: async (origin, dataDir) => {
      await kept(dataDir, ['set', 'proxy', origin]);
      await kept(dataDir, ['set', 'proxy-user', 'anna']);
      await kept(dataDir, ['proxy-password', '--store', 'file'], PASSWORD);
      await kept(dataDir, ['set', 'certificate-file', authorityFile]);
      return {};
    },
  }),
};

test.for(Object.keys(WAYS))(
  '%s: a recording goes the whole way, and there is no other',
  { tags: 'long' },
  async (name, { skip }) => {
    if (missing !== null) skip(missing);
    const folder = temporaryFolder();
    const dataDir = path.join(folder, 'data');
    const authorityFile = path.join(folder, 'authority.pem');
    writeFileSync(authorityFile, company.certificate);
    const studio = await startStudio(folder);
    const way = await WAYS[name]?.(authorityFile);
    const proxy = await startCompanyProxy({
      ...way?.proxy,
      host: OUTSIDE,
      targets: { 'studio.example:443': studio.port },
    });
    onTestFinished(proxy.close);
    const source = path.join(folder, 'tone.wav');
    writeTone(source, { seconds: 3 });
    const key = { CLEARTAKE_API_KEY: studio.apiKey };

    const alone = await inside(
      ['connections', 'add', 'Studio', 'https://studio.example', '--store', 'file', '--data-dir', dataDir],
      key,
    );
    expect(alone.status, alone.stderr).toBe(0);
    const direct = await inside(['connections', 'test', 'Studio', '--data-dir', dataDir]);
    expect(direct.status).not.toBe(0);
    expect(proxy.asked).toEqual([]);

    const environment = (await way?.tell(proxy.origin, dataDir)) ?? {};
    const tested = await inside(['connections', 'test', 'Studio', '--data-dir', dataDir], environment);
    expect(tested.status, tested.stdout + tested.stderr).toBe(0);
    const words = [
      'restore',
      source,
      '--connection',
      'Studio',
      '--out',
      path.join(folder, 'out'),
      '--data-dir',
      dataDir,
    ];
    const restored = await inside([...words, '--json'], environment);
    expect(restored.status, restored.stdout + restored.stderr).toBe(0);
    const [output = ''] = readdirSync(path.join(folder, 'out'));
    expect(existsSync(path.join(folder, 'out', output))).toBe(true);
    expect(new Set(proxy.tunnels)).toEqual(new Set(['studio.example:443']));
    expect(proxy.sentBytes()).toBeGreaterThan(readFileSync(source).length);

    const secrets = [PASSWORD, encodeURIComponent(PASSWORD), Buffer.from(`anna:${PASSWORD}`).toString('base64')];
    const log = readFileSync(path.join(dataDir, 'logs/cleartake.log'), 'utf8');
    const said = [alone, direct, tested, restored].map(({ stderr, stdout }) => stdout + stderr).join('\n');
    for (const secret of secrets) {
      expect(log).not.toContain(secret);
      expect(said).not.toContain(secret);
    }
  },
);

test('without the password, with a wrong one and without the CA file the program says which setting is missing', {
  tags: 'long',
}, async ({ skip }) => {
  if (missing !== null) skip(missing);
  const folder = temporaryFolder();
  const dataDir = path.join(folder, 'data');
  const authorityFile = path.join(folder, 'authority.pem');
  writeFileSync(authorityFile, company.certificate);
  const studio = await startStudio(folder);
  const proxy = await startCompanyProxy({
    ...{ user: 'anna', password: PASSWORD, host: OUTSIDE },
    targets: { 'studio.example:443': studio.port },
  });
  onTestFinished(proxy.close);
  await inside(['connections', 'add', 'Studio', 'https://studio.example', '--store', 'file', '--data-dir', dataDir], {
    CLEARTAKE_API_KEY: studio.apiKey,
  });
  const ask = async (environment: Readonly<Record<string, string>>) => {
    const { status, stderr, stdout } = await inside(
      ['connections', 'test', 'Studio', '--data-dir', dataDir],
      environment,
    );
    expect(status).not.toBe(0);
    return stdout + stderr;
  };
  const trusting = { NODE_EXTRA_CA_CERTS: authorityFile };
  const at = `${OUTSIDE}:${proxy.port}`;
  expect(await ask({ ...trusting, HTTPS_PROXY: proxy.origin })).toContain(`The proxy ${at} wants a password.`);
  const wrong = await ask({ ...trusting, HTTPS_PROXY: proxy.origin.replace('//', '//anna:falsch-77@') });
  expect(wrong).toContain(`The proxy ${at} doesn’t accept the user name and password.`);
  expect(wrong).not.toContain('falsch-77');
  expect(await ask({ HTTPS_PROXY: inEnvironment(proxy.origin) })).toContain('choose its CA file in Settings');
});
