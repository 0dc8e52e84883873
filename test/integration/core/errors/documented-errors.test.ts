/** Every error that the service documents, answered over HTTP to the desk's client: each has words of its own. So have answers of no service. */

import { createServer, type ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { createHttp } from '../../../../electron/core/api/http.ts';
import { undiciNetwork } from '../../../../electron/core/api/network.ts';
import { createServiceClient, type ServiceClient } from '../../../../electron/core/api/service-client.ts';
import { systemClock } from '../../../../electron/platform/time/clock.ts';
import { ERROR_MESSAGES } from '../../../../shared/domain/error-messages/table.ts';
import { CleartakeError, textOf } from '../../../../shared/domain/errors.ts';
import { DOCUMENTED_ERRORS, type DocumentedError } from '../../../../shared/service-api/documented-errors.ts';
import { OPERATIONS } from '../../../../shared/service-api/operations/all.ts';
import { DEFAULT_PATHS, LOCAL_PATHS } from '../../../../shared/service-api/routes.ts';
import { listen } from '../../../harness/remote/listen.ts';
import { CLIENT_CALLS } from '../../../harness/service/client-calls.ts';

/** Calls that the queue repeats by its own rules. All others are made once, and say nothing of repeating. */
const REPEATED: readonly string[] = [
  ...[DEFAULT_PATHS.createProject, DEFAULT_PATHS.listProjects, DEFAULT_PATHS.listGenerations],
  ...[DEFAULT_PATHS.generationProgress, DEFAULT_PATHS.generationDownload],
  ...[LOCAL_PATHS.cancelGeneration, LOCAL_PATHS.deleteProject],
  ...Object.values(DEFAULT_PATHS.startGeneration),
];
const STARTS: readonly string[] = Object.values(DEFAULT_PATHS.startGeneration);

/** Statuses that prove that nothing was started, with the error body of the contract. */
const isProof = (status: number) => status >= 400 && status < 500;

type Respond = (response: ServerResponse) => void;

function json(status: number, body: unknown, headers: Record<string, string> = {}): Respond {
  return (response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

const answerOf = ({ status, code, condition }: Pick<DocumentedError, 'status' | 'code' | 'condition'>) =>
  json(status, { error: condition, ...(code === null ? {} : { code }) }, { 'x-request-id': 'req-0042' });

/** A service that answers every call as it is told, and the desk's client for it. */
async function openLine() {
  let respond: Respond = json(500, {});
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.url ?? '');
    request.resume().once('end', () => respond(response));
  });
  const { close, port } = await listen(server);
  onTestFinished(close);
  const http = createHttp(systemClock, undiciNetwork);
  onTestFinished(() => http.close());
  const baseUrl = new URL(`http://127.0.0.1:${port}`);
  const key = 'ctk_admin-key-of-this-test-0123456789';
  const client = createServiceClient(http, { baseUrl, key, headerStyle: 'bearer', paths: DEFAULT_PATHS });
  return {
    seen,
    told: (call: (client: ServiceClient) => Promise<unknown>, answer: Respond): Promise<CleartakeError> => {
      respond = answer;
      return call(client).then(
        () => expect.fail('The call succeeded'),
        (thrown: unknown) => (thrown instanceof CleartakeError ? thrown : expect.fail(String(thrown))),
      );
    },
  };
}

/** Our words alone, in both places. */
function wordsOf({ parts: { reason: _, ...own } }: CleartakeError): string {
  return `${textOf(own, 'desk')} / ${textOf(own, 'terminal')}`;
}

