/** Which files count as recordings, and their content types: the one list for folders, dialogs, drops and the system's file types. */

/** Content types by file extension (RFC 6381, RFC 4337, RFC 5334, RFC 2361, IANA's media types). The engine opens every kind here. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  wav: 'audio/wav',
  wave: 'audio/wav',
  bwf: 'audio/wav',
  w64: 'audio/x-w64',
  aif: 'audio/aiff',
  aiff: 'audio/aiff',
  aifc: 'audio/aiff',
  caf: 'audio/x-caf',
  au: 'audio/basic',
  flac: 'audio/flac',
  mp2: 'audio/mpeg',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  m4b: 'audio/mp4',
  qta: 'video/quicktime',
  aac: 'audio/aac',
  ac3: 'audio/ac3',
  eac3: 'audio/eac3',
  amr: 'audio/amr',
  wma: 'audio/x-ms-wma',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  spx: 'audio/ogg',
  mka: 'audio/x-matroska',
  weba: 'audio/webm',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  '3gp': 'video/3gpp',
  '3g2': 'video/3gpp2',
  webm: 'video/webm',
  mkv: 'video/x-matroska',
  avi: 'video/x-msvideo',
  wmv: 'video/x-ms-wmv',
  asf: 'video/x-ms-asf',
  ts: 'video/mp2t',
  mts: 'video/mp2t',
  m2ts: 'video/mp2t',
  mpg: 'video/mpeg',
  mpeg: 'video/mpeg',
  vob: 'video/mpeg',
  flv: 'video/x-flv',
};

export const RECORDING_EXTENSIONS: readonly string[] = Object.keys(CONTENT_TYPES);

/** Also the endings of TypeScript sources. */
const AMBIGUOUS: readonly string[] = ['ts', 'mts'];

/** Bytes of an MPEG transport stream between two sync bytes, and what cameras put before each packet. */
const PACKET = 188;
const TIMECODE = 4;
const SYNC = 0x47;

/** Bytes at the start of a file that `isTransportStream` needs. */
export const HEAD_BYTES = 2 * (PACKET + TIMECODE);

/** The extension of a file name in lower case, without its dot; empty when there is none. */
export function extensionOf(fileName: string): string {
  const dot = fileName.lastIndexOf('.');
  return dot <= 0 || dot === fileName.length - 1 ? '' : fileName.slice(dot + 1).toLowerCase();
}

/** The file name without its extension. */
export function stemOf(fileName: string): string {
  const extension = extensionOf(fileName);
  return extension === '' ? fileName : fileName.slice(0, -(extension.length + 1));
}

/** Whether a file found in a folder counts as a recording. A file that the person names is always tried. */
export function looksLikeRecording(fileName: string): boolean {
  return !fileName.startsWith('.') && Object.hasOwn(CONTENT_TYPES, extensionOf(fileName));
}

/** Formats of dictation machines, which only their makers' programs can decode. */
const DICTATION: readonly string[] = ['dss', 'ds2'];

export function isDictation(fileName: string): boolean {
  return DICTATION.includes(extensionOf(fileName));
}

/** Whether the name alone doesn't decide it: `isTransportStream` does. */
export function isAmbiguous(fileName: string): boolean {
  return AMBIGUOUS.includes(extensionOf(fileName));
}

/** @param head the first `HEAD_BYTES` of a file, or all of it */
export function isTransportStream(head: Uint8Array): boolean {
  return head[0] === SYNC ? head[PACKET] === SYNC : head[TIMECODE] === SYNC && head[2 * TIMECODE + PACKET] === SYNC;
}

/** Whether a line of text looks like a path, for text that may be something else. */
export function looksLikePath(line: string): boolean {
  return /^["']?([\\/~]|\$\{?[A-Za-z_]|%\w+%|[A-Za-z]:[\\/]|file:\/\/)/.test(line);
}

export function contentTypeOf(fileName: string): string {
  return CONTENT_TYPES[extensionOf(fileName)] ?? 'application/octet-stream';
}

/** The format of a recording as sent to a service: its extension, as far as that names one; null for any other. */
export function fileFormatOf(fileName: string): string | null {
  const extension = extensionOf(fileName);
  return Object.hasOwn(CONTENT_TYPES, extension) ? extension : null;
}
