import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { extractFile, getRawHeader, listPackage } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { FuseState } from '@electron/fuses/dist/constants.js';
import type { AfterPackContext } from 'app-builder-lib';
import { Arch } from 'electron-builder';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureBuilt, PARTS } from '../../../build/build.ts';
import { afterPack } from '../../../build/packaging/after-pack.ts';
import { beforePack } from '../../../build/packaging/before-pack.ts';
import { configurationsIn, requireRedistributable } from '../../../build/packaging/ffmpeg-license.ts';
import { ownBuildFolder, prepareNatives } from '../../../build/packaging/natives.ts';
import { writeNotices } from '../../../build/packaging/notices.ts';
import { nodeAvPackage, type Target, targetName } from '../../../build/packaging/targets.ts';
import type { MeasuringWorkerStart } from '../../../electron/audio/measures/worker/messages.ts';
import { RECORDING_EXTENSIONS } from '../../../shared/domain/media-types.ts';
import { addAndStart, BOTH_MODELS, listJobs } from '../../e2e/desktop/desk-calls.ts';
import { connectPage } from '../../e2e/desktop/page-client.ts';
import { makeNoisyRecording } from '../../e2e/desktop/recordings.ts';
import { startDesktop, startProcess } from '../../harness/electron/drive.ts';
import { asarSupport } from '../../harness/electron/environment.ts';
import { realHeader } from '../../harness/packages/electron-distribution.ts';
import { computeDesktopEntry, FREE_CONFIGURATION, pack, placeMadeUpNatives } from '../../harness/packages/pack.ts';
import { updateWalk } from '../../integration/desktop/update-walk.ts';
import { depth, onlyWhole } from '../depth.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const folder = mkdtempSync(path.join(tmpdir(), 'cleartake-package-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const HERE = { platform: 'linux', arch: 'x64' } as const;

/** Where this computer's package looks for updates. The others are told nothing, as in electron-builder.yml. */
const PUBLISH = { provider: 'generic', url: 'https://updates.cleartake.example/' } as const;

/** What a package holds beside the page's files: everything is named here, or a test fails. */
const EXPECTED: readonly RegExp[] = [
  /^package\.json$/,
  /^out\/main\/(main|engine|measuring|network|service|backup|reading)\.js$/,
  /^out\/main\/[a-z\d-]+-[\w-]{8}\.js$/,
  /^out\/main\/icons\/(attention|tray)\.png$/,
  /^out\/main\/assembly\/(network|sample)-kernel\.wasm$/,
  /^out\/main\/model\/weights\.(bin|json)$/,
  /^out\/main\/migrations\/(core|service)\/(\d{4}_\w+\.sql|meta\/(\d{4}_snapshot|_journal)\.json)$/,
  /^out\/preload\/preload\.cjs$/,
  /^out\/renderer\/(index\.html|assets\/[\w-]+\.(js|css|woff2|svg|png))$/,
  /^node_modules\/better-sqlite3\/(LICENSE|package\.json|lib\/([\w-]+|methods\/\w+)\.js|prebuilds\/TARGET\.node)$/,
  /^node_modules\/node-av\/(LICENSE\.md|package\.json|dist\/(lib|constants|utils)\/[\w-]+\.js)$/,
  /^NODE_AV\/(package\.json|node-av\.node|LICENSES\.txt)$/,
  /^node_modules\/@sapphi-red\/web-noise-suppressor\/(LICENSE|package\.json|dist\/(index\.c?js|rnnoise_simd\.wasm))$/,
  /^node_modules\/onnxruntime-web\/(README\.md|package\.json|dist\/(ort\.wasm\.min\.js|ort\.wasm\.bundle\.min\.mjs|ort-wasm-simd-threaded\.wasm))$/,
  /^node_modules\/@echogarden\/pffft-wasm\/(COPYING|package\.json|dist\/simd\/pffft\.(js|wasm))$/,
];

function namesIn(archive: string, kind: 'pack' | 'unpack'): readonly string[] {
  const files = listPackage(archive, { isPack: true }).filter((line) => line.startsWith(`${kind} `));
  return files.map((line) => line.slice(line.indexOf('/') + 1)).filter((name) => /\.\w+$|\/[A-Z]+$/.test(name));
}

beforeAll(() => ensureBuilt(PARTS));

test('packing stops at the FFmpeg that may not be passed on, and says what to run', { tags: 'long' }, async () => {
  // Where `npm run ffmpeg` was run, the hook takes its result.
  const published = path.join(root, 'node_modules', nodeAvPackage(HERE), 'node-av.node');
  const hook = existsSync(ownBuildFolder(root, HERE)) ? () => requireRedistributable(published) : beforePack;
  await expect(pack(folder, HERE, { beforePack: hook })).rejects.toThrow(
    /This FFmpeg may not be passed on: it was built with --enable-libfdk-aac, .*Make one that may with `npm run ffmpeg`/,
  );
});

