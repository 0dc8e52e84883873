/** Which media may have pictures, whatever their names say: told from their first bytes. */

import { HEAD_BYTES, isTransportStream } from '../../../shared/domain/media-types.ts';

/** Bytes at the start of a medium that `mayHoldVideo` needs: Ogg names all of its streams there. */
export const VIDEO_HEAD_BYTES = Math.max(HEAD_BYTES, 4096);

/** Boxes with which MP4 and QuickTime files begin. */
const FIRST_BOXES = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip'];
/** Brands of MP4 files that promise sound alone. */
const SOUND_BRANDS = ['M4A ', 'M4B '];
/** Matroska, WebM; ASF, WMV; MPEG program and video streams; Flash video. */
const SIGNATURES = ['1a45dfa3', '3026b2758e66cf11', '000001ba', '000001b3', '464c5601'];

/** Whether the container can hold video. False for containers of sound alone, and for what is no medium. */
export function mayHoldVideo(head: Uint8Array): boolean {
  const text = Buffer.from(head).toString('latin1');
  const [first, second, third] = [text.slice(0, 4), text.slice(4, 8), text.slice(8, 12)];
  if (FIRST_BOXES.includes(second)) return second !== 'ftyp' || !SOUND_BRANDS.includes(third);
  if (first === 'RIFF') return third === 'AVI ';
  if (first === 'OggS') return text.includes('theora');
  const start = Buffer.from(head.subarray(0, 8)).toString('hex');
  return SIGNATURES.some((signature) => start.startsWith(signature)) || isTransportStream(head);
}
