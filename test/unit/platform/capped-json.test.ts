import { expect, test } from 'vitest';
import { parseCappedJson } from '../../../electron/platform/http/capped-json.ts';

test('reads JSON, brackets in strings included', () => {
  expect(parseCappedJson('{"a":[1,"]]]{{\\"["],"b":null}')).toEqual({ a: [1, ']]]{{"['], b: null });
});

test('refuses what is nested too deep before parsing it', () => {
  expect(() => parseCappedJson(`${'['.repeat(65)}${']'.repeat(65)}`)).toThrow(RangeError);
  expect(parseCappedJson(`${'['.repeat(64)}${']'.repeat(64)}`)).toBeInstanceOf(Array);
  expect(() => parseCappedJson('['.repeat(10_000_000))).toThrow(RangeError);
});

test('says when it is no JSON', () => {
  expect(() => parseCappedJson('<html>')).toThrow(SyntaxError);
});
