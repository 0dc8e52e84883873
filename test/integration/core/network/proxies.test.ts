import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import path from 'node:path';
import { Agent, request } from 'undici';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { networkError, wasNeverSent } from '../../../../electron/core/api/failures.ts';
import { createHttp, type Http, postJsonOnce } from '../../../../electron/core/api/http.ts';
import { networkOver } from '../../../../electron/core/api/network.ts';
import { uploadFile } from '../../../../electron/core/api/transfers/upload-file.ts';
import { nodeFiles } from '../../../../electron/platform/files/files.ts';
import { createConnector } from '../../../../electron/platform/network/connector.ts';
import { createEgress } from '../../../../electron/platform/network/egress.ts';
import { systemClock } from '../../../../electron/platform/time/clock.ts';
import { CleartakeError, toErrorRecord } from '../../../../shared/domain/errors.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { createAuthority } from '../../../harness/company/authority.ts';
import { type ProxyOptions, startCompanyProxy } from '../../../harness/company/company-proxy.ts';
import { freePort, listen } from '../../../harness/remote/listen.ts';

/** No name server knows it: only the proxy gets there. */
const TARGET = 'service.example:8443';
const PASSWORD = 'p@ss:w%rd';
const WRITTEN = 'p%40ss%3Aw%25rd';

const company = await createAuthority('Company CA');
const folder = temporaryFolder('proxies', afterAll);
const authorityFile = path.join(folder, 'authority.pem');
writeFileSync(authorityFile, company.certificate);

async function startTarget() {
  const { certificate, key } = await company.issue('service.example');
  const received: { url: string; body: Buffer; credentials: string | undefined }[] = [];
  const server = https.createServer({ cert: certificate, key }, async (call, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of call) chunks.push(chunk as Buffer);
    } catch {
      return;
    }
    const credentials = call.headers['proxy-authorization'];
    received.push({ url: String(call.url), body: Buffer.concat(chunks), credentials });
    response.setHeader('content-type', 'application/json').end('{"done":true}');
  });
  const { close, port } = await listen(server);
  onTestFinished(close);
  return { port, received };
}

async function proxyTo(port: number, options: Omit<ProxyOptions, 'targets'> = {}) {
  const proxy = await startCompanyProxy({ ...options, targets: { [TARGET]: port } });
  onTestFinished(proxy.close);
  return proxy;
}

function open(environment: Readonly<Record<string, string>>): Http {
  const opened = createHttp(systemClock, networkOver(createEgress({ environment, now: Date.now })));
  onTestFinished(opened.close);
  return opened;
}

const trusting = { NODE_EXTRA_CA_CERTS: authorityFile };
const withUser = (origin: string, user = `anna:${WRITTEN}`) => origin.replace('//', `//${user}@`);

function call(over: Http) {
  const url = new URL(`https://${TARGET}/v1/list_projects`);
  return postJsonOnce(over, { url, headers: {}, body: {}, deadlineMs: 20_000 });
}

/** How it fails, as a person reads it. */
async function failure(over: Http): Promise<{ error: CleartakeError; isUnsent: boolean; text: string }> {
  const thrown = await call(over).then(
    () => expect.fail('it was answered'),
    (reason: unknown) => reason,
  );
  const error = networkError(thrown);
  if (!(error instanceof CleartakeError)) throw thrown;
  return { error, isUnsent: wasNeverSent(thrown), text: JSON.stringify(toErrorRecord(error)) + String(thrown) };
}

