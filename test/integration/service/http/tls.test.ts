import { request } from 'node:https';
import { generate } from 'selfsigned';
import { beforeAll, expect, test } from 'vitest';
import { DEFAULT_PATHS } from '../../../../shared/service-api/routes.ts';
import { freePort } from '../../../harness/remote/listen.ts';
import { keptLog, startService } from '../../../harness/service/test-service.ts';

let tls: { certificate: string; key: string };
beforeAll(async () => {
  const made = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  tls = { certificate: made.cert, key: made.private };
});

interface TlsAnswer {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly protocol: string | null;
  /** What it promises about TLS. */
  readonly strict: string | undefined;
}

/** Trusts the test's own certificate and nothing else. */
function postTls(url: string, body: unknown, key: string, maxVersion?: 'TLSv1.1' | 'TLSv1.2'): Promise<TlsAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: 'POST',
        ca: tls.certificate,
        agent: false,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        ...(maxVersion === undefined
          ? {}
          : { maxVersion, minVersion: 'TLSv1' as const, ciphers: 'DEFAULT@SECLEVEL=0' }),
      },
      async (response) => {
        const protocol =
          'getProtocol' in response.socket
            ? String(Reflect.apply(response.socket.getProtocol as () => string, response.socket, []))
            : null;
        let text = '';
        for await (const chunk of response) text += chunk;
        const strict = response.headers['strict-transport-security'];
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(text), protocol, strict });
      },
    );
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });
}

test('with a certificate the service speaks TLS, and signs addresses that do', async () => {
  const service = await startService({ tls });
  expect(service.baseUrl).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  const created = await postTls(
    service.baseUrl + DEFAULT_PATHS.createProject,
    { originalFileName: 'a.wav', contentType: 'audio/wav' },
    service.apiKey,
  );
  expect([created.status, created.protocol, created.strict]).toEqual([200, 'TLSv1.3', 'max-age=31536000']);
  expect(created.body.uploadUrl).toContain(`${service.baseUrl}/storage/uploads/`);
});

test('TLS 1.2 is accepted, 1.1 is not, and plain HTTP gets no answer', async () => {
  const service = await startService({ tls });
  const list = service.baseUrl + DEFAULT_PATHS.listProjects;
  expect((await postTls(list, {}, service.apiKey, 'TLSv1.2')).protocol).toBe('TLSv1.2');
  await expect(postTls(list, {}, service.apiKey, 'TLSv1.1')).rejects.toMatchObject({
    code: expect.stringMatching(/SSL|ECONNRESET|EPROTO/),
  });
  await expect(fetch(list.replace('https', 'http'), { method: 'POST' })).rejects.toThrow();
});

test('it listens beyond this computer only with TLS', async () => {
  const log = keptLog();
  for (const host of ['0.0.0.0', '::', '192.0.2.1', 'example.org']) {
    await expect(startService({ host, log })).rejects.toThrow(RangeError);
    await expect(startService({ host, log })).rejects.toThrow(/^Plain HTTP is for this computer alone/);
  }
});

test('listening on all addresses needs a public address, which signed addresses then use', async () => {
  await expect(startService({ host: '0.0.0.0', tls })).rejects.toThrow(/set publicUrl/);
  const port = await freePort();
  const publicUrl = `https://localhost:${port}`;
  const service = await startService({ host: '0.0.0.0', port, tls, configuration: { publicUrl: `${publicUrl}/` } });
  expect(service.baseUrl).toBe(publicUrl);
  const body = { originalFileName: 'a.wav', contentType: 'audio/wav' };
  const created = await postTls(`https://127.0.0.1:${port}${DEFAULT_PATHS.createProject}`, body, service.apiKey);
  expect(created.body.uploadUrl).toContain(`${publicUrl}/storage/uploads/`);
});

test('a public address is an origin, and https unless it is this computer', async () => {
  for (const publicUrl of [
    'ftp://a.example',
    'https://a.example/path',
    'https://a.example/?q',
    'https://me@a.example',
    'a.example',
  ]) {
    await expect(startService({ configuration: { publicUrl } }), publicUrl).rejects.toThrow();
  }
  await expect(startService({ configuration: { publicUrl: 'http://studio.example' } })).rejects.toThrow(RangeError);
  expect((await startService({ configuration: { publicUrl: 'https://studio.example' } })).baseUrl).toBe(
    'https://studio.example',
  );
});

test('a key that does not belong to the certificate is refused without being repeated', async () => {
  const other = await generate([{ name: 'commonName', value: 'other' }]);
  const refused = await startService({ tls: { certificate: tls.certificate, key: other.private } }).catch(String);
  expect(refused).toMatch(/key values mismatch/);
  expect(refused).not.toContain('PRIVATE KEY');
});
