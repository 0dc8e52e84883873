/** The noise below speech, band by band: at every frequency somebody who speaks is silent for a good part of the time. */

export interface NoiseSpectrum {
  /** Power spectrum, as SpectrumSource gives it. */
  add(power: Float32Array): void;
  /** Mean square of the noise in what was added since the last call; null when that is too little. */
  take(): number | null;
}

/** Hz: bands are this wide at least, and a tenth of their frequency. */
const NARROWEST = 60;
const RELATIVE_WIDTH = 0.1;
const FEWEST_SPECTRA = 12;
/** The noise is read off this quantile of a band's powers. */
const QUANTILE = 0.05;
/** Its place in the normal distribution. */
const QUANTILE_NORMAL = -1.6449;
/** Neighbouring bins of a Hann window are not independent: so many bins count as one. */
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
      // Digital silence is no noise, but the absence of a recording.
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

/** First bins of the bands, and the bin behind the last. */
function bandEdges(bins: number, binWidth: number): readonly number[] {
  const edges = [0];
  for (let last = 0; last < bins; ) {
    const width = Math.max(NARROWEST, RELATIVE_WIDTH * last * binWidth);
    last = Math.min(bins, last + Math.max(1, Math.round(width / binWidth)));
    edges.push(last);
  }
  return edges;
}

/** The quantile of noise power by its mean, for a sum of so many squared magnitudes (E. Wilson and M. Hilferty, 1931). */
function quantileOfMean(degrees: number): number {
  const spread = 1 / (9 * Math.max(1, degrees));
  return (1 - spread + QUANTILE_NORMAL * Math.sqrt(spread)) ** 3;
}
