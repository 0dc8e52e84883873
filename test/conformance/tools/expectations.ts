/** What many rows look for. */

import { expect } from 'vitest';
import type { Reply } from './client.ts';

const ISO_8601 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

/** A status, and a body in the form of an error: "Error responses are JSON with `error` (message string)". */
export function expectRefusal(reply: Reply, status: number): void {
  expect(reply.status).toBe(status);
  expect(reply.headers.get('content-type')).toMatch(/^application\/json\b/);
  expect(typeof reply.json?.error).toBe('string');
  expect(reply.json.error).not.toBe('');
}

export function expectIsoTime(value: unknown): void {
  expect(value).toEqual(expect.stringMatching(ISO_8601));
  expect(new Date(String(value)).getTime()).not.toBeNaN();
}

export function expectText(value: unknown): void {
  expect(typeof value).toBe('string');
  expect(value).not.toBe('');
}
