import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { exportResult } from '../../../../electron/core/library/export/export.ts';
import { folderOf, outputFolder } from '../../../../electron/core/library/export/export-task.ts';
import { findRecordings } from '../../../../electron/core/library/import/find-recordings.ts';
import { cleanManagedCopies, receiveRecording } from '../../../../electron/core/library/managed-copies.ts';
import type { GenerationRow, JobRow, RecordingRow, ResultRow } from '../../../../electron/core/store/schema.ts';
import { csvLine, jsonLine } from '../../../../electron/hosts/cli/reports/printable.ts';
import { createMediaHandler } from '../../../../electron/hosts/common/media/media-handler.ts';
import { nodeFiles } from '../../../../electron/platform/files/files.ts';
import { hashFile } from '../../../../electron/platform/files/hashing.ts';
import { printable } from '../../../../electron/platform/security/harmless-text.ts';
import { DEFAULT_BATCH_PRESET } from '../../../../shared/domain/batch/batch-preset.ts';
import { extensionOf } from '../../../../shared/domain/media-types.ts';
import { numberedName } from '../../../../shared/domain/naming/numbering.ts';
import { outputName } from '../../../../shared/domain/naming/output-name.ts';
import { safeFileName } from '../../../../shared/domain/naming/safe-name.ts';
import { HOSTILE_NAMES, LISTED_NAMES, OWN_NAMES } from '../../../fixtures/hostile-names.ts';
import { faultsOf } from '../../../fixtures/name-faults.ts';
import { TEMPLATES } from '../../../fixtures/naming-templates.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';

test('the lists are there', () => {
  expect(OWN_NAMES.length).toBeGreaterThanOrEqual(120);
  expect(LISTED_NAMES.length).toBeGreaterThan(900);
  // The oracle finds what is wrong with a name as it comes.
  expect(HOSTILE_NAMES.filter((name) => faultsOf(name).length > 0).length).toBeGreaterThan(150);
});

test('every name becomes one harmless segment, the same when it is made safe again, with its extension', () => {
  for (const name of HOSTILE_NAMES) {
    const safe = safeFileName(name);
    const output = outputName('{name} ({model})', facts(name)).fileName;
    const asTemplate = outputName(name, { ...facts('take.wav'), models: 2 });
    for (const made of [safe, output, numberedName(output, 1000), ...asTemplate.folders, asTemplate.fileName])
      expect(faultsOf(made), JSON.stringify([name, made])).toEqual([]);
    expect(safeFileName(safe)).toBe(safe);
    expect(output).toMatch(/service-2.*\.wav$/s);
    expect([...asTemplate.folders, asTemplate.fileName].join('/')).toMatch(/service-2.*\.wav$/s);
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

test('results of recordings with such names stay in their folder and replace nothing', { tags: 'long' }, async () => {
  const { root, inside } = canaries();
  const library = temporaryFolder('results');
  // What a person has there already, under the very names.
  for (const name of HOSTILE_NAMES) {
    const taken = path.join(inside, outputName('{name} ({model})', facts(name)).fileName);
    if (!existsSync(taken)) writeFileSync(taken, 'of the person');
  }
  const before = treeOf(root);
  const written = new Map<string, string>();
  await inTurnsOf(8, [...HOSTILE_NAMES.entries()], async ([index, name]) => {
    const content = `result ${index}`;
    const source = path.join(library, `${index}.wav`);
    writeFileSync(source, content);
    const contentHash = await hashFile(source);
    const result = { path: source, extension: 'wav', bytes: content.length, contentHash } as ResultRow;
    const recording = { name, folder: index % 3 === 0 ? name : '', origin: 'path' } as RecordingRow;
    const layout = index % 5 === 0 ? 'flat' : 'mirrored';
    const output = { kind: 'folder', path: inside, layout } as const;
    const namingTemplate = index % 2 === 0 ? '{name} ({model})' : (TEMPLATES[index % TEMPLATES.length] ?? '');
    const job = { preset: { ...DEFAULT_BATCH_PRESET, namingTemplate, output } } as JobRow;
    const generation = { id: `generation-${index}`, model: 'service-2' } as GenerationRow;
    const naming = { ...facts(name), folder: recording.folder };
    const task = { job, recording, generation, result, naming };
    const folder = folderOf(outputFolder(job.preset, recording) ?? '', task);
    const place = await exportResult(nodeFiles, folder, task);
    expect(written.get(place)).toBeUndefined();
    written.set(place, content);
  });
  const after = treeOf(root);
  expectUnharmed(before, after, inside);
  for (const [place, content] of written) {
    expect(after.get(place)).toBe(content);
    for (const segment of path.relative(inside, place).split(path.sep)) expect(faultsOf(segment)).toEqual([]);
  }
  expect([...after.keys()].filter((place) => place.includes('.cleartake-'))).toEqual([]);
});

test('recordings that a page sends under such names land in the library alone, each as a copy of its own', {
  tags: 'long',
  timeout: 120_000,
}, async () => {
  const { root, inside } = canaries();
  let last = 0;
  const media = createMediaHandler({
    locateTake: () => null,
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
});

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
