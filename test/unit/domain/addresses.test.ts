import { expect, test } from 'vitest';
import { parseBaseUrl, parseBillingPage } from '../../../electron/core/api/addresses.ts';
import {
  addressProblem,
  parsePage,
  readBaseUrl as parseTypedBaseUrl,
} from '../../../renderer/features/connections/prices.ts';

const SCHEMES = ['https://', 'http://', 'HTTP://', 'ftp://', ''];
const HOSTS = [
  ...[
    'localhost',
    'LOCALHOST',
    '127.0.0.1',
    '127.0.0.2',
    '127.255.255.254',
    '127.1',
    '2130706433',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
  ],
  ...[
    '0.0.0.0',
    '[::]',
    '[::ffff:127.0.0.1]',
    '10.0.0.1',
    '192.168.1.20',
    '128.0.0.1',
    '127.0.0.1.example.com',
    'localhost.example.com',
  ],
  ...[
    'studio.localhost',
    'api.example.com',
    'me:secret@127.0.0.1',
    '127.0.0.1@example.com',
    'example',
    '',
    'my service',
  ],
];
const ENDS = ['', ':8080/v1/', '/?a=b', '/#part'];
const ADDRESSES = SCHEMES.flatMap((scheme) => HOSTS.flatMap((host) => ENDS.map((end) => `${scheme}${host}${end}`)));

function isAccepted(judge: () => unknown): boolean {
  try {
    judge();
    return true;
  } catch {
    return false;
  }
}

test('page and host judge the address of a service alike', () => {
  expect(ADDRESSES.length).toBeGreaterThan(200);
  const accepted = ADDRESSES.filter((address) => addressProblem(address) === null);
  expect(accepted).toEqual(ADDRESSES.filter((address) => isAccepted(() => parseBaseUrl(address))));
  expect(accepted).toContain('http://127.0.0.2:8080/v1/');
  expect(accepted).not.toContain('http://127.0.0.1.example.com');
  expect(accepted.length).toBeGreaterThan(40);
});

test('what the page sends of an address that it accepted is accepted by the host', () => {
  const sent = ADDRESSES.map((address) => parseTypedBaseUrl(address)).filter((address) => address !== null);
  expect(sent.filter((address) => !isAccepted(() => parseBaseUrl(address)))).toEqual([]);
});

test('page and host judge the address of a billing page alike', () => {
  const entered = ADDRESSES.filter((address) => address.trim() !== '');
  const accepted = entered.filter((address) => parsePage(address) !== 'invalid');
  expect(accepted).toEqual(entered.filter((address) => isAccepted(() => parseBillingPage(address))));
  expect(accepted).toContain('https://api.example.com/?a=b');
});