test.each(['http', 'https'] as const)(
  'a proxy over %s with a password lets calls and uploads through, and nothing else sees the password',
  async (scheme) => {
    const target = await startTarget();
    const tls = scheme === 'https' ? { tls: await company.issue('127.0.0.1') } : {};
    const proxy = await proxyTo(target.port, { user: 'anna', password: PASSWORD, ...tls });
    const over = open({ ...trusting, HTTPS_PROXY: withUser(proxy.origin) });
    expect((await call(over)).body).toEqual({ done: true });
    const source = path.join(folder, `${scheme}.bin`);
    writeFileSync(source, randomBytes(4_000_000));
    const contentHash = createHash('sha256').update(readFileSync(source)).digest('hex');
    const shares: number[] = [];
    await uploadFile(over, nodeFiles, {
      ...{
        url: new URL(`https://${TARGET}/upload`),
        method: 'PUT',
        contentType: 'audio/wav',
        path: source,
        contentHash,
      },
      ...{ isBegun: false, isOurs: false, onGained: () => undefined, onUnproven: () => undefined },
      onProgress: (sentBytes) => void shares.push(sentBytes),
      signal: new AbortController().signal,
    });
    const [, uploaded] = target.received;
    expect(
      createHash('sha256')
        .update(uploaded?.body ?? '')
        .digest('hex'),
    ).toBe(contentHash);
    expect(target.received.map(({ credentials }) => credentials)).toEqual([undefined, undefined]);
    expect(shares.length).toBeGreaterThan(3);
    expect(new Set(proxy.tunnels)).toEqual(new Set([TARGET]));
  },
);

test.each<[string, Omit<ProxyOptions, 'targets'>, string, RegExp]>([
  ['no password', { user: 'anna', password: PASSWORD }, '', /The proxy 127\.0\.0\.1:\d+ wants a password\./],
  ['a wrong one', { user: 'anna', password: PASSWORD }, 'anna:wrong-one', /doesn’t accept the user name and password/],
  [
    'NTLM alone',
    { user: 'anna', password: PASSWORD, offers: 'NTLM' },
    '',
    /a way to sign in that Cleartake doesn’t support/,
  ],
  ['a refusal', { answer: 'HTTP/1.1 403 No\r\n\r\n' }, '', /127\.0\.0\.1:\d+ refused to connect/],
  ['nothing behind it', { answer: 'HTTP/1.1 502 Bad\r\n\r\n' }, '', /127\.0\.0\.1:\d+ can’t reach the service/],
  ['an end', { answer: '' }, '', /closed the connection without an answer/],
  ['another protocol', { answer: 'SSH-2.0-OpenSSH\r\n' }, '', /closed the connection without an answer/],
])('%s: the proxy is named, and nothing was sent', async (_what, options, user, words) => {
  const target = await startTarget();
  const proxy = await proxyTo(target.port, options);
  const over = open({ ...trusting, https_proxy: user === '' ? proxy.origin : withUser(proxy.origin, user) });
  const { error, isUnsent, text } = await failure(over);
  expect(error.code).toBe('proxyFailed');
  expect(error.userMessage).toMatch(words);
  expect(error.userMessage).toContain(String(proxy.port));
  expect(isUnsent).toBe(true);
  expect(text).not.toContain('wrong-one');
  expect(target.received).toEqual([]);
});

test('a password that was refused is sent once: repeating it would lock the account', async () => {
  const target = await startTarget();
  const proxy = await proxyTo(target.port, { user: 'anna', password: PASSWORD });
  const over = open({ ...trusting, HTTPS_PROXY: withUser(proxy.origin, 'anna:wrong-one') });
  for (let times = 0; times < 5; times += 1) expect((await failure(over)).text).toContain('wrong-password');
  expect(proxy.asked).toHaveLength(1);
});

test('a proxy that isn’t there, one whose certificate isn’t trusted, one that can’t be read and one of another kind are told apart', async () => {
  const target = await startTarget();
  const nobody = await freePort();
  const gone = await failure(open({ ...trusting, HTTPS_PROXY: `http://127.0.0.1:${nobody}` }));
  expect(gone.error.userMessage).toContain(`The proxy 127.0.0.1:${nobody} can’t be reached.`);
  expect(gone.isUnsent).toBe(true);
  const secure = await proxyTo(target.port, { tls: await company.issue('127.0.0.1') });
  const strange = await failure(open({ HTTPS_PROXY: secure.origin }));
  expect(strange.error.userMessage).toContain(`doesn’t trust the certificate of the proxy 127.0.0.1:${secure.port}`);
  const misnamed = await proxyTo(target.port, { tls: await company.issue('proxy.example') });
  expect((await failure(open({ ...trusting, HTTPS_PROXY: misnamed.origin }))).text).toContain('untrusted');
  const unread = await failure(open({ HTTPS_PROXY: 'http://anna:ge#heim@proxy.example:3128' }));
  expect(unread.error.userMessage).toContain('The proxy in HTTPS_PROXY can’t be read.');
  expect(unread.text).not.toContain('heim');
  const socks = createEgress({ systemProxy: async () => 'SOCKS5 socks.example:1080' });
  const over = createHttp(systemClock, networkOver(socks));
  onTestFinished(over.close);
  expect((await failure(over)).error.userMessage).toContain('socks.example:1080 is of a kind');
});

