/** Whom a connection is counted to: its IPv4 address, or its network of IPv6, in which one machine may take any address. */

import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Groups of 16 bits that name a network of 64 bits. */
const NETWORK_GROUPS = 4;

/** @param address as a socket gives it; undefined once it is gone */
export function remoteNetwork(address = ''): string {
  if (!isIPv6(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${parsed.parts
    .slice(0, NETWORK_GROUPS)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
