import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { Agent, type Dispatcher, interceptors } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { parseBaseUrl, parseTransferUrl } from '../../../../electron/core/api/addresses.ts';
import { createHttp, type Http } from '../../../../electron/core/api/http.ts';
import { createServiceClient } from '../../../../electron/core/api/service-client.ts';
import { downloadFile } from '../../../../electron/core/api/transfers/download-file.ts';
import { uploadFile } from '../../../../electron/core/api/transfers/upload-file.ts';
import { nodeFiles } from '../../../../electron/platform/files/files.ts';
import { systemClock } from '../../../../electron/platform/time/clock.ts';
import {
  DEFAULT_PATHS,
  type EndpointPaths,
  HEADER_STYLES,
  type HeaderStyle,
} from '../../../../shared/service-api/routes.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { listen } from '../../../harness/remote/listen.ts';

const KEY = 'key-that-stays-at-home-0123456789';
const HOME = 'https://api.example.test';
const AWAY = 'https://storage.elsewhere.test';
/** Whatever an origin may be made of that is not the service's. */
const ELSEWHERE = [
  'https://evil.test/steal',
  'https://api.example.test.evil.test/',
  'https://api.example.test:8443/v1/list_projects',
  'http://api.example.test/v1/list_projects',
  'https://user@evil.test/',
  'https://api.example.test@evil.test/',
  '//evil.test/steal',
  'https:\\\\evil.test\\steal',
  'HTTPS://EVIL.TEST/',
  'https://evil.test./',
  'https://xn--pi-8ka.example.test/',
];

interface Arrived {
  readonly origin: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
}

type Answerer = (request: IncomingMessage, response: ServerResponse, origin: string) => void;

/** The internet of a test: every host and scheme ends at one listener, which knows for whom a connection was meant. */
async function openWorld(answer: Answerer, naive = false) {
  const arrived: Arrived[] = [];
  const origins = new Map<number, string>();
  const server = createServer((request, response) => {
    const origin = origins.get(request.socket.remotePort ?? 0) ?? '';
    arrived.push({ origin, path: request.url ?? '', headers: request.headers });
    request.resume().once('end', () => answer(request, response, origin));
  });
  const { close, port } = await listen(server);
  const agent = () =>
    new Agent({
      connect: ({ protocol, host, hostname, port: wanted }, callback) => {
        const socket = connect(port, '127.0.0.1', () => {
          origins.set(socket.localPort ?? 0, new URL(`${protocol}//${host ?? `${hostname}:${wanted}`}`).origin);
          callback(null, socket);
        });
        socket.on('error', () => undefined);
      },
    });
  const follow = (dispatcher: Dispatcher) =>
    naive ? dispatcher.compose(interceptors.redirect({ maxRedirections: 3 })) : dispatcher;
  const http = createHttp(systemClock, { pool: () => follow(agent()), single: () => follow(agent()) });
  onTestFinished(async () => {
    await http.close();
    await close();
  });
  return { http, arrived };
}

/** Requests to anywhere but the service's own origin that carry the key, a cookie, or a header made for either. */
function leaks(arrived: readonly Arrived[]): string[] {
  return arrived
    .filter(({ origin, headers, path: asked }) => {
      const isSecret = ['authorization', 'cookie', 'x-api-key', 'xi-api-key', 'proxy-authorization'].some(
        (name) => headers[name] !== undefined,
      );
      return origin !== HOME && (isSecret || `${asked}${JSON.stringify(headers)}`.includes(KEY));
    })
    .map(({ origin, path: asked }) => `${origin}${asked}`);
}

function clientOf(
  http: Http,
  headerStyle: HeaderStyle = 'bearer',
  baseUrl = HOME,
  paths: EndpointPaths = DEFAULT_PATHS,
) {
  return createServiceClient(http, { baseUrl: parseBaseUrl(baseUrl), key: KEY, headerStyle, paths });
}

type Client = ReturnType<typeof createServiceClient>;

const CALLS: Readonly<Record<string, (client: Client) => Promise<unknown>>> = {
  'create a project': (client) => client.createProject({ originalFileName: 'a', contentType: 'audio/wav', params: {} }),
  'start a generation': (client) => client.startOnce('service-2', { apiProjectId: 'p', params: {} }),
  'ask for progress': (client) => client.progress('p', 'g'),
  'ask for a download': (client) => client.askResult('p', 'g', 'audio'),
  'list generations': (client) => client.listGenerations('p'),
  'test the connection': (client) => client.test(),
};

function transfers(http: Http, url: URL) {
  const folder = temporaryFolder();
  const file = path.join(folder, 'take.wav');
  writeFileSync(file, 'RIFF');
  const nothing = () => undefined;
  const told = { onProgress: nothing, onGained: nothing, onUnproven: nothing };
  const common = { url, ...told, signal: new AbortController().signal };
  const upload = {
    ...common,
    path: file,
    method: 'PUT',
    contentType: 'audio/wav',
    contentHash: 'ab'.repeat(32),
  } as const;
  const download = {
    ...common,
    path: path.join(folder, 'part'),
    identity: 'g',
    mostBytes: 1e6,
    renew: async () => url,
  };
  return {
    upload: () => uploadFile(http, nodeFiles, { ...upload, isBegun: true, isOurs: false }),
    download: () => downloadFile(http, nodeFiles, download),
  };
}

const redirects = [301, 302, 303, 307, 308].flatMap((status) =>
  Object.keys(CALLS).map(
    (call, index) => [status, call, ELSEWHERE[(status + index) % ELSEWHERE.length] ?? ''] as const,
  ),
);

