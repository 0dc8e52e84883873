import { expect, test } from 'vitest';
import { createEgress, type EgressChoice } from '../../../../electron/platform/network/egress.ts';
import { isExcepted } from '../../../../electron/platform/network/exceptions.ts';
import {
  firstOfList,
  ProxyFailure,
  proxyName,
  readProxyAddress,
  secretsOfProxies,
} from '../../../../electron/platform/network/proxies.ts';

const basic = (text: string) => `Basic ${Buffer.from(text, 'utf8').toString('base64')}`;

test.each([
  ['example.com', 'https://example.com', true],
  ['example.com', 'https://api.example.com', true],
  ['example.com', 'https://notexample.com', false],
  ['.example.com', 'https://example.com', true],
  ['*.example.com', 'https://example.com', false],
  ['*.example.com', 'https://API.example.com.', true],
  ['a.test, example.com:8443', 'https://example.com:8443', true],
  ['example.com:8443', 'https://example.com', false],
  ['example.com:443', 'https://example.com', true],
  ['*', 'https://example.com', true],
  ['10.0.0.0/8', 'https://10.20.30.40', true],
  ['10.0.0.0/8', 'https://11.0.0.1', false],
  ['10.0.0.0/99 fd00::/8', 'https://[fd12::1]:8443', true],
  ['fd00::1', 'https://[fd00::1]', true],
  ['[fd00::1]:8443', 'https://[fd00::1]:8443', true],
  ['168.0.0.1', 'https://192.168.0.1', false],
  ['<local>', 'https://studio', true],
  ['<local>', 'https://studio.example', false],
  ['', 'https://example.com', false],
  ['. ; ,', 'https://example.com', false],
  ['', 'http://localhost:8080', true],
  ['', 'http://127.8.9.10', true],
  ['', 'https://[::1]:8443', true],
  ['', 'http://app.localhost', true],
  ['<-loopback>', 'http://127.0.0.1:8080', false],
])('without a proxy by “%s”: %s is %s', (list, address, is) => {
  expect(isExcepted(list, new URL(address))).toBe(is);
});

test.each([
  ['http://proxy.example:3128', 'http://proxy.example:3128', null],
  ['proxy.example:3128', 'http://proxy.example:3128', null],
  ['https://proxy.example', 'https://proxy.example', null],
  ['http://anna:p%40ss%25@proxy.example:3128/', 'http://proxy.example:3128', basic('anna:p@ss%')],
  ['http://anna:p@ss@proxy.example:3128', 'http://proxy.example:3128', basic('anna:p@ss')],
  ['http://anna:100%@proxy.example:3128', 'http://proxy.example:3128', basic('anna:100%')],
  ['http://STUDIO%5Canna:s%C3%BC%C3%9F@proxy.example', 'http://proxy.example', basic('STUDIO\\anna:süß')],
  ['anna:secret@proxy.example:3128', 'http://proxy.example:3128', basic('anna:secret')],
  ['http://anna@proxy.example', 'http://proxy.example', basic('anna:')],
  ['http://[fd00::1]:3128', 'http://[fd00::1]:3128', null],
])('%s is a proxy', (text, origin, authorization) => {
  expect(readProxyAddress(text)).toEqual({ origin, authorization });
});

test.each(['socks5://proxy.example:1080', 'http://', 'http://anna:p#ss@proxy.example:3128', 'not an address'])(
  '%s is none',
  (text) => expect(readProxyAddress(text)).toBeNull(),
);

test('names have the port, and lists of the system give their first proxy that is supported', () => {
  expect(proxyName('http://proxy.example')).toBe('proxy.example:80');
  expect(proxyName('https://proxy.example')).toBe('proxy.example:443');
  expect(firstOfList('PROXY a.example:3128; DIRECT')).toEqual({ origin: 'http://a.example:3128', authorization: null });
  expect(firstOfList('SOCKS5 s:1080; HTTPS b.example:443; PROXY c:1')?.origin).toBe('https://b.example');
  expect(firstOfList('DIRECT')).toBeNull();
  expect(firstOfList('SOCKS5 s:1080; DIRECT')).toBeNull();
  expect(firstOfList('')).toBeNull();
  expect(() => firstOfList('SOCKS5 s.example:1080')).toThrow(ProxyFailure);
});

test('passwords are known as they are written, meant and sent', () => {
  const secrets = secretsOfProxies({
    HTTPS_PROXY: 'http://anna:p%40ssword@proxy.example:3128',
    http_proxy: 'http://anna:p#ssword@proxy.example:3128',
    PATH: 'http://x:unrelated@y',
  });
  expect(secrets).toEqual(
    expect.arrayContaining(['p%40ssword', 'p@ssword', basic('anna:p@ssword').slice(6), 'p#ssword']),
  );
  expect(secrets.join()).not.toContain('unrelated');
});

const choice = (proxy: string, others: Partial<EgressChoice> = {}): EgressChoice => ({
  ...{ proxy, user: '', exceptions: '', certificateFile: '', password: async () => null },
  ...others,
});

async function routes(
  environment: Readonly<Record<string, string>>,
  chosen: EgressChoice | null = null,
  system?: string,
): Promise<(address: string) => Promise<string | null>> {
  const egress = createEgress({ environment, ...(system === undefined ? {} : { systemProxy: async () => system }) });
  if (chosen !== null) egress.follow(() => chosen);
  return async (address) => {
    const found = await egress.proxyFor(new URL(address));
    return found === null ? null : [found.origin, found.authorization].filter((one) => one !== null).join(' ');
  };
}

test('the environment chooses, lower case first; for http its own variable, for https also the one for http', async () => {
  const both = await routes({
    HTTPS_PROXY: 'http://up.example:1',
    https_proxy: 'http://low.example:2',
    NO_PROXY: 'b.test',
  });
  expect(await both('https://a.test')).toBe('http://low.example:2');
  expect(await both('https://b.test')).toBeNull();
  expect(await both('https://localhost:8443')).toBeNull();
  expect(await both('http://a.test')).toBeNull();
  const plain = await routes({
    HTTP_PROXY: 'plain.example:3',
    https_proxy: '',
    no_proxy: 'c.test',
    NO_PROXY: 'a.test',
  });
  expect(await plain('https://a.test')).toBe('http://plain.example:3');
  expect(await plain('https://c.test')).toBeNull();
  const all = await routes({ ALL_PROXY: 'all.example:4' });
  expect(await all('https://a.test')).toBe('http://all.example:4');
  const wrong = await routes({ HTTPS_PROXY: 'http://anna:p#ss@proxy.example:3128' });
  await expect(wrong('https://a.test')).rejects.toMatchObject({ fault: 'unreadable', proxy: 'HTTPS_PROXY' });
});

test('what was chosen in Settings comes before the environment, and the system after it', async () => {
  const environment = { HTTPS_PROXY: 'http://env.example:1', NO_PROXY: 'a.test' };
  const password = async () => 'geheim';
  const own = await routes(
    environment,
    choice('http://own.example:2', { user: 'anna', password, exceptions: 'b.test' }),
  );
  expect(await own('https://a.test')).toBe(`http://own.example:2 ${basic('anna:geheim')}`);
  expect(await own('https://b.test')).toBeNull();
  expect(await (await routes(environment, choice('none')))('https://c.test')).toBeNull();
  expect(await (await routes(environment, null, 'PROXY sys.example:3'))('https://c.test')).toBe('http://env.example:1');
  const system = await routes({ NO_PROXY: 'a.test' }, null, 'PROXY sys.example:3');
  expect(await system('https://c.test')).toBe('http://sys.example:3');
  expect(await system('https://a.test')).toBeNull();
});
