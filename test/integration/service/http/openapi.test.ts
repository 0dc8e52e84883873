import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { systemClock } from '../../../../electron/platform/time/clock.ts';
import type { Authenticator } from '../../../../electron/service/auth/authenticate.ts';
import { serviceConfiguration } from '../../../../electron/service/configuration.ts';
import { createServer } from '../../../../electron/service/http/server.ts';
import type { ServiceParts } from '../../../../electron/service/http/service-parts.ts';
import { errorsOf } from '../../../../shared/service-api/documented-errors.ts';
import { OPERATIONS } from '../../../../shared/service-api/operations/all.ts';
import { LOCAL_PATHS } from '../../../../shared/service-api/routes.ts';
import { EVENT_TYPES } from '../../../../shared/service-api/webhooks.ts';
import { keptLog, startService } from '../../../harness/service/test-service.ts';

const METHODS = ['get', 'head', 'put', 'post', 'patch', 'delete', 'options'] as const;

async function readDocument(service: { baseUrl: string }) {
  const response = await fetch(`${service.baseUrl}/openapi.json`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came
  return (await response.json()) as any;
}

/** Stands for every part that routes keep without using it while they are registered. */
function unusedPart(): object {
  return new Proxy(() => unusedPart(), { get: () => unusedPart() });
}

/** The paths of every route, as the document writes them. */
async function routesOf(rehearsal: boolean): Promise<string[]> {
  const parts = new Proxy({} as ServiceParts, {
    get: (_target, name) => {
      if (name === 'configuration') return serviceConfiguration.parse({});
      if (name === 'clock') return systemClock;
      return name === 'rehearsal' && !rehearsal ? null : unusedPart();
    },
  });
  const server = createServer(parts, unusedPart() as Authenticator, keptLog(), { clock: systemClock });
  const printed = await server.printRoutes();
  const urls = printed.split('\n').map((line) => /(\/\S*) \(/.exec(line)?.[1]);
  return [...new Set(urls.filter((url) => url !== undefined))].map((url) => url.replaceAll(/:(\w+)/g, '{$1}'));
}

test('the document is a valid OpenAPI 3.1 document, and needs no key', async () => {
  const document = await readDocument(await startService({ rehearsal: true }));
  expect(document.openapi).toMatch(/^3\.1\./);
  expect(document.info.version).toMatch(/^\d+\.\d+\.\d+$/);
  const validator = new Validator();
  const result = await validator.validate(structuredClone(document));
  expect(result.errors ?? []).toEqual([]);
  expect(result.valid).toBe(true);
  expect(validator.version).toBe('3.1');
  const ids = Object.values<Record<string, { operationId?: string }>>(document.paths)
    .flatMap((item) => METHODS.map((method) => item[method]?.operationId))
    .filter((id) => id !== undefined);
  expect(new Set(ids).size).toBe(ids.length);
  // The validator can tell: without its paths' answers the document is none.
  const broken = structuredClone(document);
  broken.paths['/v1/list_projects'].post.responses = 'none';
  expect((await new Validator().validate(broken)).valid).toBe(false);
});

test.each([true, false])('every route is in the document and the other way round, rehearsal: %s', async (rehearsal) => {
  const document = await readDocument(await startService({ rehearsal }));
  const routes = await routesOf(rehearsal);
  expect(routes.length).toBeGreaterThan(10);
  expect(Object.keys(document.paths).sort()).toEqual(routes.sort());
  expect(LOCAL_PATHS.rehearsal in document.paths).toBe(rehearsal);
});

test('every path takes the methods of the document and no others', async () => {
  const service = await startService({ rehearsal: true });
  const { paths } = await readDocument(service);
  for (const [path, item] of Object.entries<Record<string, unknown>>(paths)) {
    for (const method of METHODS) {
      const url = `${service.baseUrl}${path.replaceAll(/\{\w+\}/g, 'unknown')}`;
      const response = await fetch(url, { method: method.toUpperCase() });
      await response.arrayBuffer();
      const expected = method === 'options' ? [204] : path === '/openapi.json' ? [200] : [401, 403];
      expect(method in item ? expected : [405], `${method} ${path}`).toContain(response.status);
    }
  }
});

test('each operation has its statuses with their conditions, its permissions and the three ways to carry a key', async () => {
  const document = await readDocument(await startService({ rehearsal: true }));
  for (const operation of OPERATIONS) {
    const { post } = document.paths[operation.path];
    const errors = errorsOf(operation);
    const statuses = [200, 204, ...errors.map(({ status }) => status)];
    expect(Object.keys(post.responses).map(Number)).toEqual([...new Set(statuses)].sort((one, other) => one - other));
    for (const { status, code, condition } of errors) {
      expect(post.responses[status].description).toContain(code === null ? condition : `\`${code}\`: ${condition}`);
    }
    if (!(500 in operation.refusals)) expect(post.responses[500].description).toContain(operation.fault);
    expect(post['x-permissions']).toEqual(operation.needs);
    expect(post.security).toBeUndefined();
    for (const status of [400, 401, 403, 404, 500]) {
      const schema = post.responses[status]?.content['application/json'].schema;
      if (schema !== undefined) expect(schema).toEqual({ $ref: '#/components/schemas/Error' });
    }
    expect(post.responses[429].headers['Retry-After']).toBeDefined();
  }
  expect(document.security).toEqual([{ bearer: [] }, { xApiKey: [] }, { xiApiKey: [] }]);
  const schemes = document.components.securitySchemes;
  expect(schemes.bearer).toMatchObject({ type: 'http', scheme: 'bearer' });
  expect([schemes.xApiKey.name, schemes.xiApiKey.name]).toEqual(['X-Api-Key', 'Xi-Api-Key']);
  const { error, code, billing } = document.components.schemas.Error.properties;
  expect([error.type, code.type]).toEqual(['string', 'string']);
  const limits = ['spendLimit', 'spent', 'held', 'needed'];
  const hold = ['invoiceId', 'amount', 'since', 'payAt'];
  expect(Object.keys(billing.properties)).toEqual([...limits, ...hold]);
});

test('signed addresses need no key; webhooks carry the payload of the events', async () => {
  const document = await readDocument(await startService());
  const signed = Object.entries<Record<string, { security?: unknown }>>(document.paths).filter(([path]) =>
    path.startsWith('/storage/'),
  );
  expect(signed.length).toBeGreaterThanOrEqual(2);
  for (const [, item] of signed) {
    for (const method of METHODS) if (item[method] !== undefined) expect(item[method].security).toEqual([]);
  }
  expect(Object.keys(document.webhooks)).toEqual([...EVENT_TYPES]);
  for (const { post } of Object.values<{ post: never }>(document.webhooks) as { post: Record<string, never> }[]) {
    const { parameters, requestBody } = post as unknown as {
      parameters: { name: string }[];
      requestBody: { content: Record<string, { schema: unknown }> };
    };
    expect(parameters.map(({ name }) => name)).toEqual(['vendor-id', 'vendor-timestamp', 'vendor-signature']);
    expect(requestBody.content['application/json']?.schema).toEqual({ $ref: '#/components/schemas/WebhookEvent' });
  }
  expect(Object.keys(document.components.schemas.WebhookEvent.properties)).toEqual(
    [
      'eventType eventId createdAt apiKeyId apiProjectId generationId',
      'status hasVideo modelKey error errorDetails',
    ].flatMap((words) => words.split(' ')),
  );
});

test('a client that already has it gets 304', async () => {
  const service = await startService();
  const url = `${service.baseUrl}/openapi.json`;
  const first = await fetch(url);
  await first.arrayBuffer();
  const tag = first.headers.get('etag') ?? '';
  expect(tag).toMatch(/^"[0-9a-f]{64}"$/);
  for (const known of [tag, `"other", W/${tag}`, '*']) {
    const again = await fetch(url, { headers: { 'if-none-match': known } });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag]);
  }
  expect((await fetch(url, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  const head = await fetch(url, { method: 'HEAD' });
  expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, tag, '']);
});
