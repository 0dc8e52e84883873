/** The specification of the service, row by row, over HTTP alone. Sections that move the clock come last: it never comes back. */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { wantedRows, withoutRow } from './document.ts';
import { NOT_SHOWN } from './not-shown.ts';
import './sections/keys-list.ts';
import './sections/keys-rotate.ts';
import './sections/key-metadata.ts';
import './sections/webhooks-configure.ts';
import './sections/webhooks-test-event.ts';
import './sections/resources.ts';
import './sections/generations.ts';
import './sections/authentication.ts';
import './sections/events.ts';
import './sections/errors.ts';
import './sections/versioning.ts';
import './sections/read-closely.ts';
import './sections/read-closely-account.ts';
import './sections/read-closely-wire.ts';
import './sections/choices-work.ts';
import './sections/choices-money-and-hooks.ts';
import './sections/choices-conventions.ts';
import './sections/plans.ts';
import './sections/thresholds.ts';
import './sections/deliveries.ts';
import './sections/limits.ts';
import { target } from './target.ts';
import { closeReceivers } from './tools/receiver.ts';
import { allSkipped, allTitles, summary } from './tools/rows.ts';

const SPECIFICATION = path.resolve(import.meta.dirname, '../../../shared/service-spec.md');

test('the specification has no row without a test, and no two tests have one title', (context) => {
  const titles = allTitles();
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  const text = readIfThere(SPECIFICATION);
  if (text === null) return context.skip('the text of the specification is not beside this clone (../shared)');
  const wanted = wantedRows(text);
  expect(wanted.length).toBeGreaterThan(100);
  expect(withoutRow(wanted, titles)).toEqual([]);
});

test('nothing is passed over at the service that the product ships', (context) => {
  if (!target.own) return context.skip('a base URL was given');
  expect(allSkipped()).toEqual([]);
});

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

afterAll(async () => {
  await closeReceivers();
  console.log(summary(NOT_SHOWN));
});
