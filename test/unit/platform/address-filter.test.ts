import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bareHost, isPublicAddress } from '../../../electron/service/work/webhooks/connector.ts';

type Range = [name: string, first: string, last: string, below?: string | undefined, above?: string | undefined];

/** The first and last address of every range that is not public, with its neighbors outside where those are public. */
const RANGES: readonly Range[] = [
  ['this network', '0.0.0.0', '0.255.255.255', undefined, '1.0.0.0'],
  ['private 10/8', '10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
  ['carrier-grade NAT', '100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
  ['loopback', '127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
  ['link-local', '169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
  ['private 172.16/12', '172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
  ['protocol assignments', '192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
  ['documentation 1', '192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
  ['6to4 relays', '192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
  ['private 192.168/16', '192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
  ['benchmarking', '198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
  ['documentation 2', '198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
  ['documentation 3', '203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
  ["a cloud's own host", '168.63.129.16', '168.63.129.16', '168.63.129.15', '168.63.129.17'],
  ['multicast', '224.0.0.0', '239.255.255.255', '223.255.255.255', undefined],
  ['reserved and broadcast', '240.0.0.0', '255.255.255.255'],
  ['unspecified v6', '::', '::'],
  ['loopback v6', '::1', '::1'],
  ['NAT64', '64:ff9b::', '64:ff9b::ffff:ffff'],
  ['NAT64 local', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['discard', '100::', '100::ffff:ffff:ffff:ffff'],
  ['Teredo', '2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['benchmarking v6', '2001:2::', '2001:2:0:ffff:ffff:ffff:ffff:ffff'],
  ['ORCHID', '2001:10::', '2001:2f:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['documentation v6', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db7:ffff::', '2001:db9::'],
  ['6to4', '2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2001:ffff::', '2003::'],
  ['documentation 3fff', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', '3ffe:ffff::', undefined],
  ['segment routing', '5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['unique local', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['link-local v6', 'fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['site-local', 'fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['multicast v6', 'ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
];

test.each(RANGES)('%s is not public', (_name, first, last, below, above) => {
  expect([isPublicAddress(first), isPublicAddress(last)]).toEqual([false, false]);
  for (const neighbor of [below, above]) if (neighbor !== undefined) expect(isPublicAddress(neighbor)).toBe(true);
});

test.each(['8.8.8.8', '1.1.1.1', '93.184.216.34', '2606:4700:4700::1111', '2a00:1450:4001:82b::200e'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test('an IPv4 address in IPv6 notation is judged as what it is', () => {
  const octet = fc.nat(255);
  fc.assert(
    fc.property(fc.tuple(octet, octet, octet, octet), (octets) => {
      const address = octets.join('.');
      const expected = isPublicAddress(address);
      const [a, b, c, d] = octets as [number, number, number, number];
      const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
      for (const form of [`::ffff:${address}`, `::ffff:${hex}`, `0:0:0:0:0:ffff:${hex}`, `::${hex}`]) {
        expect([form, isPublicAddress(form)]).toEqual([form, expected]);
      }
      // Behind a translation or a tunnel nothing is public, whatever it is.
      for (const form of [`2600:1:2:3:0:5efe:${hex}`, `2600:1:2:3:200:5efe:${hex}`]) {
        expect([form, isPublicAddress(form)]).toEqual([form, false]);
      }
      for (const form of [`64:ff9b::${hex}`, `2002:${hex}::1`, `2001:0:${hex}::1`]) {
        expect(isPublicAddress(form)).toBe(false);
      }
    }),
    { numRuns: 2000 },
  );
}, 30_000);

test.each([
  '',
  'localhost',
  '127.1',
  '0x7f.0.0.1',
  '2130706433',
  '127.0.0.1 ',
  '[::1]',
  '::1%lo',
  'fe80::1%eth0',
  '2606:4700::1%1',
  '1.1.1.1:443',
])('%j is no address in plain notation, so it is not public', (text) => {
  expect(isPublicAddress(text)).toBe(false);
});

test('brackets come off IPv6 alone', () => {
  expect(['[::1]', 'example.com', '127.0.0.1'].map(bareHost)).toEqual(['::1', 'example.com', '127.0.0.1']);
});
