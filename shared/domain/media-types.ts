/** Which files count as recordings, and their content types. */

/** Content types by file extension (RFC 6381, RFC 4337, RFC 5334, RFC 2361, IANA's media types). */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  wav: 'audio/wav',
  flac: 'audio/flac',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  weba: 'audio/webm',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  mkv: 'video/x-matroska',
};

export const RECORDING_EXTENSIONS: readonly string[] = Object.keys(CONTENT_TYPES);

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

export function contentTypeOf(fileName: string): string {
  return CONTENT_TYPES[extensionOf(fileName)] ?? 'application/octet-stream';
}
