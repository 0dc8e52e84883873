/** Which sound can be restored, and the words for what cannot: what the matter is, and what to export instead. */

import { CleartakeError } from '../../../../shared/domain/errors.ts';

/** As many as the formats that results are written in hold: FLAC and Opus have speakers for eight. */
const MOST_CHANNELS = 8;

/** Hz. */
const LOWEST_RATE = 8000;
const HIGHEST_RATE = 192_000;

/** @param sampleRate Hz @throws CleartakeError mediaUnsupported, naming the channels, the sample rate, or both */
export function requireSupportedShape(channels: number, sampleRate: number): void {
  const many = channels > MOST_CHANNELS;
  const odd = sampleRate < LOWEST_RATE || sampleRate > HIGHEST_RATE;
  if (!many && !odd) return;
  const found = [many ? `${channels} channels` : '', odd ? `a sample rate of ${kilohertz(sampleRate)} kHz` : ''];
  const range = `${kilohertz(LOWEST_RATE)} to ${kilohertz(HIGHEST_RATE)} kHz`;
  const restored = [many ? `up to ${MOST_CHANNELS} channels` : '', odd ? range : ''];
  const wanted = [many ? 'as stereo' : '', odd ? 'at 48 kHz' : ''];
  throw new CleartakeError('mediaUnsupported', {
    detail: `${channels} channels at ${sampleRate} Hz`,
    userMessage: `This recording has ${joined(found, ' and ')}; Cleartake restores ${joined(restored, ' at ')} so far. Nothing was sent. Export it ${joined(wanted, ' ')}, then add it again.`,
  });
}

/** @param codec FFmpeg's name of it */
export function unsupportedCodec(codec: string, cause?: unknown): CleartakeError {
  const isNamed = codec !== 'unknown' && codec !== 'none';
  const coding = isNamed ? `coded as ${codec}, which` : 'coded in a way that';
  return new CleartakeError('mediaUnsupported', {
    cause,
    detail: `no decoder for ${codec}`,
    userMessage: `The sound of this recording is ${coding} Cleartake cannot read so far. Nothing was sent. Export it as WAV, FLAC or MP3, then add it again.`,
  });
}

export function protectedSound(): CleartakeError {
  return new CleartakeError('mediaUnsupported', {
    detail: 'encrypted packets',
    userMessage:
      'The sound of this recording is encrypted, so Cleartake cannot read it. Nothing was sent. Export it without copy protection as WAV, FLAC or MP3, then add it again.',
  });
}

export function changingShape(): CleartakeError {
  return new CleartakeError('mediaUnsupported', {
    detail: 'the sample rate or layout changes within the file',
    userMessage:
      'The sample rate or the number of channels changes within this recording. Nothing was sent. Export it as one WAV file, then add it again.',
  });
}

function joined(parts: readonly string[], separator: string): string {
  return parts.filter((part) => part !== '').join(separator);
}

function kilohertz(hertz: number): string {
  return String(hertz / 1000);
}
