/** What of FFmpeg may touch a file from outside: few demuxers, none that follows a reference, and no decoder but those of sound. */

/**
 * A playlist, a manifest or a concat script in the clothes of a recording would make FFmpeg open other files and addresses. These
 * read the one file that they are given, and nothing else.
 */
const DEMUXERS = [
  ...['wav', 'w64', 'aiff', 'caf', 'au', 'flac', 'mp3', 'aac', 'ac3', 'eac3', 'amr', 'ogg'],
  ...['mov', 'matroska', 'asf', 'avi', 'mpegts', 'mpeg', 'flv'],
];

const PCM = [
  ...['alaw', 'mulaw', 's8', 's8_planar', 'u8', 'f32be', 'f32le', 'f64be', 'f64le'],
  ...[
    's16be',
    's16be_planar',
    's16le',
    's16le_planar',
    's24be',
    's24le',
    's24le_planar',
    's32be',
    's32le',
    's32le_planar',
  ],
  ...['s64be', 's64le', 'u16be', 'u16le', 'u24be', 'u24le', 'u32be', 'u32le', 'bluray', 'dvd'],
];

const DECODERS = [
  ...PCM.map((kind) => `pcm_${kind}`),
  ...[
    'adpcm_ms',
    'adpcm_ima_wav',
    'adpcm_ima_qt',
    'adpcm_yamaha',
    'adpcm_swf',
    'g722',
    'g726',
    'g726le',
    'gsm',
    'gsm_ms',
  ],
  ...[
    'aac',
    'aac_latm',
    'mp1',
    'mp2',
    'mp3float',
    'ac3',
    'eac3',
    'dca',
    'flac',
    'alac',
    'vorbis',
    'opus',
    'speex',
    'wavpack',
  ],
  ...[
    'wmav1',
    'wmav2',
    'wmapro',
    'wmalossless',
    'wmavoice',
    'amrnb',
    'amrwb',
    'nellymoser',
    'truehd',
    'mlp',
    'truespeech',
  ],
];

/** Whether a decoder, by FFmpeg's name of it, may be given what is in a recording. */
export function isAllowedDecoder(name: string | null): boolean {
  return name !== null && DECODERS.includes(name);
}

/** With what every recording is opened. */
export const SAFE_INPUT: Readonly<Record<string, string>> = {
  protocol_whitelist: 'file,subfile',
  format_whitelist: DEMUXERS.join(','),
  // Without it, finding out about the streams would decode covers and films: images of a gigabyte, and every video decoder's bugs.
  codec_whitelist: DECODERS.join(','),
  // A QuickTime file may say that its sound lies in another one.
  enable_drefs: '0',
  use_absolute_path: '0',
};
