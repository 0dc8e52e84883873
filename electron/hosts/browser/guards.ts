/**
 * Checks of every request. The listener is on loopback, but every page in the person's browser can reach loopback: another site may
 * send requests (Origin, Sec-Fetch-Site) or point its own name here (Host).
 */

import type { IncomingHttpHeaders } from 'node:http';

export interface ServerAddress {
  /** `127.0.0.1:PORT` */
  readonly host: string;
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
}

/** DNS rebinding: a foreign name that resolves to 127.0.0.1 arrives with that name in `Host`. */
export function isServerHost(headers: IncomingHttpHeaders, server: ServerAddress): boolean {
  return headers.host === server.host;
}

/**
 * Whether the request comes from our own page. Browsers send `Origin` with every POST and WebSocket, so there it must be ours; on a
 * GET it may be missing. `Sec-Fetch-Site` also excludes pages on other ports of this computer.
 */
export function isServedPage(headers: IncomingHttpHeaders, server: ServerAddress, originRequired: boolean): boolean {
  const { origin } = headers;
  if (origin === undefined ? originRequired : origin !== server.origin) return false;
  const site = headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin';
}

/** Headers of every response: nobody else may use the page, and the page loads nothing from elsewhere. */
export function securityHeaders(server: ServerAddress): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `connect-src 'self' ws://${server.host}`,
    "worker-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self' data: blob:",
    "font-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), serial=(), payment=()',
  };
}
