/** Which sound Cleartake can restore, and the errors for what it cannot. */

import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { UNSUPPORTED } from '../../strings.ts';

/** As many as the formats of results hold: FLAC and Opus have eight channels. */
const MOST_CHANNELS = 8;

/** Hz. */
const LOWEST_RATE = 8000;
const HIGHEST_RATE = 192_000;

/** @param sampleRate Hz @throws CleartakeError mediaUnsupported, naming the channels, the sample rate, or both */
export function requireSupportedShape(channels: number, sampleRate: number): void {
  const many = channels > MOST_CHANNELS;
  const odd = sampleRate < LOWEST_RATE || sampleRate > HIGHEST_RATE;
  if (!many && !odd) return;
  throw new CleartakeError('mediaUnsupported', {
    detail: `${channels} channels at ${sampleRate} Hz`,
    parts: UNSUPPORTED.shape(
      many ? { channels, most: MOST_CHANNELS } : null,
      odd ? { sampleRate, lowest: LOWEST_RATE, highest: HIGHEST_RATE } : null,
    ),
  });
}

/** @param codec FFmpeg's name of it */
export function unsupportedCodec(codec: string, cause?: unknown): CleartakeError {
  const isNamed = codec !== 'unknown' && codec !== 'none';
  return new CleartakeError('mediaUnsupported', {
    cause,
    detail: `no decoder for ${codec}`,
    parts: UNSUPPORTED.codec(isNamed ? codec : null),
  });
}

export function protectedSound(): CleartakeError {
  return new CleartakeError('mediaUnsupported', {
    detail: 'encrypted packets',
    parts: UNSUPPORTED.protected,
  });
}

export function changingShape(): CleartakeError {
  return new CleartakeError('mediaUnsupported', {
    detail: 'the sample rate or layout changes within the file',
    parts: UNSUPPORTED.changing,
  });
}