const TARGETS: readonly Target[] = [
  HERE,
  { platform: 'linux', arch: 'arm64' },
  { platform: 'win32', arch: 'x64' },
  { platform: 'darwin', arch: 'arm64' },
];

describe.each(TARGETS.slice(0, depth(2, TARGETS.length)))('packed for $platform-$arch', (target) => {
  let app: string;
  let resources: string;
  let program: string;

  beforeAll(async () => {
    // This computer's package has the real FFmpeg, so that it runs.
    const real = target === HERE ? prepareNatives(root, target) : null;
    if (real === null) placeMadeUpNatives(target, FREE_CONFIGURATION);
    writeNotices(root, real === null ? [FREE_CONFIGURATION] : configurationsIn(readFileSync(real)));
    const hooks = real === null ? { afterPack } : { publish: PUBLISH };
    app = await pack(folder, target, { beforePack: () => undefined, ...hooks });
    const onMac = target.platform === 'darwin';
    resources = path.join(app, onMac ? 'Cleartake.app/Contents/Resources' : 'resources');
    program = path.join(app, { linux: 'cleartake', win32: 'Cleartake.exe', darwin: 'Cleartake.app' }[target.platform]);
  });

  test('holds exactly the expected files, and native code of the target alone', () => {
    const archive = path.join(resources, 'app.asar');
    const packed = namesIn(archive, 'pack');
    const unpacked = namesIn(archive, 'unpack');
    const expected = EXPECTED.map((pattern) => {
      const source = pattern.source.replace('TARGET', targetName(target));
      return new RegExp(source.replace('NODE_AV', `node_modules/${nodeAvPackage(target)}`));
    });
    const all = [...packed, ...unpacked];
    expect(all.filter((name) => !expected.some((pattern) => pattern.test(name)))).toEqual([]);
    expect(expected.filter((pattern) => !all.some((name) => pattern.test(name)))).toEqual([]);
    expect(packed.filter((name) => /\.(node|wasm)$/.test(name))).toEqual([]);
    expect(unpacked.filter((name) => name.endsWith('.node'))).toHaveLength(2);
  });

  test('has licenses and samples beside the archive', () => {
    const names = ['LICENSE', 'THIRD-PARTY-LICENSES.txt', 'SOURCE.txt'].map((name) => `licenses/${name}`);
    const missing = [...names, 'samples/train-diary.mp3'].filter((name) => !existsSync(path.join(resources, name)));
    expect(missing).toEqual([]);
  });

  test('names an address for updates exactly when one was configured', () => {
    const file = path.join(resources, 'app-update.yml');
    const told = existsSync(file) ? readFileSync(file, 'utf8') : null;
    expect(told).toEqual(target === HERE ? expect.stringContaining(PUBLISH.url) : null);
  });

  test('has every fuse as it was stated', async () => {
    const fuses = await getCurrentFuseWire(program);
    const inState = (state: FuseState) =>
      Object.entries(fuses).flatMap(([option, value]) => (value === state ? [FuseV1Options[Number(option)]] : []));
    expect(inState(FuseState.ENABLE)).toEqual([
      'EnableCookieEncryption',
      'EnableEmbeddedAsarIntegrityValidation',
      'OnlyLoadAppFromAsar',
    ]);
    expect(inState(FuseState.DISABLE)).toEqual([
      'RunAsNode',
      'EnableNodeOptionsEnvironmentVariable',
      'EnableNodeCliInspectArguments',
      'LoadBrowserProcessSpecificV8Snapshot',
      'GrantFileProtocolExtraPrivileges',
    ]);
  });
});

describe('a library that must not be there', () => {
  const library = 'resources/app.asar.unpacked/node_modules/@seydx/node-av-linux-arm64/node-av.node';
  let packed: string;

  beforeAll(() => {
    packed = path.join(folder, 'out-linux-arm64/linux-arm64-unpacked');
  });

  function checkWith(content: Buffer): () => void {
    writeFileSync(path.join(packed, library), content);
    const context = { appOutDir: packed, electronPlatformName: 'linux', arch: Arch.arm64 } as AfterPackContext;
    return () => afterPack(context);
  }

  test('an FFmpeg that may not be passed on ends the packaging', () => {
    const header = realHeader({ platform: 'linux', arch: 'arm64' });
    const refused = Buffer.concat([header, Buffer.from('\0--enable-gpl --enable-nonfree\0')]);
    expect(checkWith(refused)).toThrow(/--enable-nonfree.*\(node-av-linux-arm64\)/);
    const free = Buffer.concat([header, Buffer.from(`\0${FREE_CONFIGURATION}\0`)]);
    expect(checkWith(free)).not.toThrow();
  });

  test('another processor’s library does, too', () => {
    expect(checkWith(realHeader(HERE))).toThrow(`These files don’t run on linux-arm64: ${library} (linux-x64).`);
  });
});

