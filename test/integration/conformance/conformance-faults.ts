/** Ways in which a service can disagree with its specification, as changes to calls on their way through a proxy. */

import type { IncomingHttpHeaders } from 'node:http';

export interface ProxiedCall {
  readonly url: string;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface ProxiedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export interface Fault {
  readonly kind: string;
  /** Titles of rows of the conformance suite. */
  readonly rows: readonly string[];
  /** What is sent on instead of the call. */
  readonly before?: (call: ProxiedCall) => ProxiedCall;
  /** What is answered without asking anybody. */
  readonly instead?: (call: ProxiedCall) => ProxiedAnswer | null;
  /** What is answered in the place of the answer. */
  readonly after?: (call: ProxiedCall, answer: ProxiedAnswer) => ProxiedAnswer;
}

/** Secrets by key, oldest first: what a service that forgets to forget would still take. */
const secrets = new Map<string, string[]>();

// biome-ignore lint/suspicious/noExplicitAny: whatever the service answered
function change(answer: ProxiedAnswer, edit: (body: any) => void): ProxiedAnswer {
  const body = JSON.parse(answer.text);
  edit(body);
  return { ...answer, text: JSON.stringify(body) };
}

/** An edit of the 200 of one path. */
// biome-ignore lint/suspicious/noExplicitAny: whatever the service answered
function edited(path: string, edit: (body: any) => void): Pick<Fault, 'after'> {
  return { after: (call, answer) => (call.url === path && answer.status === 200 ? change(answer, edit) : answer) };
}

/** A path that answers another status where it should answer this one. */
function confused(path: string, from: number, to: number): Pick<Fault, 'after'> {
  return {
    after: (call, answer) => (call.url === path && answer.status === from ? { ...answer, status: to } : answer),
  };
}

export const FAULTS: readonly Fault[] = [
  {
    kind: 'another status for what is not found',
    rows: ['POST /v1/api_keys/rotate · 404 · "Target key not found."'],
    ...confused('/v1/api_keys/rotate', 404, 400),
  },
  {
    kind: 'a field is missing',
    rows: ['API key metadata · list · revokedAt · string or null · "null if not revoked"'],
    ...edited('/v1/api_keys/list', ({ keys }) => {
      for (const key of keys) delete key.revokedAt;
    }),
  },
  {
    kind: 'a field has another type',
    rows: ['API key metadata · list · scopes · array of string · "Scopes granted"'],
    ...edited('/v1/api_keys/list', ({ keys }) => {
      for (const key of keys) key.scopes = key.scopes.join(' ');
    }),
  },
  {
    kind: 'a fixed value is another',
    rows: ['Webhook configuration · signing · "the value is vendor"'],
    ...edited('/v1/webhooks/configure', ({ webhook }) => {
      webhook.signing = 'hmac';
    }),
  },
  {
    kind: 'the preflight is forgotten',
    rows: ['POST /v1/webhooks/configure · 204 · "CORS preflight."'],
    instead: ({ url, method }) =>
      url === '/v1/webhooks/configure' && method === 'OPTIONS' ? refusal(404, 'Nothing here.') : null,
  },
  {
    kind: 'the body is looked at before the permission',
    rows: ['Our choice · order of checks · method, authentication, permission, body (/v1/list_project_generations)'],
    instead: ({ url, method, body, headers }) =>
      url === '/v1/list_project_generations' && method === 'POST' && headers.authorization && body === '{'
        ? refusal(400, 'The body is no JSON.')
        : null,
  },
  {
    kind: 'a rotated secret still authenticates',
    rows: ['POST /v1/api_keys/rotate · rule 2 · "After success the previous secret stops authenticating."'],
    before: (call) => {
      const presented = call.headers.authorization?.replace('Bearer ', '') ?? '';
      const newest = [...secrets.values()].find((known) => known.includes(presented))?.at(-1);
      return newest === undefined ? call : { ...call, headers: { ...call.headers, authorization: `Bearer ${newest}` } };
    },
    after: (call, answer) => {
      const isMade = ['/portal/keys/create', '/v1/api_keys/rotate'].includes(call.url) && answer.status === 200;
      if (isMade) {
        const { keyId, key } = JSON.parse(answer.text);
        secrets.set(keyId, [...(secrets.get(keyId) ?? []), key]);
      }
      return answer;
    },
  },
  {
    kind: 'one of the three headers is unknown',
    rows: ['Authentication 1 · "Xi-Api-Key: <API_KEY>"'],
    before: ({ headers: { 'xi-api-key': _, ...headers }, ...call }) => ({ ...call, headers }),
  },
  {
    kind: 'an inactive key is taken for an invalid one',
    rows: ['POST /v1/webhooks/send_test_event · 403 · "Key not active"'],
    ...confused('/v1/webhooks/send_test_event', 403, 401),
  },
  {
    kind: 'what must be refused is accepted',
    rows: ['POST /v1/webhooks/configure · 400 · "mode not test or live"'],
    before: (call) =>
      call.url === '/v1/webhooks/configure' ? { ...call, body: call.body.replace('"production"', '"test"') } : call,
  },
  {
    kind: 'an error has another form',
    rows: ['POST /v1/get_generation_progress · 401 · "Missing or invalid key answers 401 (missing)"'],
    after: (call, answer) =>
      call.url === '/v1/get_generation_progress' && answer.status === 401
        ? change(answer, (body) => {
            body.message = body.error;
            delete body.error;
          })
        : answer,
  },
  {
    kind: 'a secret is listed',
    rows: ['POST /v1/api_keys/list · "Plaintext key secrets are never returned." (of a key made just now)'],
    ...edited('/v1/api_keys/list', ({ keys }) => {
      for (const key of keys) if (secrets.has(key.keyId)) key.hint = secrets.get(key.keyId)?.at(-1);
    }),
  },
  {
    kind: 'one model answers for the other',
    rows: ['Versioning · "each maps to its own endpoint path" (/v1/service-3.5-generation)'],
    before: (call) =>
      call.url === '/v1/service-3.5-generation' ? { ...call, url: '/v1/service-2.0-generation' } : call,
  },
  {
    kind: 'an early download is not found instead of not ready',
    rows: ['Generation endpoints · rule 2 · a generation that failed is never complete: 409'],
    ...confused('/v1/get_generation_download', 409, 404),
  },
  {
    kind: 'seconds are billed without a minimum',
    rows: ['Limits · Minimum billable duration · "per generation request" (two requests are 60 seconds each)'],
    ...edited('/portal/billing/account', ({ usage }) => {
      usage.billableSeconds = 2;
    }),
  },
  {
    kind: 'a hold says another code',
    rows: ['Errors · 402 · "Code paymentFailed for a payment hold"'],
    after: (_, answer) =>
      answer.status === 402
        ? change(answer, (body) => {
            body.code = 'payment_failed';
          })
        : answer,
  },
];

function refusal(status: number, error: string): ProxiedAnswer {
  return { status, headers: { 'content-type': 'application/json' }, text: JSON.stringify({ error }) };
}

/** Another implementation, which has no portal. */
export const NO_PORTAL: Fault = {
  kind: 'there is no portal',
  rows: [],
  instead: ({ url }) => (url.startsWith('/portal/') ? refusal(404, 'There is nothing here.') : null),
};

/** The answer to a call, with every one of the faults in it. */
export async function answerWithFaults(
  baseUrl: string,
  call: ProxiedCall,
  faults: readonly Fault[],
): Promise<ProxiedAnswer> {
  for (const { instead } of faults) {
    const answer = instead?.(call);
    if (answer) return answer;
  }
  const { url, method, headers, body } = faults.reduce((sent, { before }) => before?.(sent) ?? sent, call);
  const { host: _, connection: __, 'content-length': ___, 'transfer-encoding': ____, ...rest } = headers;
  const response = await fetch(`${baseUrl}${url}`, {
    method,
    headers: Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)])),
    ...(['GET', 'HEAD'].includes(method) ? {} : { body }),
  });
  const text = await response.text();
  const { 'content-length': _____, 'content-encoding': ______, ...kept } = Object.fromEntries(response.headers);
  const answer = { status: response.status, headers: kept, text };
  return faults.reduce((given, { after }) => after?.(call, given) ?? given, answer);
}
