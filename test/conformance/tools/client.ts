/** Calls over plain HTTP, as any client would make them: nothing of the product is imported here. */

import { inject } from 'vitest';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; undefined when it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: rows look into whatever came
  readonly json: any;
}

export interface Request {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Another service than the first. */
  readonly baseUrl?: string;
}

/** A call as it stands: no key, no header that the row did not ask for. */
export async function send(path: string, request: Request = {}): Promise<Reply> {
  const url = path.startsWith('http') ? path : `${request.baseUrl ?? inject('target').baseUrl}${path}`;
  const response = await fetch(url, {
    method: request.method ?? 'POST',
    redirect: 'manual',
    ...(request.headers === undefined ? {} : { headers: request.headers }),
    ...(request.body === undefined ? {} : { body: request.body as BodyInit }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parse(text) };
}

/** POSTs JSON with a key; null sends none. */
export function post(path: string, body: unknown, key: string | null, baseUrl?: string): Promise<Reply> {
  return send(path, {
    headers: { 'content-type': 'application/json', ...(key === null ? {} : { authorization: `Bearer ${key}` }) },
    body: JSON.stringify(body),
    ...(baseUrl === undefined ? {} : { baseUrl }),
  });
}

/** POSTs what must succeed before a row can begin. @returns the body @throws Error naming path and status, never the key */
// biome-ignore lint/suspicious/noExplicitAny: rows look into whatever came
export async function must(path: string, body: unknown, key: string, baseUrl?: string): Promise<any> {
  const reply = await post(path, body, key, baseUrl);
  if (reply.status !== 200) {
    throw new Error(`${path} was needed for this row and answered ${reply.status}: ${String(reply.json?.error)}`);
  }
  return reply.json;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
