/** A picture file of the person's as the cover of an output. */

import { readFileSync, statSync } from 'node:fs';
import { AV_CODEC_ID_MJPEG, AV_CODEC_ID_PNG } from 'node-av/constants';
import type { Picture } from './metadata-reader.ts';
import { pictureSize } from './picture-size.ts';

/** Larger pictures are no covers. */
const MOST_BYTES = 32 * 1024 * 1024;

/** Null for what is no JPEG or PNG, or can't be read. */
export function readCover(path: string): Picture | null {
  try {
    const facts = statSync(path);
    if (!facts.isFile() || facts.size > MOST_BYTES) return null;
    const data = readFileSync(path);
    const size = pictureSize(data);
    const isPng = data.toString('latin1', 1, 4) === 'PNG';
    if (size === null || (!isPng && data[0] !== 0xff)) return null;
    const kind = isPng ? { codec: 'png', codecId: AV_CODEC_ID_PNG } : { codec: 'mjpeg', codecId: AV_CODEC_ID_MJPEG };
    return { ...kind, ...size, data, tags: { comment: 'Cover (front)' } };
  } catch {
    return null;
  }
}
