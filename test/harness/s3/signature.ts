/**
 * Signature Version 4 as a storage computes it, written from Amazon's description, to judge what our service signs. Its own example is in
 * test/unit/service/signature.test.ts.
 */

import { createHash, createHmac } from 'node:crypto';

export interface SignedRequest {
  readonly method: string;
  /** Path and query as they were sent. */
  readonly target: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
}

export interface StorageKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';
const UNSIGNED = 'UNSIGNED-PAYLOAD';
/** How far the time of a request with a header may be off, in milliseconds. */
const SKEW_MS = 15 * 60_000;

/** Why a storage would refuse the request; null when it would not. */
export function whyRefused(request: SignedRequest, key: StorageKey, now: number): string | null {
  const { headers, target } = request;
  const query = new URL(target, 'http://storage').searchParams;
  const isInQuery = query.has('X-Amz-Signature');
  const given = isInQuery ? readQuery(query) : readHeader(headers);
  if (given === null) return 'AccessDenied';
  const [accessKeyId] = given.credential.split('/');
  if (accessKeyId !== key.accessKeyId) return 'InvalidAccessKeyId';
  const signedAt = readTime(given.time);
  if (isInQuery && !(now < signedAt + Number(query.get('X-Amz-Expires')) * 1000)) return 'Request has expired';
  if (!isInQuery && Math.abs(now - signedAt) > SKEW_MS) return 'RequestTimeTooSkewed';
  if (!given.signedHeaders.includes('host')) return 'the host is not signed';
  return signatureOf(request, given, key) === given.signature ? null : 'SignatureDoesNotMatch';
}

export interface Signing {
  /** `KEY/DATE/REGION/s3/aws4_request` */
  readonly credential: string;
  readonly time: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  readonly payload: string;
}

function readQuery(query: URLSearchParams): Signing | null {
  if (query.get('X-Amz-Algorithm') !== ALGORITHM || !/^\d+$/.test(query.get('X-Amz-Expires') ?? '')) return null;
  return {
    credential: query.get('X-Amz-Credential') ?? '',
    time: query.get('X-Amz-Date') ?? '',
    signedHeaders: (query.get('X-Amz-SignedHeaders') ?? '').split(';'),
    signature: query.get('X-Amz-Signature') ?? '',
    payload: query.get('X-Amz-Content-Sha256') ?? UNSIGNED,
  };
}

function readHeader(headers: SignedRequest['headers']): Signing | null {
  const match = /^AWS4-HMAC-SHA256 Credential=([^,]+), *SignedHeaders=([^,]+), *Signature=([0-9a-f]{64})$/.exec(
    headers.authorization ?? '',
  );
  if (match === null) return null;
  const [, credential = '', signedHeaders = '', signature = ''] = match;
  const [time, payload] = [headers['x-amz-date'] ?? '', headers['x-amz-content-sha256'] ?? ''];
  return { credential, time, signedHeaders: signedHeaders.split(';'), signature, payload };
}

/** In hex. */
export function signatureOf(
  { headers, method, target }: SignedRequest,
  { credential, payload, signedHeaders, time }: Omit<Signing, 'signature'>,
  { secretAccessKey }: StorageKey,
): string {
  const [path = '', search = ''] = target.split('?');
  const canonical = [
    method,
    path
      .split('/')
      .map((part) => encode(decodeURIComponent(part)))
      .join('/'),
    [...new URLSearchParams(search)]
      .filter(([name]) => name !== 'X-Amz-Signature')
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .sort()
      .join('&'),
    ...signedHeaders.map((name) => `${name}:${(headers[name] ?? '').trim().replace(/ +/g, ' ')}`),
    '',
    signedHeaders.join(';'),
    payload,
  ].join('\n');
  const [, date = '', region = '', service = '', end = ''] = credential.split('/');
  const text = [ALGORITHM, time, [date, region, service, end].join('/'), sha256(canonical)].join('\n');
  const key = [date, region, service, end].reduce<string | Buffer>(
    (last, part) => createHmac('sha256', last).update(part).digest(),
    `AWS4${secretAccessKey}`,
  );
  return createHmac('sha256', key).update(text).digest('hex');
}

/** RFC 3986: everything but unreserved characters. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** `20130524T000000Z` */
function readTime(text: string): number {
  return Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}
