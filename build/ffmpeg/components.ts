/** What Cleartake's own FFmpeg consists of: audio, and the containers that video is remuxed between. Nothing of it needs the GPL. */

/** FFmpeg's configure has other names for some demuxers, muxers and decoders than its API. */
const CONFIGURE_NAMES: Readonly<Record<string, string>> = {
  mpeg: 'mpegps',
  '3gp': 'tgp',
  '3g2': 'tg2',
  vob: 'mpeg2vob',
  g722: 'adpcm_g722',
  g726: 'adpcm_g726',
  g726le: 'adpcm_g726le',
};

/** In every FFmpeg that has filters; configure doesn't know them. */
const ALWAYS_THERE: readonly string[] = ['abuffer', 'abuffersink'];

/** By their names in FFmpeg's API. */
export interface Components {
  readonly demuxers: readonly string[];
  readonly decoders: readonly string[];
  readonly muxers: readonly string[];
  readonly encoders: readonly string[];
  readonly filters: readonly string[];
}

/** What the engine writes with and filters through; tests compare it with the engine's sources. What it reads is in its own white list. */
export const WRITTEN: Pick<Components, 'muxers' | 'encoders' | 'filters'> = {
  muxers: [
    ...['wav', 'aiff', 'caf', 'flac', 'mp3', 'mp2', 'ac3', 'ipod', 'opus', 'ogg'],
    ...['mp4', 'mov', '3gp', '3g2', 'matroska', 'webm', 'mpegts', 'vob', 'asf', 'avi', 'flv'],
  ],
  encoders: [
    ...['16', '24', '32'].flatMap((bits) => [`pcm_s${bits}le`, `pcm_s${bits}be`]),
    ...['32', '64'].flatMap((bits) => [`pcm_f${bits}le`, `pcm_f${bits}be`]),
    ...['flac', 'alac', 'libmp3lame', 'mp2', 'ac3', 'aac', 'libopus', 'libvorbis'],
  ],
  filters: [
    ...['abuffer', 'abuffersink', 'aformat', 'aresample', 'anull'],
    ...['alimiter', 'adeclip', 'highpass', 'lowpass'],
  ],
};

/** Libraries that FFmpeg encodes with: LAME is under the LGPL, the others under BSD licenses. */
const LIBRARIES = ['libmp3lame', 'libopus', 'libvorbis'];

/**
 * Options of FFmpeg's configure.
 * @param prefix absolute folder that the libraries are in, and FFmpeg will be
 */
export function configureOptions(prefix: string, components: Components): readonly string[] {
  const enable = (kind: string, names: readonly string[]) =>
    names.map((name) => `--enable-${kind}=${CONFIGURE_NAMES[name] ?? name}`);
  return [
    `--prefix=${prefix}`,
    ...['--enable-static', '--disable-shared', '--enable-pic', '--pkg-config-flags=--static'],
    ...[`--extra-cflags=-I${prefix}/include`, `--extra-ldflags=-L${prefix}/lib`],
    // Nothing that happens to be on the computer: the same options give the same FFmpeg.
    ...['--disable-autodetect', '--disable-everything', '--disable-programs', '--disable-doc', '--disable-network'],
    '--enable-zlib',
    ...LIBRARIES.map((name) => `--enable-${name}`),
    ...enable('protocol', ['file', 'subfile']),
    ...enable('demuxer', components.demuxers),
    ...enable('decoder', components.decoders),
    ...enable('muxer', components.muxers),
    ...enable('encoder', components.encoders),
    ...enable(
      'filter',
      components.filters.filter((name) => !ALWAYS_THERE.includes(name)),
    ),
    // Video is copied from container to container, which takes parsers and bitstream filters of every codec. They are small.
    ...['--enable-parsers', '--enable-bsfs'],
  ];
}