test('a service of the company’s own CA is trusted with its file, and otherwise the file is asked for', async () => {
  const target = await startTarget();
  const proxy = await proxyTo(target.port);
  const { error, isUnsent } = await failure(open({ HTTPS_PROXY: proxy.origin }));
  expect(error.code).toBe('certificateNotTrusted');
  expect(error.userMessage).toContain('choose its CA file in Settings');
  expect(isUnsent).toBe(true);
  const egress = createEgress({ environment: { HTTPS_PROXY: proxy.origin }, now: Date.now });
  let certificateFile = '';
  egress.follow(() => ({ proxy: 'automatic', user: '', exceptions: '', certificateFile, password: async () => null }));
  const over = createHttp(systemClock, networkOver(egress));
  onTestFinished(over.close);
  expect((await failure(over)).error.code).toBe('certificateNotTrusted');
  certificateFile = authorityFile;
  expect((await call(over)).status).toBe(200);
});

test('a tunnel that is cut ends the upload, and a silent proxy and an ended wait don’t hold anything up', async () => {
  const target = await startTarget();
  const cutting = await proxyTo(target.port, { cutsAfter: 500_000 });
  const source = path.join(folder, 'cut.bin');
  writeFileSync(source, randomBytes(3_000_000));
  const sending = uploadFile(open({ ...trusting, HTTPS_PROXY: cutting.origin }), nodeFiles, {
    ...{ url: new URL(`https://${TARGET}/upload`), method: 'PUT', contentType: 'audio/wav', path: source },
    ...{ contentHash: null, isBegun: false, isOurs: false, onGained: () => undefined, onUnproven: () => undefined },
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });
  await expect(sending).rejects.toMatchObject({ code: 'serviceUnreachable' });
  const silent = await proxyTo(target.port, { answer: null });
  const egress = createEgress({ environment: { HTTPS_PROXY: silent.origin } });
  const hurried = new Agent({ connect: createConnector(egress, { timeoutMs: 300 }) });
  await expect(request(`https://${TARGET}`, { dispatcher: hurried })).rejects.toMatchObject({ fault: 'closed' });
  const ending = new AbortController();
  const ended = new Agent({ connect: createConnector(egress, { timeoutMs: 30_000, signal: ending.signal }) });
  const waiting = expect(request(`https://${TARGET}`, { dispatcher: ended })).rejects.toThrow();
  setTimeout(() => ending.abort(new Error('nobody waits')), 100);
  await waiting;
  await Promise.all([hurried.destroy(), ended.destroy()]);
});

test.each(['127.0.0.1', '::1'])('localhost is found at %s alone, and never through a proxy', async (host) => {
  const server = http.createServer((_call, response) => response.end('{}'));
  const { close, port } = await listen(server, host);
  onTestFinished(close);
  const over = open({ HTTP_PROXY: 'http://127.0.0.1:9', HTTPS_PROXY: 'http://127.0.0.1:9' });
  for (const name of ['localhost', 'app.localhost', host === '::1' ? '[::1]' : host]) {
    const url = new URL(`http://${name}:${port}/v1/list_projects`);
    expect((await postJsonOnce(over, { url, headers: {}, body: {}, deadlineMs: 5000 })).status, name).toBe(200);
  }
});
