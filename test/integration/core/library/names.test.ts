import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { exportResult, outputFolder } from '../../../../electron/core/library/export/export.ts';
import { findRecordings } from '../../../../electron/core/library/import/find-recordings.ts';
import { cleanManagedCopies, receiveRecording } from '../../../../electron/core/library/managed-copies.ts';
import type { GenerationRow, RecordingRow, ResultRow } from '../../../../electron/core/store/schema.ts';
import { csvLine, jsonLine, printable } from '../../../../electron/hosts/cli/reports/printable.ts';
import { createMediaHandler } from '../../../../electron/hosts/common/media/media-handler.ts';
import { nodeFiles } from '../../../../electron/platform/files/files.ts';
import { hashFile } from '../../../../electron/platform/files/hashing.ts';
import { DEFAULT_BATCH_PRESET } from '../../../../shared/domain/batch/batch-preset.ts';
import { extensionOf } from '../../../../shared/domain/media-types.ts';
import { numberedName, outputFileName, safeFileName } from '../../../../shared/domain/naming.ts';
import { HOSTILE_NAMES, LISTED_NAMES, OWN_NAMES } from '../../../fixtures/hostile-names.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';

const DEVICE = /^(con|prn|aux|nul|com\d|com[¹²³]|lpt\d|lpt[¹²³]|conin\$|conout\$|clock\$)$/i;

/** What three systems and a person who looks at it would refuse. Written apart from what makes the names. */
function faultsOf(name: string): string[] {
  const faults: string[] = [];
  const code = (test: (code: number) => boolean) => [...name].some((character) => test(character.codePointAt(0) ?? 0));
  if (name === '') faults.push('empty');
  if (Buffer.byteLength(name) > 255) faults.push('too many bytes');
  if (name.length > 255 || name.normalize('NFD').length > 255) faults.push('too many units');
  if (!name.isWellFormed()) faults.push('half a character');
  if (name.normalize('NFC') !== name) faults.push('not composed');
  if (code((value) => value < 32 || (value >= 127 && value < 160))) faults.push('a control');
  if (code((value) => (value >= 0x202a && value <= 0x202e) || (value >= 0x2066 && value <= 0x2069)))
    faults.push('a turn');
  if ([...'<>:"/\\|?*'].some((character) => name.includes(character))) faults.push('a reserved character');
  if (name.startsWith('.')) faults.push('hidden');
  if (/^ |[. ]$/.test(name)) faults.push('space or dot at an end');
  if (DEVICE.test(name.split('.')[0]?.trim() ?? '')) faults.push('a device');
  return faults;
}

test('the lists are there', () => {
  expect(OWN_NAMES.length).toBeGreaterThanOrEqual(120);
  expect(LISTED_NAMES.length).toBeGreaterThan(900);
  // The oracle finds what is wrong with a name as it comes.
  expect(HOSTILE_NAMES.filter((name) => faultsOf(name).length > 0).length).toBeGreaterThan(150);
});

test('every name becomes one harmless segment, the same when it is made safe again, with its extension', () => {
  for (const name of HOSTILE_NAMES) {
    const safe = safeFileName(name);
    const output = outputFileName('{name} ({model})', facts(name));
    for (const made of [safe, output, numberedName(output, 1000), outputFileName(name, facts('take.wav'))])
      expect(faultsOf(made), JSON.stringify([name, made])).toEqual([]);
    expect(safeFileName(safe)).toBe(safe);
    expect(output).toMatch(/service-2.*\.wav$/s);
    expect(outputFileName(name, facts('take.wav'))).toMatch(/service-2.*\.wav$/s);
    if (/^\w{1,16}$/.test(extensionOf(name.trimEnd()))) expect(extensionOf(safe)).toBe(extensionOf(name.trimEnd()));
  }
});

function facts(originalName: string) {
  return { originalName, model: 'service-2', date: '2026-11-20', extension: 'wav' };
}

/** Every file below a folder with its content. */
function treeOf(folder: string): Map<string, string> {
  const tree = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const place = path.join(entry.parentPath, entry.name);
    tree.set(place, lstatSync(place).isFile() ? readFileSync(place, 'latin1') : 'a folder');
  }
  return tree;
}

/** A folder with canaries around the one that is written to. */
function canaries(): { readonly root: string; readonly inside: string } {
  const root = temporaryFolder('names');
  const inside = path.join(root, 'one/two/inside');
  mkdirSync(inside, { recursive: true });
  for (const place of ['canary.wav', 'one/canary.wav', 'one/two/canary.wav', 'one/two/take.wav', 'etc.wav'])
    writeFileSync(path.join(root, place), 'canary');
  mkdirSync(path.join(root, 'one/two/etc'));
  writeFileSync(path.join(root, 'one/two/etc/passwd'), 'canary');
  return { root, inside };
}

/** What lies outside of a folder, or was there before, is as it was. */
function expectUnharmed(before: Map<string, string>, after: Map<string, string>, inside: string): void {
  for (const [place, content] of before) expect(after.get(place), place).toBe(content);
  const strays = [...after.keys()].filter((place) => !before.has(place) && !place.startsWith(inside + path.sep));
  expect(strays).toEqual([]);
}

