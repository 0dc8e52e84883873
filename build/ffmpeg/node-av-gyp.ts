/** How node-av's native code is compiled against our FFmpeg. Its own file names dozens of libraries that ours doesn't have. */

import { copyFileSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Platform } from '../packaging/targets.ts';

/** FFmpeg's libraries, and those it encodes with, in the order that a linker wants. */
const ARCHIVES = [
  ...['avdevice', 'avfilter', 'avformat', 'avcodec', 'swscale', 'swresample', 'avutil'],
  ...['mp3lame', 'opus', 'vorbisenc', 'vorbis', 'ogg'],
];

const MAC_FRAMEWORKS = [
  'CoreFoundation',
  'CoreVideo',
  'CoreMedia',
  'CoreServices',
  'Security',
  'AVFoundation',
  'Foundation',
];

export interface BindingPlaces {
  /** node-av's sources. */
  readonly nodeAv: string;
  /** FFmpeg's: node-av uses one of its programs' files and internal headers. */
  readonly ffmpeg: string;
  /** Where FFmpeg and its libraries are installed. */
  readonly prefix: string;
  /** node-addon-api's headers. */
  readonly addonApi: string;
}

/** Lays out a folder that node-gyp can build: it wants sources below its own file. @param folder that is made anew */
export function prepareBinding(folder: string, platform: Exclude<Platform, 'win32'>, places: BindingPlaces): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(path.join(places.nodeAv, 'src/bindings'), path.join(folder, 'src'), { recursive: true });
  copyFileSync(path.join(places.ffmpeg, 'fftools/sync_queue.c'), path.join(folder, 'src/sync_queue.c'));
  const content = bindingGyp(platform, readdirSync(path.join(folder, 'src')), places);
  writeFileSync(path.join(folder, 'binding.gyp'), JSON.stringify(content, null, 2));
  writeFileSync(path.join(folder, 'package.json'), '{}');
}

/** @param names of the files in `src` @returns the content of a `binding.gyp` */
function bindingGyp(
  platform: Exclude<Platform, 'win32'>,
  names: readonly string[],
  { ffmpeg, prefix, addonApi }: Omit<BindingPlaces, 'nodeAv'>,
): object {
  const foreign = platform === 'darwin' ? /_(linux|win\w*)\.\w+$/ : /_(darwin|win\w*)\.\w+$/;
  const sources = names.filter((name) => /\.(c|cc|mm)$/.test(name) && !foreign.test(name)).sort();
  const archives = ARCHIVES.map((name) => path.join(prefix, `lib/lib${name}.a`));
  const linux = { libraries: ['-Wl,--start-group', ...archives, '-Wl,--end-group', '-lz', '-lm', '-lpthread'] };
  const mac = { libraries: [...archives, '-lz', ...MAC_FRAMEWORKS.map((name) => `-framework ${name}`)] };
  const target = {
    target_name: 'node-av',
    sources: sources.map((name) => `src/${name}`),
    include_dirs: [addonApi, `${prefix}/include`, ffmpeg, `${ffmpeg}/libavcodec`, `${ffmpeg}/fftools`],
    defines: ['NAPI_DISABLE_CPP_EXCEPTIONS'],
    'cflags_cc!': ['-fno-exceptions'],
    cflags_cc: ['-std=c++20', '-fvisibility=hidden'],
    // Electron has an FFmpeg of its own in the same process: neither may take the other's functions.
    ldflags: ['-Wl,-Bsymbolic', '-Wl,--exclude-libs,ALL', '-s'],
    xcode_settings: {
      CLANG_CXX_LANGUAGE_STANDARD: 'c++20',
      GCC_ENABLE_CPP_EXCEPTIONS: 'YES',
      MACOSX_DEPLOYMENT_TARGET: '12.0',
      OTHER_LDFLAGS: ['-Wl,-dead_strip', '-Wl,-exported_symbol,_napi_register_module_v1'],
    },
    ...(platform === 'darwin' ? mac : linux),
  };
  return { targets: [target] };
}
