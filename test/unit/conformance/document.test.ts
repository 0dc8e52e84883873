import { expect, test } from 'vitest';
import { wantedRows, withoutRow } from '../../conformance/document.ts';

const DOCUMENT = `# A service

### Thing (returned by list)

| Field | Type |
|---|---|
| name | string |
| size | number |

### POST /v1/things

| Status | Condition |
|---|---|
| 200 | Listed. |
| 403 | Key not active, read missing, or nobody home (retryable). |
| 400 | Invalid JSON body; mode not test or live. |

Rules:
1. Nothing is forgotten.

## Authentication

1. A key.

## Limits

| Limit | Value |
|---|---|
| Lifetime (of links) | Two hours. |
`;

const COMPLETE = [
  'Thing · list · name · string',
  'Thing · size',
  'POST /v1/things · 200 · "Listed."',
  'POST /v1/things · 403 · "Key not active"',
  'POST /v1/things · 403 · "read missing"',
  'POST /v1/things · 403 · "nobody home"',
  'POST /v1/things · 400 · "Invalid JSON body"',
  'POST /v1/things · 400 · "mode not test or live"',
  'POST /v1/things · rule 1 · "Nothing is forgotten."',
  'Authentication 1 · "A key."',
  'Limits · Lifetime · "Two hours."',
];

test('a document whose every row has a title lacks nothing', () => {
  expect(wantedRows(DOCUMENT)).toHaveLength(COMPLETE.length);
  expect(withoutRow(wantedRows(DOCUMENT), COMPLETE)).toEqual([]);
});

test('each title that is taken away is missed, and nothing else', () => {
  for (const title of COMPLETE) {
    const others = COMPLETE.filter((one) => one !== title);
    expect(withoutRow(wantedRows(DOCUMENT), others), title).toHaveLength(1);
  }
});

test('a title of another status, field or path is none', () => {
  const wanted = wantedRows(DOCUMENT);
  expect(withoutRow(wanted, ['POST /v1/things · 404 · "Listed."', 'Other · name'])).toHaveLength(COMPLETE.length);
});

test('a table that nobody knows is not passed over', () => {
  const text = '## More\n\n| Color | Why |\n|---|---|\n| red | because |\n';
  expect(withoutRow(wantedRows(text), COMPLETE)).toEqual(['More: red: because']);
});
