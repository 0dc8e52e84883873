/**
 * One request to a signed address, and to where its storage sends it on. Only here are redirects followed: a signed address carries no
 * credentials, and a call of the service, which does, is never sent on.
 */

import type { Readable } from 'node:stream';
import { type Dispatcher, request } from 'undici';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { parseRedirect } from '../addresses.ts';
import { discard, type Http } from '../http.ts';

const MOST_HOPS = 5;

/** Redirects that keep the method. Others turn an upload into a GET, so only what has no body follows them. */
const KEEPS_METHOD: ReadonlySet<number> = new Set([307, 308]);
const WITHOUT_BODY: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export interface TransferRequest {
  readonly method: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly headersTimeout?: number;
  readonly signal: AbortSignal;
  /** Makes the body anew for each hop. */
  readonly body?: () => Readable;
}

/**
 * The answer at the end of the redirects. The headers go along unchanged, so they must hold no credentials.
 * @throws CleartakeError unsafeAddress for a hop that isn't as safe as `url`, redirectRefused after too many
 */
export async function requestTransfer(
  http: Http,
  url: URL,
  { body, ...options }: TransferRequest,
): Promise<Dispatcher.ResponseData> {
  const followed = body === undefined ? WITHOUT_BODY : KEEPS_METHOD;
  let at = url;
  for (let hops = 0; ; hops += 1) {
    const response = await request(at, {
      ...options,
      dispatcher: http.pool,
      ...(body === undefined ? {} : { body: body() }),
    });
    const { location } = response.headers;
    if (!followed.has(response.statusCode) || typeof location !== 'string') return response;
    await discard(http, response);
    if (hops === MOST_HOPS) throw new CleartakeError('redirectRefused', { detail: `${MOST_HOPS} redirects in a row` });
    at = parseRedirect(location, at, url);
  }
}
