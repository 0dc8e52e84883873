/** The `app:` scheme: the built page from one folder and media from the desk, under one strict policy. */

import { createReadStream } from 'node:fs';
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { CustomScheme } from 'electron';
import { MEDIA_PATHS } from '../../../shared/contract/page/media-addresses.ts';
import { isAppAddress, SCHEME } from './security/addresses.ts';

/** Must be registered before the app is ready. No policy bypass, no service workers. */
export const PRIVILEGED_SCHEME: CustomScheme = {
  scheme: SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true },
};

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

/** What the page may load and run: its own files, and nothing from anywhere else. */
const POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  // Mantine writes computed sizes and colors into style attributes and style elements.
  'style-src': "'self' 'unsafe-inline'",
  'font-src': "'self'",
  'img-src': "'self' data: blob:",
  'media-src': "'self' blob:",
  'connect-src': "'self'",
  'worker-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

const CONTENT_SECURITY_POLICY = Object.entries(POLICY)
  .map(([name, sources]) => `${name} ${sources}`)
  .join('; ');

const ALWAYS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

export interface AppProtocolOptions {
  /** Folder of the built page. Nothing outside it is served. */
  readonly pageDirectory: string;
  /** Handles requests below `/media/`. */
  media(request: Request): Promise<Response>;
}

/** Handles every request to the scheme. */
export function createAppProtocol(options: AppProtocolOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    if (!isAppAddress(request.url)) return refusal(403);
    const { pathname } = new URL(request.url);
    if (!methodAllowed(request.method, pathname)) return refusal(405);
    if (pathname.startsWith('/media/')) return withPolicy(await options.media(request));
    return pageFile(options.pageDirectory, pathname, request.method === 'HEAD');
  };
}

function methodAllowed(method: string, pathname: string): boolean {
  return method === 'GET' || method === 'HEAD' || (method === 'POST' && pathname === MEDIA_PATHS.upload);
}

async function pageFile(directory: string, pathname: string, headOnly: boolean): Promise<Response> {
  const file = fileWithin(directory, pathname);
  if (file === null) return refusal(404);
  const stats = await lstat(file).catch(() => null);
  if (stats === null || !stats.isFile()) return refusal(404);
  const headers = {
    ...ALWAYS,
    'content-type': CONTENT_TYPES[path.extname(file)] ?? 'application/octet-stream',
    'content-length': String(stats.size),
    'cache-control': 'no-cache',
  };
  if (headOnly) return new Response(null, { headers });
  return new Response(Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>, { headers });
}

/** The file of a path, or null outside the folder. Checks the relative path, because folders can share a prefix. */
function fileWithin(directory: string, pathname: string): string | null {
  let decoded: string;
  try {
    decoded = decodeURIComponent(pathname);
  } catch {
    return null;
  }
  if (decoded.includes('\0')) return null;
  const file = path.join(directory, decoded === '/' ? 'index.html' : decoded);
  const relative = path.relative(directory, file);
  return relative === '' || relative.startsWith('..') || path.isAbsolute(relative) ? null : file;
}

function withPolicy(response: Response): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(ALWAYS)) headers.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

function refusal(status: number): Response {
  return new Response(null, { status, headers: ALWAYS });
}
