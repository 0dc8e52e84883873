import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { extractAll, extractFile, listPackage } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { FuseState, SENTINEL } from '@electron/fuses/dist/constants.js';
import { build, Platform } from 'electron-builder';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureBuilt, PARTS } from '../../../build/build.ts';
import { addAndStart, BOTH_MODELS, listJobs } from '../../e2e/desktop/desk-calls.ts';
import { connectPage } from '../../e2e/desktop/page-client.ts';
import { makeNoisyRecording } from '../../e2e/desktop/recordings.ts';
import { startDesktop } from '../../harness/electron/drive.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const folder = mkdtempSync(path.join(tmpdir(), 'cleartake-package-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** As much of an unpacked Electron as packing looks at: a program with its fuses, all of them on. */
function makeElectron(): string {
  const dist = path.join(folder, 'electron');
  mkdirSync(path.join(dist, 'resources'), { recursive: true });
  mkdirSync(path.join(dist, 'locales'), { recursive: true });
  const fuses = Buffer.concat([Buffer.from([1, 8]), Buffer.from('1'.repeat(8))]);
  writeFileSync(path.join(dist, 'electron'), Buffer.concat([Buffer.from(SENTINEL), fuses]), { mode: 0o755 });
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'version', 'chrome_crashpad_handler', 'chrome-sandbox']) {
    writeFileSync(path.join(dist, name), name);
  }
  return dist;
}

function pack(overrides: object): Promise<unknown> {
  const config = { electronDist: makeElectron(), directories: { output: path.join(folder, 'out') }, ...overrides };
  return build({ projectDir: root, targets: Platform.LINUX.createTarget('dir'), publish: 'never', config });
}

beforeAll(() => ensureBuilt(PARTS));

test('packing stops at the FFmpeg that may not be passed on', async () => {
  await expect(pack({})).rejects.toThrow(/may not be passed on.*libfdk/);
});

describe('packed for Linux without that check', () => {
  const resources = path.join(folder, 'out/linux-unpacked/resources');
  const archive = path.join(resources, 'app.asar');
  let packed: readonly string[];
  let unpacked: readonly string[];

  beforeAll(async () => {
    await pack({ beforePack: () => undefined });
    packed = listPackage(archive, { isPack: true })
      .filter((line) => line.startsWith('pack   : '))
      .map(nameOf);
    unpacked = listPackage(archive, { isPack: true })
      .filter((line) => line.startsWith('unpack : '))
      .map(nameOf);
  });

  function nameOf(line: string): string {
    return line.slice(line.indexOf('/'));
  }

  test('holds the bundles, the page and the migrations', () => {
    const names = [
      '/package.json',
      '/out/main/main.js',
      '/out/main/engine.js',
      '/out/main/service.js',
      '/out/main/backup.js',
      '/out/main/migrations/core/meta/_journal.json',
      '/out/main/migrations/service/meta/_journal.json',
      '/out/preload/preload.cjs',
      '/out/renderer/index.html',
    ];
    expect(names.filter((name) => !packed.includes(name))).toEqual([]);
    const manifest = JSON.parse(extractFile(archive, 'package.json').toString()) as { main: string };
    expect(manifest.main).toBe('out/main/main.js');
  });

  test('holds every package that the bundles leave outside, with native code where the system can load it', () => {
    const native = [
      `/node_modules/better-sqlite3/prebuilds/${process.platform}-${process.arch}.node`,
      `/node_modules/@seydx/node-av-${process.platform}-${process.arch}/node-av.node`,
      '/node_modules/@sapphi-red/web-noise-suppressor/dist/rnnoise_simd.wasm',
      '/node_modules/@jitsi/rnnoise-wasm/dist/rnnoise-sync.js',
      '/node_modules/@echogarden/pffft-wasm/dist/simd/pffft.wasm',
    ];
    expect(native.filter((name) => !unpacked.includes(name))).toEqual([]);
    expect(packed.filter((name) => /\.(node|wasm)$/.test(name))).toEqual([]);
    expect(packed).toContain('/node_modules/node-av/package.json');
    expect(packed).toContain('/node_modules/@echogarden/pffft-wasm/package.json');
  });

  test('holds no sources, no maps, no other runtimes', () => {
    const unwanted = [...packed, ...unpacked].filter(
      (name) =>
        /\.(map|ts|tsx|cts|mts)$/.test(name) ||
        /^\/(electron|renderer|shared|test|build)\//.test(name) ||
        /^\/node_modules\/(node-(linux|win)-|electron|vite|react|fastify|zod|@mantine|@orpc|better-sqlite3\/(deps|src))/.test(
          name,
        ),
    );
    expect(unwanted).toEqual([]);
    expect(unpacked.filter((name) => name.includes('/prebuilds/'))).toHaveLength(1);
  });

  test('has the fuses as they were stated', async () => {
    const fuses = await getCurrentFuseWire(path.join(folder, 'out/linux-unpacked/cleartake'));
    const state = (option: FuseV1Options) => fuses[option];
    expect(state(FuseV1Options.RunAsNode)).toBe(FuseState.DISABLE);
    expect(state(FuseV1Options.EnableNodeOptionsEnvironmentVariable)).toBe(FuseState.DISABLE);
    expect(state(FuseV1Options.EnableNodeCliInspectArguments)).toBe(FuseState.DISABLE);
    expect(state(FuseV1Options.GrantFileProtocolExtraPrivileges)).toBe(FuseState.DISABLE);
    expect(state(FuseV1Options.EnableCookieEncryption)).toBe(FuseState.ENABLE);
    expect(state(FuseV1Options.EnableEmbeddedAsarIntegrityValidation)).toBe(FuseState.ENABLE);
    expect(state(FuseV1Options.OnlyLoadAppFromAsar)).toBe(FuseState.ENABLE);
  });

  test('runs by itself: with nothing beside it, it restores a recording', { timeout: 120_000 }, async () => {
    const app = path.join(folder, 'app');
    extractAll(archive, app);
    const dataDirectory = path.join(folder, 'data');
    const desktop = await startDesktop({ dataDirectory, main: path.join(app, 'out/main/main.js') });
    try {
      await connectPage(desktop.page);
      await addAndStart(desktop.page, [makeNoisyRecording(folder)], BOTH_MODELS);
      await expect
        .poll(async () => (await listJobs(desktop.page))[0]?.state.kind, { timeout: 60_000, interval: 200 })
        .toBe('done');
    } finally {
      await desktop.quit();
    }
    expect(existsSync(path.join(folder, 'noisy talk (service-3.5).wav'))).toBe(true);
  });
});
