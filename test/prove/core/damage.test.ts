import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { BEYOND_TELLING } from '../../harness/damage/mutants.ts';
import { makeTemplate, type Template } from '../../harness/damage/template.ts';
import { tryDamage } from '../../harness/damage/trial.ts';
import { someOf } from '../depth.ts';

let room = '';
let template: Template;

beforeAll(async () => {
  room = temporaryFolder('damage', afterAll);
  template = await makeTemplate(room);
}, 180_000);
afterAll(() => template.service.close());

const UNHARMED = { kept: true, paidTwice: [], lost: [], unbalanced: [], stuck: [] };

const FOUND: readonly (readonly [string, number])[] = [
  ['a letter of a JSON text', 1],
  ['the database cut', 5],
  ['a backup in its place, no log', 1],
  ['a backup in its place, no log, no journal', 1],
  ['a text', 1],
  ['a table gone', 1],
  ['an index gone', 1],
  ['a trigger gone', 2],
  ['all of it gone', 1],
];

test.each(someOf(FOUND, 2))(
  '%s: nothing is paid twice, nothing is lost, and the files are kept',
  { tags: 'long' },
  async (damage, seed) => {
    expect(await tryDamage(template, room, seed, damage)).toMatchObject({ ...UNHARMED, taken: 'recovered' });
  },
);

const ANYWHERE: readonly (readonly [string, number])[] = [
  ['a page of zeros', 3],
  ['a bit of the log', 1],
  ['log and index lost', 1],
  ['a foreign log, its index lost', 1],
  ['a bit of the journal', 1],
];

test.each(someOf(ANYWHERE, 1))(
  '%s, wherever it falls: nothing is paid twice, and nothing is lost',
  async (damage, seed) => {
    expect(await tryDamage(template, room, seed, damage)).toMatchObject(UNHARMED);
  },
  120_000,
);

test("without a backup everything paid comes back from the service's listing", { tags: 'long' }, async () => {
  const verdict = await tryDamage(template, room, 1, 'the header, and no backups');
  expect(verdict).toMatchObject({ ...UNHARMED, taken: 'rebuilt' });
});

test('the trials can fail: a store that silently goes back in time pays twice', async () => {
  const verdict = await tryDamage(template, room, 1, BEYOND_TELLING);
  expect(verdict.taken).toBe('intact');
  expect(verdict.paidTwice.length).toBeGreaterThan(0);
});