test.each(redirects)('a %d in answer to "%s" leads nowhere (%s)', async (status, call, location) => {
  const { http, arrived } = await openWorld((_, response, origin) => {
    if (origin === HOME) response.writeHead(status, { location, 'set-cookie': `session=${KEY}` }).end();
    else response.writeHead(200).end('{}');
  });
  for (const style of HEADER_STYLES) {
    await CALLS[call]?.(clientOf(http, style)).catch((failure: unknown) => {
      expect(failure).toMatchObject({ code: 'redirectRefused' });
    });
  }
  expect(arrived.map(({ origin }) => origin)).toEqual([HOME, HOME, HOME]);
  expect(leaks(arrived)).toEqual([]);
});

test.each([301, 302, 303, 307, 308])(
  'a %d of a storage host is followed without anything of ours, to the service’s own origin too',
  async (status) => {
    const { http, arrived } = await openWorld((request, response, origin) => {
      // Whatever it was told it tells everyone, cookies and a demand for a login included.
      const echo = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [`x-echo-${name}`, String(value)]),
      );
      const headers = {
        ...echo,
        location: `${HOME}/v1/list_projects`,
        'set-cookie': 'a=1',
        'www-authenticate': 'Basic',
      };
      response.writeHead(origin === AWAY ? status : 200, headers).end('{}');
    });
    await clientOf(http)
      .test()
      .catch(() => undefined);
    const { upload, download } = transfers(http, parseTransferUrl(`${AWAY}/object?signature=s`, new URL(HOME)));
    const calls = arrived.splice(0);
    expect(calls.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${KEY}`]);
    // Only what keeps the method and the body may carry an upload on.
    if (status < 307) await expect(upload()).rejects.toMatchObject({ code: 'redirectRefused' });
    else await upload();
    await download();
    expect(new Set(arrived.map(({ origin }) => origin))).toEqual(new Set([HOME, AWAY]));
    expect(JSON.stringify(arrived)).not.toContain(KEY);
    expect(leaks(arrived.map((one) => ({ ...one, origin: AWAY })))).toEqual([]);
  },
);

test.each([...ELSEWHERE.filter((one) => /^http:|user@|@evil/.test(one)), 'http://127.0.0.1/a', 'http://localhost/a'])(
  'a storage host is not followed to %s',
  async (location) => {
    const { http, arrived } = await openWorld((_, response) => response.writeHead(307, { location }).end());
    const { upload, download } = transfers(http, parseTransferUrl(`${AWAY}/object?signature=s`, new URL(HOME)));
    await expect(upload()).rejects.toMatchObject({ code: 'unsafeAddress' });
    await expect(download()).rejects.toMatchObject({ code: 'unsafeAddress' });
    expect(new Set(arrived.map(({ origin }) => origin))).toEqual(new Set([AWAY]));
  },
);

test.each([401, 407])('a storage host that answers %d is given no key', async (status) => {
  const { http, arrived } = await openWorld((_, response, origin) => {
    const demand = { 'www-authenticate': 'Bearer', 'proxy-authenticate': 'Basic', 'set-cookie': 'a=1' };
    response.writeHead(origin === HOME ? 200 : status, demand).end('{}');
  });
  const { upload, download } = transfers(http, new URL(`${AWAY}/object`));
  await clientOf(http, 'x-api-key').test();
  await expect(upload()).rejects.toBeDefined();
  await expect(download()).rejects.toBeDefined();
  expect(leaks(arrived)).toEqual([]);
});

test.each([
  ['//evil.test/v1', true],
  ['/\\evil.test/v1', true],
  ['@evil.test/v1', false],
  [':pass@evil.test/v1', false],
  ['.evil.test/v1', false],
  [':8443/v1', false],
  ['\\@evil.test/v1', true],
  ['/../../@evil.test', true],
  ['#@evil.test', true],
])('a path of a connection like %s stays with the service, or is refused', async (wanted, isHome) => {
  const { http, arrived } = await openWorld((_, response) => response.writeHead(200).end('{}'));
  const client = (baseUrl: string) => clientOf(http, 'bearer', baseUrl, { ...DEFAULT_PATHS, listProjects: wanted });
  for (const baseUrl of [HOME, `${HOME}/`]) {
    const outcome = await client(baseUrl)
      .test()
      .then(
        () => true,
        (failure: { code: string }) => failure.code,
      );
    expect(outcome).toBe(isHome ? true : 'unsafeAddress');
  }
  expect(arrived.every(({ origin }) => origin === HOME)).toBe(true);
});

test.each([
  'data:audio/wav;base64,UklGRg==',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'blob:https://api.example.test/1',
  'ftp://evil.test/a',
  'http://evil.test/a',
  'http://127.0.0.1/a',
  'http://[::1]/a',
  'http://localhost/a',
  'https://user@evil.test/a',
  'https://user:pass@evil.test/a',
  'https://:pass@evil.test/a',
  `https://evil.test/${'a'.repeat(20_000)}`,
  'https://',
  'https://evil.test:99999/',
  '\\\\evil.test\\share',
])('an address like %s is refused before anything is sent', (address) => {
  // Two slashes, however they lean, name a host: it is one like others, over https.
  const read = () => parseTransferUrl(address, new URL(HOME));
  if (address.startsWith('\\\\')) expect(read().protocol).toBe('https:');
  else expect(read).toThrow(expect.objectContaining({ code: 'unsafeAddress' }));
});

test('the test finds a client that follows redirects', async () => {
  const answer: Answerer = (_, response, origin) => {
    if (origin === HOME) response.writeHead(307, { location: 'https://evil.test/steal' }).end();
    else response.writeHead(200).end('{}');
  };
  const { http, arrived } = await openWorld(answer, true);
  await clientOf(http, 'x-api-key').test();
  expect(leaks(arrived)).toEqual(['https://evil.test/steal']);
});
