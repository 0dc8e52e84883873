import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { createTurnReads } from '../../../electron/service/store/turn-reads.ts';
import { temporaryFolder } from './harness.ts';

async function openPair() {
  const file = path.join(await temporaryFolder(), 'numbers.sqlite');
  const writer = new Database(file);
  writer.pragma('journal_mode = WAL');
  writer.exec('create table numbers (value integer); insert into numbers values (1)');
  const reader = new Database(file, { readonly: true });
  onTestFinished(() => {
    reader.close();
    writer.close();
  });
  const turn = createTurnReads(reader);
  const value = reader.prepare('select value from numbers').pluck();
  let reads = 0;
  const count = () => {
    reads += 1;
    return value.get();
  };
  return {
    turn,
    reader,
    count,
    reads: () => reads,
    write: (to: number) => writer.exec(`update numbers set value = ${to}`),
  };
}

test('what is shared is read once a turn, and anew in the next', async () => {
  const { turn, count, reads, write } = await openPair();
  expect([turn.once('value', count), turn.once('value', count), turn.once('other', count)]).toEqual([1, 1, 1]);
  expect(reads()).toBe(2);
  write(2);
  await nextTurn();
  expect(turn.once('value', count)).toBe(2);
});

test('reads of a turn see one state, and after a write is announced the new one', async () => {
  const { turn, reader, count, write } = await openPair();
  expect(turn.together(count)).toBe(1);
  write(2);
  expect(turn.together(count)).toBe(1);
  turn.once('value', count);
  turn.forget();
  expect([turn.together(count), turn.once('value', count)]).toEqual([2, 2]);
  // Nothing stays locked: the log can be taken over into the file.
  await nextTurn();
  expect(reader.inTransaction).toBe(false);
  write(3);
  expect(turn.together(count)).toBe(3);
});

test('a read that fails keeps nothing and leaves the next one as it was', async () => {
  const { turn, count } = await openPair();
  const fail = () => {
    throw new Error('disk');
  };
  expect(() => turn.once('value', fail)).toThrow('disk');
  expect(() => turn.together(fail)).toThrow('disk');
  expect([turn.once('value', count), turn.together(count)]).toEqual([1, 1]);
});

test('a reader that is closed meanwhile is left alone', async () => {
  const { turn, reader, count } = await openPair();
  turn.together(count);
  reader.close();
  await nextTurn();
  expect(reader.open).toBe(false);
});
