/** White lists of FFmpeg's demuxers and decoders: none that follows references to other files, and audio decoders only. */

/**
 * A playlist, manifest or concat script disguised as a recording would make FFmpeg open other files and URLs. These demuxers read only
 * the file that they are given.
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

/** Whether a decoder (FFmpeg's name) may decode data from a recording. */
export function isAllowedDecoder(name: string | null): boolean {
  return name !== null && DECODERS.includes(name);
}

/** Options for opening every recording. */
export const SAFE_INPUT: Readonly<Record<string, string>> = {
  protocol_whitelist: 'file,subfile',
  format_whitelist: DEMUXERS.join(','),
  // Otherwise probing would decode covers and video: images of a gigabyte, and every video decoder's bugs.
  codec_whitelist: DECODERS.join(','),
  // A QuickTime file can refer to audio in another file.
  enable_drefs: '0',
  use_absolute_path: '0',
};
