/** Which internet addresses are public: what a server may be sent to by a stranger's URL. */

import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The part of IPv6 that is handed out to networks at all (IANA, "IPv6 Global Unicast Address Assignments"). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** IPv4 addresses in IPv6 notation (RFC 4291, 2.5.5): what is behind them is the IPv4 address. */
const IPV4_COMPATIBLE = ipaddr.IPv6.parseCIDR('::/96');
const IPV4_MAPPED = ipaddr.IPv6.parseCIDR('::ffff:0:0/96');
/** A public address behind which each virtual machine of Azure finds its own host. */
const CLOUD_HOST = '168.63.129.16';
/** The identifiers that ISATAP puts before an IPv4 address (RFC 5214, 6.1), in the third quarter of an address. */
const ISATAP = [0x00005efe, 0x02005efe];

/**
 * Whether an address belongs to the public internet: not to this computer, a private, link-local, shared, reserved, documentation,
 * benchmarking, multicast or broadcast range, not to a cloud's inside, and not to a translation or tunnel (6to4, NAT64, Teredo, ISATAP).
 * IPv4 in IPv6 notation counts as the IPv4 address. What is no address in plain notation is not public.
 * @param address as a resolver or a parsed URL gives it, without brackets
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  // `unicast` is what remains after every range with a special purpose.
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

/** A URL's host name as a resolver takes it: without the brackets of IPv6. */
export function bareHost(hostname: string): string {
  return hostname.startsWith('[') && hostname.endsWith(']') ? hostname.slice(1, -1) : hostname;
}
