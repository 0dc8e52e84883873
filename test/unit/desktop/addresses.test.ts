import { expect, test } from 'vitest';
import { isAppAddress, isAppTopFrame, PAGE_ADDRESS } from '../../../electron/hosts/desktop/security/addresses.ts';

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
  expect(isAppAddress(PAGE_ADDRESS)).toBe(true);
  expect(isAppAddress('app://cleartake/history?search=app://evil/#there')).toBe(true);
  // All of these have the same origin for the system: none.
  for (const other of ['app://elsewhere/', 'other://cleartake/', 'file:///cleartake/']) {
    expect(new URL(other).origin).toBe(new URL(PAGE_ADDRESS).origin);
    expect(isAppAddress(other)).toBe(false);
  }
});

test.each(FOREIGN)('%s is foreign', (address) => {
  expect(isAppAddress(address)).toBe(false);
  expect(isAppTopFrame({ url: address, parent: null })).toBe(false);
});

test('only the top frame of the own page may send, and a frame that is gone may not', () => {
  expect(isAppTopFrame({ url: PAGE_ADDRESS, parent: null })).toBe(true);
  expect(isAppTopFrame({ url: PAGE_ADDRESS, parent: { url: PAGE_ADDRESS } })).toBe(false);
  expect(isAppTopFrame(null)).toBe(false);
});
