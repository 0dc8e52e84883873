/** Plain HTTP stays on this computer. */

import { isIPv4 } from 'node:net';

/** Whether a host name means this computer alone. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

/** The address of a server that listens, without a trailing slash. */
export function httpAddress(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
