import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, cpSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { writeTone } from '../../fixtures/tone.ts';
import { takeLoadStep, writeManyRecordings } from '../../harness/load/load-steps.ts';
import { onlyWhole } from '../depth.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const VERSION = (JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string }).version;

function cleartake(words: readonly string[], root = ROOT): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [path.join(root, 'build/cleartake.mjs'), ...words], { encoding: 'utf8' });
}

/** A checkout of its own with the packages of this one, and nothing built. */
function makeCheckout(): string {
  const root = temporaryFolder();
  const sources = ['electron', 'shared', 'build', 'package.json', 'package-lock.json'];
  for (const name of sources)
    cpSync(path.join(ROOT, name), path.join(root, name), { recursive: true, preserveTimestamps: true });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'));
  return root;
}

const bundlesIn = (root: string) =>
  readdirSync(path.join(root, 'out/builds')).filter((name) => !name.endsWith('.users'));

test('commands that read answer from the bundle as from the sources', { tags: 'long' }, async () => {
  const folder = temporaryFolder();
  writeManyRecordings(path.join(folder, 'in'), 3);
  const data = path.join(folder, 'data');
  await takeLoadStep('enqueue', data, path.join(folder, 'in'));
  const sources = path.join(ROOT, 'electron/hosts/cli/main.ts');
  for (const words of [
    ['--help'],
    ['status', '--data-dir', data],
    ['history', '--json', '--data-dir', data],
    ['nonsense'],
  ]) {
    const bundled = cleartake(words);
    const plain = spawnSync(process.execPath, [sources, ...words], { encoding: 'utf8' });
    expect([bundled.status, bundled.stdout, bundled.stderr]).toEqual([plain.status, plain.stdout, plain.stderr]);
  }
});

test('from the bundle a recording is restored: service and engines are found beside it', { tags: 'long' }, () => {
  const folder = temporaryFolder();
  writeTone(path.join(folder, 'take.wav'), { seconds: 1 });
  const words = ['restore', path.join(folder, 'take.wav'), '--out', path.join(folder, 'out'), '--json'];
  const { status, stdout, stderr } = cleartake([...words, '--data-dir', path.join(folder, 'data')]);
  expect([status, stderr]).toEqual([0, '']);
  // Standard output is the command's alone.
  const events = stdout
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { event: string }).event);
  expect(events.at(-1)).toBe('summary');
  expect(existsSync(path.join(folder, 'out/take (service-2).wav'))).toBe(true);
});

onlyWhole(() => {
  test('two first commands at the same time build beside each other, and one bundle is left', {
    timeout: 60_000,
  }, async () => {
    const root = makeCheckout();
    const runs = [1, 2].map(async () => {
      const child = spawn(process.execPath, [path.join(root, 'build/cleartake.mjs'), '--version'], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let out = '';
      child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
      const [code] = await once(child, 'close');
      return [code, out];
    });
    expect(await Promise.all(runs)).toEqual([
      [0, `${VERSION}\n`],
      [0, `${VERSION}\n`],
    ]);
    expect(bundlesIn(root)).toHaveLength(1);
  });
});

onlyWhole(() => {
  test('a change is bundled anew beside the running bundle; sources that cannot be bundled end the command', {
    timeout: 60_000,
  }, () => {
    const root = makeCheckout();
    const help = path.join(root, 'electron/hosts/cli/program/program.ts');
    const correct = readFileSync(help, 'utf8');
    expect(cleartake(['--help'], root).stdout).toContain('from the terminal');
    const [first] = bundlesIn(root);
    appendFileSync(help, '\nexport const BROKEN = ;\n');
    const broken = cleartake(['--help'], root);
    expect([broken.status, broken.stdout]).toEqual([1, '']);
    expect(broken.stderr).toContain('Bundling failed: node');
    expect(bundlesIn(root)).toEqual([first]);
    writeFileSync(help, correct.replace('from the terminal', 'from a shell'));
    expect(cleartake(['--help'], root).stdout).toContain('from a shell');
    // The first one may still be running.
    expect(bundlesIn(root)).toHaveLength(2);
    expect(bundlesIn(root)).toContain(first);
  });
});
