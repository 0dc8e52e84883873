/** Noise below speech, band by band: at every frequency, speech pauses for a good part of the time. */

export interface NoiseSpectrum {
  /** @param power spectrum from SpectrumSource */
  add(power: Float32Array): void;
  /** Mean square of the noise since the last call; null when there are too few spectra. */
  take(): number | null;
}

/** Bands are at least this wide (Hz), and a tenth of their frequency. */
const NARROWEST = 60;
const RELATIVE_WIDTH = 0.1;
const FEWEST_SPECTRA = 12;
/** Quantile of a band's powers that gives the noise. */
const QUANTILE = 0.05;
/** The same quantile of the normal distribution. */
const QUANTILE_NORMAL = -1.6449;
/** Neighboring bins of a Hann window are correlated: this many count as one. */
const BINS_A_DEGREE = 1.5;

/** @param bins of the spectra @param binWidth Hz */
export function createNoiseSpectrum(bins: number, binWidth: number): NoiseSpectrum {
  const edges = bandEdges(bins, binWidth);
  const bands = edges.length - 1;
  const corrections = Array.from({ length: bands }, (_, band) =>
    quantileOfMean(((edges[band + 1] as number) - (edges[band] as number)) / BINS_A_DEGREE),
  );
  let rows: Float32Array[] = [];

  return {
    add: (power) => {
      const row = new Float32Array(bands);
      let any = 0;
      for (let band = 0; band < bands; band++) {
        let sum = 0;
        const end = edges[band + 1] as number;
        for (let bin = edges[band] as number; bin < end; bin++) sum += power[bin] as number;
        row[band] = sum;
        any += sum;
      }
      // Digital silence is not noise.
      if (any > 0) rows.push(row);
    },
    take: () => {
      const counted = rows;
      rows = [];
      if (counted.length < FEWEST_SPECTRA) return null;
      const values = new Float32Array(counted.length);
      const place = Math.floor((counted.length - 1) * QUANTILE);
      let noise = 0;
      for (let band = 0; band < bands; band++) {
        for (const [index, row] of counted.entries()) values[index] = row[band] as number;
        values.sort();
        noise += (values[place] as number) / (corrections[band] as number);
      }
      return noise;
    },
  };
}

/** First bin of each band, then the bin after the last. */
function bandEdges(bins: number, binWidth: number): readonly number[] {
  const edges = [0];
  for (let last = 0; last < bins; ) {
    const width = Math.max(NARROWEST, RELATIVE_WIDTH * last * binWidth);
    last = Math.min(bins, last + Math.max(1, Math.round(width / binWidth)));
    edges.push(last);
  }
  return edges;
}

/** The quantile of noise power divided by its mean, for a sum of this many squared magnitudes (E. Wilson and M. Hilferty, 1931). */
function quantileOfMean(degrees: number): number {
  const spread = 1 / (9 * Math.max(1, degrees));
  return (1 - spread + QUANTILE_NORMAL * Math.sqrt(spread)) ** 3;
}
