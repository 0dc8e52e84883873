import { expect, test } from 'vitest';
import { ANY_PATH, createPathChecks } from '../../../electron/core/calls/path-policy.ts';
import { createGivenPaths } from '../../../electron/hosts/common/given-paths.ts';
import { type BatchPreset, DEFAULT_BATCH_PRESET, partsOf } from '../../../shared/domain/batch/batch-preset.ts';

const MANAGED = '/data/library/managed';
const REFUSED = expect.objectContaining({ code: 'pathNotGiven' });

function into(path: string): BatchPreset {
  return { ...DEFAULT_BATCH_PRESET, output: { kind: 'folder', path } };
}

function pageChecks(remembered = DEFAULT_BATCH_PRESET) {
  const given = createGivenPaths();
  given.giveRecordings(['/home/ann/talk.wav', '/home/ann/season']);
  given.giveOutputFolder('/home/ann/out');
  given.giveArchive('/home/ann/cover.jpg');
  return createPathChecks(given, MANAGED, () => ({
    folders: remembered.output.kind === 'folder' ? [remembered.output.path] : [],
    parts: partsOf(remembered),
  }));
}

test.each([
  [['/home/ann/talk.wav']],
  [['/home/ann/season']],
  [['/home/ann/talk.wav', '/home/ann/season']],
  [[`${MANAGED}/0a1b/talk.wav`]],
])('a page may add %j', (paths) => {
  expect(() => pageChecks().requireAddable(paths)).not.toThrow();
});

test.each([
  [['/etc/passwd']],
  [['/home/ann']],
  [['/home/ann/talk.wav', '/home/ann/.ssh/id_ed25519']],
  [['/home/ann/season/one.wav']],
  [['/home/ann/season/../.ssh']],
  [['/home/ann/talk.wav/']],
  [['/home/ann/out']],
  [[MANAGED]],
  [[`${MANAGED}/../cleartake.sqlite`]],
  [[`${MANAGED}-other/talk.wav`]],
  [['relative.wav']],
])('a page may not add %j', (paths) => {
  expect(() => pageChecks().requireAddable(paths)).toThrow(REFUSED);
});

test('outputs go where the person chose, now or when the preset was remembered', () => {
  const { requireOutput } = pageChecks(into('/home/ann/earlier'));
  for (const folder of ['/home/ann/out', '/home/ann/earlier']) expect(() => requireOutput(into(folder))).not.toThrow();
  for (const folder of ['/home/ann/season', '/home/ann/.config/autostart', '/home/ann/out/below', '/home/ann/out/..'])
    expect(() => requireOutput(into(folder))).toThrow(REFUSED);
  expect(() => requireOutput(DEFAULT_BATCH_PRESET)).not.toThrow();
  expect(() => requireOutput(undefined)).not.toThrow();
});

test('outputs get the cover that the person chose, now or when the preset was remembered', () => {
  const withCover = (cover: string) => ({ ...DEFAULT_BATCH_PRESET, tags: { cover } });
  const { mayTakePart, requireOutput } = pageChecks(withCover('/home/ann/earlier.png'));
  for (const cover of ['/home/ann/cover.jpg', '/home/ann/earlier.png', ''])
    expect(() => requireOutput(withCover(cover))).not.toThrow();
  for (const cover of ['/home/ann/Pictures/private.jpg', '/home/ann/../bob/face.png', 'cover.jpg']) {
    expect(() => requireOutput(withCover(cover))).toThrow(REFUSED);
    // Nor does a file of presets bring it in.
    expect(mayTakePart(cover)).toBe(false);
  }
});

test('outputs get the intro and outro that the person chose, and no other sound of the computer', () => {
  const withSound = (file: string) => ({ ...DEFAULT_BATCH_PRESET, intro: file, outro: file });
  const { requireOutput } = pageChecks(withSound('/home/ann/earlier.wav'));
  for (const file of ['/home/ann/cover.jpg', '/home/ann/earlier.wav', ''])
    expect(() => requireOutput(withSound(file))).not.toThrow();
  for (const one of [
    { intro: '/home/ann/Memos/private.m4a' },
    { outro: '/home/ann/../bob/call.wav' },
    { intro: 'a.wav' },
  ])
    expect(() => requireOutput(one)).toThrow(REFUSED);
});

test('only folders that the person chose are watched, now or when they were saved', () => {
  const { requireWatchable } = pageChecks(into('/home/ann/earlier'));
  for (const folder of ['/home/ann/season', '/home/ann/earlier']) expect(() => requireWatchable(folder)).not.toThrow();
  for (const folder of ['/home/ann', '/home/ann/season/..', '/'])
    expect(() => requireWatchable(folder)).toThrow(REFUSED);
});

test('what came to a window as text is given by the system’s dialog, never by the page', () => {
  expect(() => pageChecks().requireTyped(['/home/ann/talk.wav'])).toThrow(REFUSED);
});

test('the host itself may name any path', () => {
  const checks = createPathChecks(ANY_PATH, MANAGED, () => ({ folders: [], parts: [] }));
  expect(() => checks.requireAddable(['/anywhere.wav'])).not.toThrow();
  expect(() => checks.requireOutput(into('/anywhere'))).not.toThrow();
});
