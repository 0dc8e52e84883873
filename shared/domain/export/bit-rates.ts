/** Bit rates of compressed outputs: what is offered, and what a codec takes. Pure. */

import type { ExportFormat } from './settings.ts';

export const LEAST_BIT_RATE = 16;
export const MOST_BIT_RATE = 512;

/** kbit/s to choose from, by format. Others have no bit rate. */
const OFFERED: Readonly<Partial<Record<ExportFormat, readonly number[]>>> = {
  mp3: [64, 96, 128, 160, 192, 256, 320],
  m4a: [64, 96, 128, 160, 192, 256, 320],
  opus: [32, 48, 64, 96, 128, 160, 192],
};

/** kbit/s; empty for formats without a bit rate. */
export function bitRatesOf(format: ExportFormat): readonly number[] {
  return OFFERED[format] ?? [];
}

/** Bits per second for mono and stereo; each further channel adds half of stereo. */
const USUAL: Readonly<Record<string, readonly [mono: number, stereo: number]>> = {
  mp3: [128_000, 192_000],
  mp2: [128_000, 256_000],
  ac3: [96_000, 192_000],
  m4a: [128_000, 192_000],
  opus: [96_000, 128_000],
};

/** Below this rate, in Hz, encoders refuse or waste the usual bit rates: half is used. MPEG calls its own formats there. */
const LOW_RATE = 32_000;
const LOWEST_RATE = 16_000;

interface Sound {
  readonly channels: number;
  /** Hz. */
  readonly sampleRate: number;
}

/** What an encoder of the family uses when nobody says, in bits per second; null for families without a bit rate. */
export function usualBitRate(family: string, { channels, sampleRate }: Sound): number | null {
  const usual = USUAL[family];
  if (usual === undefined) return null;
  const [mono, stereo] = usual;
  const full = channels === 1 ? mono : (stereo * channels) / 2;
  return sampleRate < LOW_RATE ? Math.round(full / 2) : full;
}

/** The nearest to what is wanted that the family's format has for such sound, in bits per second. @param wanted kbit/s */
export function fittingBitRate(family: string, wanted: number, { channels, sampleRate }: Sound): number {
  const most = {
    mp3: sampleRate < LOWEST_RATE ? 64 : sampleRate < LOW_RATE ? 160 : 320,
    // RFC 6716, 2: 510 kbit/s; for one channel libopus takes half.
    opus: 255 * channels,
    // ISO/IEC 14496-3: 6144 bits for each channel in a frame of 1024 samples.
    m4a: Math.floor((6 * sampleRate * channels) / 1000),
  }[family];
  return Math.min(wanted, most ?? MOST_BIT_RATE) * 1000;
}
