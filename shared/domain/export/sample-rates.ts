/** The sample rates that compressed formats hold. */

/** Hz, by format or family. Others hold any rate. */
const RATES: Readonly<Record<string, readonly number[]>> = {
  mp3: [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000],
  mp2: [16_000, 22_050, 24_000, 32_000, 44_100, 48_000],
  ac3: [32_000, 44_100, 48_000],
  m4a: [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000, 88_200, 96_000],
  opus: [8000, 12_000, 16_000, 24_000, 48_000],
};

const FALLBACK_RATE = 48_000;

/** The rate of an output in Hz: the recording's own where the format holds it, otherwise 48 kHz. */
export function rateIn(format: string, sampleRate: number): number {
  const rates = RATES[format];
  return rates === undefined || rates.includes(sampleRate) ? sampleRate : FALLBACK_RATE;
}
