import { expect, test } from 'vitest';
import { isOwnAddress, isOwnTopFrame, PAGE_ADDRESS } from '../../../electron/hosts/desktop/security/addresses.ts';

const FOREIGN = [
  'app://cleartake.evil/',
  'app://evil/cleartake/',
  'app://cleartake@evil/',
  'app://someone@cleartake/',
  'app://cleartake:8080/',
  'application://cleartake/',
  'http://cleartake/',
  'https://app/cleartake',
  'file:///cleartake/index.html',
  'data:text/html,app://cleartake/',
  'about:blank',
  '',
  'app:cleartake',
];

test('the own page is known by scheme and host, whatever path and query it shows', () => {
  expect(isOwnAddress(PAGE_ADDRESS)).toBe(true);
  expect(isOwnAddress('app://cleartake/history?search=app://evil/#there')).toBe(true);
  // All of these have the same origin for the system: none.
  for (const other of ['app://elsewhere/', 'other://cleartake/', 'file:///cleartake/']) {
    expect(new URL(other).origin).toBe(new URL(PAGE_ADDRESS).origin);
    expect(isOwnAddress(other)).toBe(false);
  }
});

test.each(FOREIGN)('%s is foreign', (address) => {
  expect(isOwnAddress(address)).toBe(false);
  expect(isOwnTopFrame({ url: address, parent: null })).toBe(false);
});

test('only the top frame of the own page may send, and a frame that is gone may not', () => {
  expect(isOwnTopFrame({ url: PAGE_ADDRESS, parent: null })).toBe(true);
  expect(isOwnTopFrame({ url: PAGE_ADDRESS, parent: { url: PAGE_ADDRESS } })).toBe(false);
  expect(isOwnTopFrame(null)).toBe(false);
});