describe('what a system is told of the package', () => {
  onlyWhole(() => {
    test('a Mac: types, deep links, and the digest of the archive', () => {
      const contents = path.join(folder, 'out-darwin-arm64/mac-arm64/Cleartake.app/Contents');
      const list = readFileSync(path.join(contents, 'Info.plist'), 'utf8').replaceAll(/\s+/g, '');
      const types = list.slice(list.indexOf('<key>CFBundleDocumentTypes</key>'));
      expect(RECORDING_EXTENSIONS.filter((extension) => !types.includes(`<string>${extension}</string>`))).toEqual([]);
      expect(list).toContain('<key>LSHandlerRank</key><string>Alternate</string>');
      expect(list).toContain('<key>CFBundleURLSchemes</key><array><string>cleartake</string></array>');
      const header = getRawHeader(path.join(contents, 'Resources/app.asar')).headerString;
      expect(list).toContain(createHash('sha256').update(header).digest('hex'));
    });
  });

  test('Linux: types, deep links, addresses as arguments, and no way around the sandbox', {
    tags: 'long',
  }, async () => {
    const entry = await computeDesktopEntry(folder, HERE);
    expect(entry.file).toBe('cleartake.desktop');
    expect(entry.text).toMatch(/^Exec=AppRun %U$/m);
    expect(entry.text).toMatch(/^StartupWMClass=cleartake$/m);
    const types = /^MimeType=(.*);$/m.exec(entry.text)?.[1]?.split(';') ?? [];
    const known = [
      'audio/wav',
      'audio/x-caf',
      'audio/amr',
      'video/x-matroska',
      'video/mp2t',
      'x-scheme-handler/cleartake',
    ];
    expect(known.filter((type) => !types.includes(type))).toEqual([]);
    expect(entry.text).not.toContain('sandbox');
  });
});

describe('this computer’s package, started inside its archive', () => {
  const archive = path.join(folder, 'out-linux-x64/linux-unpacked/resources/app.asar');
  const main = path.join(archive, 'out/main/main.js');

  test('names its main module', () => {
    const manifest = JSON.parse(extractFile(archive, 'package.json').toString()) as object;
    expect(manifest).toMatchObject({ main: 'out/main/main.js', desktopName: 'cleartake.desktop' });
  });

  onlyWhole(() => {
    test('restores a recording by both models', { timeout: 120_000 }, async () => {
      const desktop = await startDesktop({ dataDirectory: path.join(folder, 'data'), main });
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

  test('passes its own check, with threads and fuses', { tags: 'long', timeout: 120_000 }, async () => {
    const desktop = startProcess({ dataDirectory: path.join(folder, 'unused'), main, words: ['--self-check'] });
    expect(await desktop.exited, desktop.said()).toBe(0);
    const lines = desktop.printed().trim().split('\n');
    expect(lines.filter((line) => !line.startsWith('ok '))).toEqual(['10 ok, 0 failed, 0 skipped']);
    expect(lines).toContain('ok    threads work beside a restoration');
  });

  onlyWhole(() => {
    test('updates itself when the person wants that, and asks nobody before', { timeout: 180_000 }, async () => {
      expect(await updateWalk(folder, archive)).toEqual({
        beforeAsked: [],
        whileOff: [],
        damaged: 'The downloaded update is damaged, so it was deleted. This version keeps working. Download it again.',
        keptAfterDamage: true,
        whileWorking: expect.stringContaining('doesn’t restart while recordings are being processed'),
        afterRestart: ['/latest-linux.yml'],
        isReplaced: true,
        isStarted: true,
        tellsOf: [],
      });
    });
  });

  test('measures long recordings in a thread', async () => {
    const thread = path.join(archive, 'out/main/measuring.js');
    const workerData: MeasuringWorkerStart = { sampleRate: 48_000, channels: 1, bitDepth: 16 };
    const start = (execArgv: string[]) => once(new Worker(thread, { workerData, env: {}, execArgv }), 'message');
    // Nothing but the archive has it.
    await expect(start([])).rejects.toThrow('Cannot find module');
    const support = asarSupport(archive, path.join(folder, 'asar'));
    expect(await start(['--import', support])).toEqual([{ kind: 'ready' }]);
  });
});
