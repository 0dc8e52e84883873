/** Which internet addresses are public, so that a stranger's URL cannot send a server anywhere else (SSRF). */

import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The part of IPv6 that is allocated to networks (IANA, "IPv6 Global Unicast Address Assignments"). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** IPv4-mapped and IPv4-compatible addresses (RFC 4291, 2.5.5); they lead to the IPv4 address. */
const IPV4_COMPATIBLE = ipaddr.IPv6.parseCIDR('::/96');
const IPV4_MAPPED = ipaddr.IPv6.parseCIDR('::ffff:0:0/96');
/** A public address at which every Azure virtual machine reaches its own host. */
const CLOUD_HOST = '168.63.129.16';
/** ISATAP's identifiers before an embedded IPv4 address (RFC 5214, 6.1), in the third quarter of an address. */
const ISATAP = [0x00005efe, 0x02005efe];

/**
 * Whether an address belongs to the public internet: not to this computer, a private, link-local, shared, reserved, documentation,
 * benchmarking, multicast or broadcast range, not to a cloud's inside, and not to a translation or tunnel (6to4, NAT64, Teredo, ISATAP).
 * IPv4 in IPv6 notation counts as the IPv4 address. Anything that is not an address in plain notation is not public.
 * @param address as a resolver or a parsed URL gives it, without brackets
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  // `unicast` is everything outside the special-purpose ranges.
  if (parsed instanceof ipaddr.IPv4) return isPublicIPv4(parsed);
  if (parsed.match(IPV4_MAPPED) || parsed.match(IPV4_COMPATIBLE)) {
    return isPublicIPv4(new ipaddr.IPv4(parsed.toByteArray().slice(-4)));
  }
  if (ISATAP.includes(Buffer.from(parsed.toByteArray()).readUInt32BE(8))) return false;
  return parsed.match(GLOBAL_UNICAST) && parsed.range() === 'unicast';
}

function isPublicIPv4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && address.toString() !== CLOUD_HOST;
}

/** A URL's host name for a resolver: without IPv6 brackets. */
export function bareHost(hostname: string): string {
  return hostname.startsWith('[') && hostname.endsWith(']') ? hostname.slice(1, -1) : hostname;
}