const VAGUE = /something (unexpected|went wrong)|unexpected|see the details|\b[45]\d\d\b/i;
const REPEATS = /retries|tries again|keeps checking|Cleartake waits|`cleartake resume|then retry/i;

test('every call that the desk or the terminal makes is in the table, and no other', async () => {
  const { ENDPOINTS } = await import('../../../../build/service-reference/endpoints.ts');
  const used = Object.entries(ENDPOINTS).filter(([, { desk, terminal }]) => desk !== null || terminal !== null);
  expect(Object.keys(CLIENT_CALLS)).toEqual(expect.arrayContaining(used.map(([path]) => path)));
  expect(OPERATIONS.map(({ path }) => path)).toEqual(expect.arrayContaining(Object.keys(CLIENT_CALLS)));
});

test.each(Object.entries(CLIENT_CALLS))('%s: each documented error has words of its own', async (path, call) => {
  const { told, seen } = await openLine();
  const documented = DOCUMENTED_ERRORS.filter((error) => error.path === path);
  expect(documented.length).toBeGreaterThan(9);
  const unknown = await told(call, json(418, { error: 'A status that no call documents', code: 'teapot' }));
  const said = new Map<string, string>();
  for (const error of documented) {
    const name = `${error.status} ${error.code}`;
    const failure = await told(call, answerOf(error));
    const { parts } = failure;
    const words = wordsOf(failure);
    expect(words, name).not.toMatch(VAGUE);
    // A start whose answer proves nothing waits for the service's list; its words are those of the protocol.
    const isUnproven = STARTS.includes(path) && !isProof(error.status);
    if (isUnproven) expect(parts, name).toBe(ERROR_MESSAGES.startUncertain.message);
    else expect(words, `${name} has the words of unknown errors`).not.toBe(wordsOf(unknown));
    expect(parts.what, name).toMatch(/^[A-Z].*\.$/);
    // Of the queue's calls it is said from the job's record.
    if (!REPEATED.includes(path) || parts.safe !== undefined) {
      expect(parts.safe, `${name}: what is safe`).toMatch(/^[A-Z].*\.$/);
    }
    expect(parts.next, `${name}: what to do next`).toBeDefined();
    if (!REPEATED.includes(path)) expect(words, name).not.toMatch(REPEATS);
    // Ours come first; the service's own words and the request's id are there to be found.
    if (!isUnproven) expect(failure.detail, name).toContain(error.condition.slice(0, 60));
    if (parts.reason !== undefined) expect(parts.reason).toBe(`${error.condition.slice(0, 200)} (request req-0042)`);
    said.set(name, words);
  }
  // A code says more than its status alone.
  for (const { status, code } of documented) {
    const plain = said.get(`${status} null`);
    if (code === null || plain === undefined) continue;
    expect(said.get(`${status} ${code}`), `${status} ${code} has the words of ${status}`).not.toBe(plain);
  }
  expect(seen).toHaveLength(documented.length + 1);
});

const html = (status: number, page: string): Respond => {
  return (response) => void response.writeHead(status, { 'content-type': 'text/html' }).end(page);
};
const bare = (status: number, body = ''): Respond => {
  return (response) => void response.writeHead(status).end(body);
};

interface Strange {
  readonly name: string;
  readonly answer: Respond;
  /** Whether it proves that nothing was started. */
  readonly isProof?: true;
}

const STRANGE: readonly Strange[] = [
  { name: 'a login page', answer: html(200, '<title>Log in</title>') },
  { name: 'a login page with 403', answer: html(403, '<title>Log in</title>') },
  { name: 'an empty body', answer: bare(200) },
  { name: 'truncated JSON', answer: bare(200, '{"projects": [{"apiPro') },
  { name: 'a proxy’s 502', answer: html(502, '<h1>Bad Gateway') },
  { name: 'a proxy’s 504 without a body', answer: bare(504) },
  {
    name: 'a code that nobody documents',
    answer: json(409, { error: 'Not on Mondays', code: 'monday' }),
    isProof: true,
  },
  { name: 'a status that nobody documents', answer: json(451, { error: 'For legal reasons' }), isProof: true },
  { name: 'an error that is no text', answer: json(400, { error: { deep: true } }) },
  {
    name: 'a redirect',
    answer: (response) => void response.writeHead(302, { location: 'http://login.test/' }).end(),
  },
  { name: 'a connection that breaks', answer: (response) => void response.destroy() },
];

test.each(STRANGE)(
  '%s is told in a clear sentence by every call, and sent once',
  async ({ answer, isProof: isOne }) => {
    const { told, seen } = await openLine();
    for (const [path, call] of Object.entries(CLIENT_CALLS)) {
      const error = await told(call, answer);
      const words = wordsOf(error);
      expect(words, path).not.toMatch(VAGUE);
      expect(error.code, path).not.toBe('unexpected');
      const { safe, what } = error.parts;
      for (const part of [what, ...(safe === undefined ? [] : [safe])]) expect(part, path).toMatch(/^[A-Z].*\.$/);
      if (!REPEATED.includes(path)) expect(words, path).not.toMatch(REPEATS);
      // Only a proof that nothing was started lets a start be sent again.
      if (STARTS.includes(path) && isOne !== true) expect(error.parts).toBe(ERROR_MESSAGES.startUncertain.message);
    }
    expect(seen).toHaveLength(Object.keys(CLIENT_CALLS).length);
  },
);
