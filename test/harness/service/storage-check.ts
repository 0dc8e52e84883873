/** Every answer of a signed address that a test sees has to be one that the document of the service promises. */

import { createOpenApiDocument } from '../../../electron/service/http/openapi/document.ts';
import { OPERATIONS } from '../../../shared/service-api/operations/all.ts';

interface Described {
  readonly headers?: Readonly<Record<string, { readonly required?: boolean }>>;
  readonly content?: Readonly<Record<string, { readonly schema: { readonly properties?: object } }>>;
}
interface Item {
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
  readonly responses: Readonly<Record<string, Described>>;
}

/** What a program may go by; the rest is of HTTP itself. */
const MEANT =
  /^(etag|range|accept-ranges|content-(range|digest|disposition)|repr-digest|retry-after|upload-.*|if-(match|none-match|range))$/;

const PATHS = Object.entries((createOpenApiDocument(OPERATIONS).paths ?? {}) as Record<string, Record<string, Item>>)
  .filter(([path]) => path.startsWith('/storage/'))
  .map(([path, item]) => ({ path, item, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }));

/** @throws from the fetch, when an answer is not as described */
export function checkedFetch(plain: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await plain(input, init);
    const { pathname } = new URL(response.url);
    const found = PATHS.find(({ pattern }) => pattern.test(pathname));
    const method = init?.method?.toLowerCase() ?? 'get';
    if (found !== undefined) {
      // HEAD passes over what is for GET alone.
      const known = parametersOf(found.item[method]).concat(method === 'head' ? parametersOf(found.item.get) : []);
      const sent = [...new Headers(init?.headers).keys()].filter((name) => MEANT.test(name) && !known.includes(name));
      if (sent.length > 0) throw new Error(`${method} ${found.path} does not describe the header ${sent}`);
      await check(`${method} ${found.path}`, found.item[method], response);
    }
    return response;
  };
}

function parametersOf(item: Item | undefined): string[] {
  return (item?.parameters ?? []).filter((one) => one.in === 'header').map(({ name }) => name.toLowerCase());
}

async function check(name: string, item: Item | undefined, response: Response): Promise<void> {
  const fail = (what: string) => {
    throw new Error(`${name} answered ${response.status}: ${what}`);
  };
  if (item === undefined) {
    if (response.status !== 405) fail('the method is not described');
    return;
  }
  const described = item.responses[response.status];
  if (described === undefined) return fail('the status is not described');
  const headers = new Map(Object.entries(described.headers ?? {}).map(([key, value]) => [key.toLowerCase(), value]));
  for (const [header, { required }] of headers) {
    if (required === true && !response.headers.has(header)) fail(`${header} is missing`);
  }
  for (const header of response.headers.keys()) {
    if (MEANT.test(header) && !headers.has(header)) fail(`the header ${header} is not described`);
  }
  const type = response.headers.get('content-type')?.split(';')[0];
  if (type !== 'application/json' || name.startsWith('head')) return;
  const schema = described.content?.[type]?.schema;
  if (schema === undefined) return fail('its JSON is not described');
  const fields = Object.keys(JSON.parse(await response.clone().text())).sort();
  const promised = Object.keys(schema.properties ?? { error: '' }).sort();
  const isAsPromised = response.ok ? String(fields) === String(promised) : fields.includes('error');
  if (!isAsPromised) fail(`its fields are ${fields}, not ${promised}`);
}