async function inTurnsOf<Item>(count: number, items: readonly Item[], work: (item: Item) => Promise<void>) {
  const rest = [...items];
  await Promise.all(
    Array.from({ length: count }, async () => {
      for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item);
    }),
  );
}

test('results of recordings with such names stay in their folder and replace nothing', async () => {
  const { root, inside } = canaries();
  const source = path.join(root, 'result.wav');
  writeFileSync(source, 'a result');
  const result = { path: source, extension: 'wav', bytes: 8, contentHash: await hashFile(source) } as ResultRow;
  // What a person has there already, under the very names.
  for (const name of HOSTILE_NAMES) {
    const taken = path.join(inside, outputFileName('{name} ({model})', facts(name)));
    if (!existsSync(taken)) writeFileSync(taken, 'of the person');
  }
  const before = treeOf(root);
  const written: string[] = [];
  await inTurnsOf(8, [...HOSTILE_NAMES.entries()], async ([index, name]) => {
    const recording = { name, folder: index % 3 === 0 ? name : '', origin: 'path' } as RecordingRow;
    const preset = { ...DEFAULT_BATCH_PRESET, output: { kind: 'folder' as const, path: inside } };
    const folder = outputFolder(preset, recording);
    const generation = { id: `generation-${index}`, model: 'service-2' } as GenerationRow;
    expect(folder).not.toBeNull();
    written.push(await exportResult(nodeFiles, folder ?? '', preset, recording, generation, result, '2026-11-20'));
  });
  const after = treeOf(root);
  expectUnharmed(before, after, inside);
  for (const place of written) {
    expect(after.get(place)).toBe('a result');
    for (const segment of path.relative(inside, place).split(path.sep)) expect(faultsOf(segment)).toEqual([]);
  }
  expect([...after.keys()].filter((place) => place.includes('.cleartake-'))).toEqual([]);
}, 120_000);

test('recordings that a page sends under such names land in the library alone, each as a copy of its own', async () => {
  const { root, inside } = canaries();
  let last = 0;
  const media = createMediaHandler({
    locate: () => null,
    pcm: async () => new Uint8Array(),
    tile: async () => new Uint8Array(),
    receiveUpload: (name, body, bytes) =>
      receiveRecording(nodeFiles, inside, { id: `upload-${++last}`, name, body, bytes }),
  });
  const before = treeOf(root);
  const kept: string[] = [];
  await inTurnsOf(8, [...HOSTILE_NAMES.entries()], async ([index, name]) => {
    const address = new URL('http://127.0.0.1:1/media/upload');
    address.searchParams.set('name', name);
    const answer = await media(new Request(address, { method: 'POST', body: `recording ${index}` }));
    const told = (await answer.json()) as { path?: string };
    if (answer.status === 200) kept.push(told.path ?? '');
    else expect([400, name]).toEqual([answer.status, name]);
  });
  const after = treeOf(root);
  expectUnharmed(before, after, inside);
  expect(kept.length).toBeGreaterThan(500);
  expect(new Set(kept).size).toBe(kept.length);
  for (const place of kept) {
    expect(after.get(place)).toMatch(/^recording /);
    for (const segment of path.relative(inside, place).split(path.sep)) expect(faultsOf(segment)).toEqual([]);
  }
  // None of them is taken for what an interrupted upload left.
  await cleanManagedCopies(inside, [], Date.now() + 1000);
  for (const place of kept) expect(existsSync(place), place).toBe(true);
}, 120_000);

test('files on disk under such names are found as they are, or said to be out of reach', async () => {
  const folder = temporaryFolder('names');
  const made: string[] = [];
  for (const name of HOSTILE_NAMES) {
    if (name.includes('/') || name.includes('\0') || name.startsWith('.') || name === '' || !name.isWellFormed())
      continue;
    const place = path.join(folder, `${name}.wav`);
    if (Buffer.byteLength(`${name}.wav`) > 255 || existsSync(place)) continue;
    writeFileSync(place, name);
    made.push(place);
  }
  if (process.platform === 'linux') writeFileSync(Buffer.from(`${folder}/half \xff character.wav`, 'latin1'), 'x');
  const { found, skipped } = await findRecordings(nodeFiles, [folder]);
  expect(found.map((recording) => recording.path).sort()).toEqual(made.sort());
  if (process.platform === 'linux') {
    expect(skipped).toContainEqual(expect.objectContaining({ reason: expect.stringContaining('Rename it') }));
  }
});

test('on a terminal and in a table such names do nothing', () => {
  for (const name of HOSTILE_NAMES) {
    const shown = printable(name);
    expect(faultsOf(shown).filter((fault) => ['a control', 'a turn', 'half a character'].includes(fault))).toEqual([]);
    expect(JSON.parse(jsonLine({ name }))).toEqual({ name });
    expect(faultsOf(jsonLine({ name })).filter((fault) => ['a control', 'a turn'].includes(fault))).toEqual([]);
    const line = csvLine([name, 1]);
    expect(line).toMatch(/^("(?:[^"]|"")*"|[^",]*),1$/);
    expect(line).not.toMatch(/^"?\s*[=+\-@|%＝＋－＠]/);
  }
  expect(csvLine(["=cmd|'/C calc'!A0", '-1', -1])).toBe(`'=cmd|'/C calc'!A0,'-1,-1`);
});
