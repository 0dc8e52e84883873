import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAppProtocol, PRIVILEGED_SCHEME } from '../../../electron/hosts/desktop/app-protocol.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'cleartake-protocol-'));
const seen: Request[] = [];
const answer = createAppProtocol({
  pageDirectory: path.join(folder, 'page'),
  media: async (request) => {
    seen.push(request);
    return new Response('samples', { status: 206, headers: { 'content-range': 'bytes 0-6/7', 'x-own': 'kept' } });
  },
});

beforeAll(() => {
  mkdirSync(path.join(folder, 'page/assets'), { recursive: true });
  mkdirSync(path.join(folder, 'page-of-another'));
  writeFileSync(path.join(folder, 'page/index.html'), '<!doctype html>');
  writeFileSync(path.join(folder, 'page/assets/app.js'), 'export {}');
  writeFileSync(path.join(folder, 'page/a name.svg'), '<svg/>');
  writeFileSync(path.join(folder, 'page-of-another/secret.txt'), 'secret');
  writeFileSync(path.join(folder, 'secret.txt'), 'secret');
});
afterAll(() => rmSync(folder, { recursive: true }));

function get(address: string, init?: RequestInit): Promise<Response> {
  return answer(new Request(address, init));
}

test('the page and its files come with their types, lengths and the policy', async () => {
  const page = await get('app://cleartake/');
  expect(await page.text()).toBe('<!doctype html>');
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.headers.get('content-length')).toBe('15');
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toMatch(/unsafe-eval|https?:|\*/);
  expect(policy.match(/unsafe-inline/g)).toHaveLength(1);
  expect(page.headers.get('x-content-type-options')).toBe('nosniff');

  expect((await get('app://cleartake/assets/app.js')).headers.get('content-type')).toContain('text/javascript');
  expect((await get('app://cleartake/a%20name.svg?x=1')).status).toBe(200);
});

test.each([
  'app://cleartake/../secret.txt',
  'app://cleartake/..%2fsecret.txt',
  'app://cleartake/%2e%2e/secret.txt',
  'app://cleartake/..%2fpage-of-another/secret.txt',
  'app://cleartake/assets/..%2f..%2fsecret.txt',
  'app://cleartake/%2fetc/passwd',
  'app://cleartake/..%5csecret.txt',
  'app://cleartake/index.html%00.js',
  'app://cleartake/%e0%a4%a',
  'app://cleartake/assets',
  'app://cleartake/missing.js',
])('%s is not there', async (address) => {
  const response = await get(address);
  expect(response.status).toBe(404);
  expect(await response.text()).toBe('');
});

test('another host of the scheme is refused', async () => {
  expect((await get('app://elsewhere/index.html')).status).toBe(403);
});

test('a page can be looked at and not changed', async () => {
  const head = await get('app://cleartake/', { method: 'HEAD' });
  expect([head.status, await head.text(), head.headers.get('content-length')]).toEqual([200, '', '15']);
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
    expect((await get('app://cleartake/index.html', { method })).status).toBe(405);
  }
});

test('media goes to the desk, with the policy on its answers, and takes a body for uploads alone', async () => {
  const samples = await get('app://cleartake/media/pcm?take=a', { headers: { range: 'bytes=0-6' } });
  expect([samples.status, await samples.text()]).toEqual([206, 'samples']);
  expect(samples.headers.get('content-range')).toBe('bytes 0-6/7');
  expect(samples.headers.get('x-own')).toBe('kept');
  expect(samples.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(seen.at(-1)?.headers.get('range')).toBe('bytes=0-6');

  const before = seen.length;
  expect((await get('app://cleartake/media/pcm', { method: 'POST', body: 'x' })).status).toBe(405);
  expect((await get('app://cleartake/media/upload?name=a', { method: 'PUT', body: 'x' })).status).toBe(405);
  expect(seen).toHaveLength(before);
  expect((await get('app://cleartake/media/upload?name=a', { method: 'POST', body: 'x' })).status).toBe(206);
  expect(await seen.at(-1)?.text()).toBe('x');
});

test('a link inside the folder that leads out of it is not followed', async () => {
  symlinkSync(path.join(folder, 'secret.txt'), path.join(folder, 'page/link.txt'));
  expect((await get('app://cleartake/link.txt')).status).toBe(404);
});

test('the scheme bypasses nothing', () => {
  expect(PRIVILEGED_SCHEME.privileges).toEqual({ standard: true, secure: true, supportFetchAPI: true, stream: true });
});
