/**
 * `npm run ffmpeg`: builds an FFmpeg that may be passed on, and node-av against it, for this computer. `npm run package` then packs it.
 * `--source NAME=FOLDER` uses sources that are there already; `--only-ffmpeg` stops before node-av.
 */

import { spawnSync } from 'node:child_process';
import { closeSync, copyFileSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { SAFE_INPUT } from '../../electron/audio/media/codecs/allowed.ts';
import { refuseForeign } from '../packaging/after-pack.ts';
import { configurationsIn, requireRedistributable } from '../packaging/ffmpeg-license.ts';
import { ownBuildFolder } from '../packaging/natives.ts';
import { type Architecture, nodeAvPackage, type Target, targetName } from '../packaging/targets.ts';
import { configureOptions, WRITTEN } from './components.ts';
import { prepareBinding } from './node-av-gyp.ts';
import { fetchSource, licensesIn, SOURCES, type SourceName } from './sources.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const LIBRARIES: readonly SourceName[] = ['libogg', 'libvorbis', 'opus', 'lame'];
const OWN_OPTIONS: Readonly<Partial<Record<SourceName, readonly string[]>>> = {
  opus: ['--disable-extra-programs', '--disable-doc'],
  lame: ['--disable-frontend', '--disable-decoder'],
};

const { values } = parseArgs({
  options: {
    source: { type: 'string', multiple: true, default: [] },
    'only-ffmpeg': { type: 'boolean', default: false },
  },
});

try {
  await buildAll();
} catch (failure) {
  console.error(failure instanceof Error ? failure.message : String(failure));
  process.exitCode = 1;
}

async function buildAll(): Promise<void> {
  const { platform } = process;
  if (platform !== 'linux' && platform !== 'darwin') {
    throw new Error('`npm run ffmpeg` builds on Linux and macOS so far, each for itself.');
  }
  const target: Target = { platform, arch: process.arch as Architecture };
  const work = path.join(ROOT, 'out/ffmpeg', targetName(target));
  const prefix = path.join(work, 'prefix');
  mkdirSync(work, { recursive: true });
  const sources = await findSources(path.join(ROOT, 'out/ffmpeg/sources'));

  // Headers and libraries are looked for here alone.
  const environment = {
    ...process.env,
    CPPFLAGS: `-I${prefix}/include`,
    LDFLAGS: `-L${prefix}/lib`,
    PKG_CONFIG_LIBDIR: path.join(prefix, 'lib/pkgconfig'),
  };
  for (const name of LIBRARIES) {
    const options = [
      `--prefix=${prefix}`,
      '--enable-static',
      '--disable-shared',
      '--with-pic',
      ...(OWN_OPTIONS[name] ?? []),
    ];
    configureAndInstall(name, sources[name], path.join(work, name), options, environment);
  }
  const read = {
    demuxers: SAFE_INPUT.format_whitelist?.split(',') ?? [],
    decoders: SAFE_INPUT.codec_whitelist?.split(',') ?? [],
  };
  const ffmpeg = path.join(work, 'ffmpeg');
  configureAndInstall('ffmpeg', sources.ffmpeg, ffmpeg, configureOptions(prefix, { ...read, ...WRITTEN }), environment);
  if (values['only-ffmpeg']) return;

  const addon = path.join(work, 'node-av');
  const places = { nodeAv: sources['node-av'], ffmpeg: sources.ffmpeg, prefix, addonApi: addonApiHeaders() };
  prepareBinding(addon, platform, places);
  const gyp = path.join(ROOT, 'node_modules/node-gyp/bin/node-gyp.js');
  run('node-av', process.execPath, [gyp, 'rebuild', '--release'], addon, environment);
  writePackage(target, path.join(addon, 'build/Release/node-av.node'), sources);
}

/** @returns the folder of each source: the one that was given, else a downloaded one */
async function findSources(folder: string): Promise<Readonly<Record<SourceName, string>>> {
  const given = new Map(
    values.source.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
  const names = (Object.keys(SOURCES) as SourceName[]).filter((name) => name !== 'node-av' || !values['only-ffmpeg']);
  const found = names.map(async (name) => {
    const place = given.get(name);
    return [name, place === undefined ? await fetchSource(folder, name) : path.resolve(place)];
  });
  return Object.fromEntries(await Promise.all(found)) as Record<SourceName, string>;
}

/**
 * Outside the sources, so that they stay as they were; and only once with the same source and options.
 * @throws Error when a step fails; its output is in a file there
 */
function configureAndInstall(
  name: string,
  source: string,
  folder: string,
  options: readonly string[],
  environment: NodeJS.ProcessEnv,
): void {
  const done = path.join(folder, 'cleartake-done.json');
  const asked = JSON.stringify({ source, options });
  if (existsSync(done) && readFileSync(done, 'utf8') === asked) return;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  run(name, path.join(source, 'configure'), options, folder, environment);
  run(name, 'make', [`-j${availableParallelism()}`], folder, environment);
  run(name, 'make', ['install'], folder, environment);
  writeFileSync(done, asked);
}

/** Compilers warn at length, so what they say goes to a file. @throws Error that names the file */
function run(
  name: string,
  program: string,
  args: readonly string[],
  folder: string,
  environment: NodeJS.ProcessEnv,
): void {
  const step = path.basename(program);
  const log = path.join(folder, `cleartake-${step}.log`);
  console.error(`${name}: ${step}`);
  const output = openSync(log, 'a');
  const { status } = spawnSync(program, args, { cwd: folder, env: environment, stdio: ['ignore', output, output] });
  closeSync(output);
  if (status !== 0) throw new Error(`${name} couldn’t be built: ${step} failed. See ${path.relative(ROOT, log)}.`);
}

function addonApiHeaders(): string {
  return path.dirname(createRequire(import.meta.url).resolve('node-addon-api/package.json'));
}

/** The package that `npm run package` takes, after the same checks. It has our name: only its place is node-av's. */
function writePackage(target: Target, library: string, sources: Readonly<Record<SourceName, string>>): void {
  const folder = ownBuildFolder(ROOT, target);
  requireRedistributable(library);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  copyFileSync(library, path.join(folder, 'node-av.node'));
  refuseForeign(folder, [{ name: 'node-av.node', size: 0 }], target);
  const isGiven = (name: string) => values.source.some((pair) => pair.startsWith(`${name}=`));
  const versions = Object.entries(SOURCES).map(([name, { version }]) => (isGiven(name) ? name : `${name} ${version}`));
  const manifest = {
    name: nodeAvPackage(target).replace('@seydx/', '@cleartake/'),
    version: SOURCES['node-av'].version,
    description: `node-av with an FFmpeg that may be passed on (${versions.join(', ')})`,
    license: 'LGPL-2.1-or-later AND MIT AND BSD-3-Clause',
    main: 'node-av.node',
    os: [target.platform],
    cpu: [target.arch],
  };
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const licenses = Object.entries(sources).map(([name, source]) => `${name}\n\n${licensesIn(source)}`);
  const configuration = configurationsIn(readFileSync(library)).join('\n\n');
  writeFileSync(
    path.join(folder, 'LICENSES.txt'),
    `${licenses.join('\n\n')}\n\nFFmpeg was configured with:\n\n${configuration}\n`,
  );
  console.log(`Built ${path.relative(ROOT, folder)}. Run \`npm run package\` next.`);
}
