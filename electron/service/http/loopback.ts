/** Plain HTTP stays on this computer. */

import { isLoopbackHost, isPrivateChannel } from '../../../shared/domain/connections/addresses.ts';

/**
 * @param publicUrl where clients reach the service when that is not where it listens
 * @throws RangeError when plain HTTP would leave this computer, or when clients have no address to reach the service at
 */
export function requireSafeAddress(host: string, withTls: boolean, publicUrl: string | undefined): void {
  if (!withTls && !isLoopbackHost(host)) {
    throw new RangeError(`Plain HTTP is for this computer alone: ${host} is not a loopback address such as 127.0.0.1.`);
  }
  if (publicUrl === undefined) {
    if (!isUnspecified(host)) return;
    throw new RangeError(`${host} is no address that a client could use: set publicUrl to the one that clients reach.`);
  }
  const url = new URL(publicUrl);
  if (url.protocol === 'http:' && !isPrivateChannel(url)) {
    throw new RangeError('Plain HTTP is for this computer alone: publicUrl must begin with https.');
  }
}

/** Hosts that mean every address of this computer, the empty one included. */
function isUnspecified(host: string): boolean {
  return /^[0.]*$/.test(host) || /^[0:]*$/.test(host);
}

/** The base URL of a listening server, without a trailing slash. */
export function listeningAddress(host: string, port: number, withTls: boolean): string {
  return `${withTls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
