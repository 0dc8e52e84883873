/**
 * Perceptual evaluation of speech quality, wide band (ITU-T P.862.2), for recordings in time with one another: the alignment in time that P.862
 * begins with is left out. After A. Rix, J. Beerends, M. Hollier and A. Hekstra, "Perceptual evaluation of speech quality (PESQ)", ICASSP 2001, and
 * torch-pesq (AudioLabs Erlangen, MIT licence), from which the tables are. Nothing is from ITU-T's own program, whose licence forbids it;
 * the unit test says how close the figures are.
 */

import { createFft, type Fft } from '../../../electron/audio/dsp/spectra/fft.ts';

/** Hz. */
export const PESQ_RATE = 16_000;
const FRAME = 512;
const HOP = FRAME / 2;

/** Bands of the ear: bins in each, what corrects their number, center and width in Bark, threshold of hearing as power. */
const BINS = [
  1, 1, 1, 1, 1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 2, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 4, 3, 4, 5, 4, 5, 6, 6, 7, 8,
  9, 9, 12, 12, 15, 16, 18, 21, 25, 20,
];
const CORRECTIONS = [
  100, 100, 100, 100, 100, 100, 100, 100, 50, 100, 100, 100, 100, 100, 53.047077, 110, 117.991989, 65, 68.760147, 70,
  71.428818, 75, 76.843384, 80.968781, 88.646126, 63.864388, 68.15535, 72.547775, 75.584831, 58.379192, 80.950836,
  64.135651, 54.384785, 73.821884, 64.437073, 59.176456, 65.521278, 61.399822, 58.144047, 57.004543, 64.126297,
  54.311001, 61.114979, 55.077751, 56.849335, 55.628868, 53.137054, 54.985844, 79.546974,
];
const CENTERS = [
  0.078672, 0.316341, 0.636559, 0.961246, 1.29045, 1.624217, 1.962597, 2.305636, 2.653383, 3.005889, 3.363201, 3.725371,
  4.092449, 4.464486, 4.841533, 5.223642, 5.610866, 6.003256, 6.400869, 6.803755, 7.211971, 7.625571, 8.044611,
  8.469146, 8.899232, 9.334927, 9.776288, 10.223374, 10.676242, 11.134952, 11.599563, 12.070135, 12.546731, 13.029408,
  13.518232, 14.013264, 14.514566, 15.022202, 15.536238, 16.056736, 16.583761, 17.117382, 17.657663, 18.204674,
  18.758478, 19.319147, 19.886751, 20.461355, 21.043034,
];
const WIDTHS = [
  0.157344, 0.317994, 0.322441, 0.326934, 0.331474, 0.336061, 0.340697, 0.345381, 0.350114, 0.354897, 0.359729,
  0.364611, 0.369544, 0.374529, 0.379565, 0.384653, 0.389794, 0.394989, 0.400236, 0.405538, 0.410894, 0.416306,
  0.421773, 0.427297, 0.432877, 0.438514, 0.444209, 0.449962, 0.455774, 0.461645, 0.467577, 0.473569, 0.479621,
  0.485736, 0.491912, 0.498151, 0.504454, 0.510819, 0.51725, 0.523745, 0.530308, 0.536934, 0.543629, 0.55039, 0.55722,
  0.564119, 0.571085, 0.578125, 0.585232,
];
const THRESHOLDS = [
  51_286_152, 2_454_709.5, 70_794.59375, 4897.788574, 1174.897705, 389.045166, 104.71286, 45.70882, 17.782795, 9.772372,
  4.897789, 3.090296, 1.905461, 1.258925, 0.977237, 0.724436, 0.562341, 0.457088, 0.389045, 0.331131, 0.295121,
  0.269153, 0.25704, 0.251189, 0.251189, 0.251189, 0.251189, 0.263027, 0.288403, 0.30903, 0.338844, 0.371535, 0.398107,
  0.436516, 0.467735, 0.489779, 0.501187, 0.501187, 0.512861, 0.524807, 0.524807, 0.524807, 0.512861, 0.47863, 0.42658,
  0.371535, 0.363078, 0.416869, 0.537032,
];
const BANDS = BINS.length;
/** Of power, and of loudness. */
const POWER_SCALE = 6.910853e-6;
const LOUDNESS_SCALE = 0.1866055;
/** E. Zwicker's law, steeper for the lowest bands. */
const EXPONENTS = CENTERS.map((center) => 0.23 * Math.min(2, Math.max(1, 6 / (center + 2))) ** 0.15);
/** The lowest band doesn't count. */
const TOTAL_WIDTH = WIDTHS.slice(1).reduce((sum, width) => sum + width, 0);

/** Powers in all bands, or loudness, frame by frame. */
type Bands = readonly Float64Array[];

/** @returns mean opinion score as listeners would give it, 1.04 to 4.64; both at PESQ_RATE */
export async function pesq(clean: Float32Array, heard: Float32Array): Promise<number> {
  const [target, other] = [await bandsOf(clean), await bandsOf(heard)];
  const isSilent = target.map((frame) => audible(frame, 100) < 1e7);
  const equalized = matchedResponse(target, other, isSilent);
  const scaled = matchedLevels(equalized, other);
  const even: number[] = [];
  const uneven: number[] = [];
  for (const [index, frame] of equalized.entries()) {
    const { symmetric, asymmetric } = disturbanceOf(frame, scaled[index] as Float64Array);
    const loudness = ((audible(frame, 1) + 1e5) / 1e7) ** 0.04;
    even.push(Math.min(45, symmetric / loudness));
    uneven.push(Math.min(45, asymmetric / loudness));
  }
  const score = 4.5 - 0.1 * overTime(even) - 0.0309 * overTime(uneven);
  return 0.999 + 4 / (1 + Math.exp(-1.3669 * score + 3.8224));
}

async function bandsOf(samples: Float32Array): Promise<Bands> {
  const level = Math.sqrt(1e7 / (await powerOfSpeech(samples)));
  const filtered = emphasized(samples.map((value) => value * level));
  const fft = await createFft(FRAME);
  const frames: Float64Array[] = [];
  for (let from = 0; from + FRAME <= filtered.length; from += HOP) frames.push(bandsAt(fft, filtered, from));
  fft.close();
  return frames;
}

/** Hz: between them, speech is loud. */
const SPEECH = [325, 3250] as const;
/** By what the power of the band, cut off sharply, differs from the standard's filter; the standard counts a padding of 320 ms, too. */
const FILTER_POWER = 1.04684;
const PADDING = 5120;

async function powerOfSpeech(samples: Float32Array): Promise<number> {
  const fft = await createFft(2 ** Math.max(5, Math.ceil(Math.log2(samples.length))));
  const padded = new Float32Array(fft.size);
  padded.set(samples);
  const [real, imaginary] = [new Float32Array(fft.bins), new Float32Array(fft.bins)];
  fft.forward(padded, real, imaginary);
  const binOf = (hertz: number) => Math.round((hertz / PESQ_RATE) * fft.size);
  let energy = 0;
  for (let bin = binOf(SPEECH[0]); bin < binOf(SPEECH[1]); bin++) {
    energy += (2 / fft.size) * ((real[bin] as number) ** 2 + (imaginary[bin] as number) ** 2);
  }
  fft.close();
  return energy / (samples.length + PADDING) / FILTER_POWER + 1e-20;
}

const FADE = 16;

/** What an ear's canal does to wide-band speech: below 100 Hz little is left. Faded in and out. */
function emphasized(samples: Float32Array): Float32Array {
  const out = new Float32Array(samples.length + (samples.length % HOP));
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  for (const [i, value] of samples.entries()) {
    const fade = Math.min(1, (i + 1) / FADE, (samples.length - i) / FADE);
    const x = value * fade;
    const y = 2.740826 * x - 5.4816519 * x1 + 2.740826 * x2 + 1.9444777 * y1 - 0.94597794 * y2;
    [x2, x1, y2, y1] = [x1, x, y1, y];
    out[i] = y;
  }
  return out;
}

const WINDOW = Float64Array.from({ length: FRAME }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / FRAME));

function bandsAt(fft: Fft, samples: Float32Array, from: number): Float64Array {
  const frame = new Float32Array(FRAME);
  const [real, imaginary] = [new Float32Array(fft.bins), new Float32Array(fft.bins)];
  for (let i = 0; i < FRAME; i++) frame[i] = (samples[from + i] as number) * (WINDOW[i] as number);
  fft.forward(frame, real, imaginary);
  real[0] = 0;
  let bin = 0;
  return Float64Array.from(BINS, (count, band) => {
    let power = 0;
    for (const end = bin + count; bin < end; bin++)
      power += (real[bin] as number) ** 2 + (imaginary[bin] as number) ** 2;
    return power * (CORRECTIONS[band] as number) * POWER_SCALE;
  });
}

/** The power of the bands that are heard, with thresholds `factor` times as high. */
function audible(frame: Float64Array, factor: number): number {
  return frame.reduce((sum, power, band) => (power > factor * (THRESHOLDS[band] as number) ? sum + power : sum), 0);
}

/** The clean speech through the filter that the other recording went through, as far as its mean spectrum tells. */
function matchedResponse(target: Bands, other: Bands, isSilent: readonly boolean[]): Bands {
  const mean = (frames: Bands, band: number) =>
    frames.reduce((sum, frame, index) => {
      const power = frame[band] as number;
      return isSilent[index] !== true && power > 100 * (THRESHOLDS[band] as number) ? sum + power : sum;
    }, 0) / frames.length;
  const ratios = BINS.map((_, band) =>
    Math.min(100, Math.max(0.01, (mean(other, band) + 1000) / (mean(target, band) + 1000))),
  );
  return target.map((frame) => frame.map((power, band) => power * (ratios[band] as number)));
}

/** The other recording with the short-term level of the clean speech. */
function matchedLevels(target: Bands, other: Bands): Bands {
  let ratio = Number.NaN;
  return other.map((frame, index) => {
    const now = (audible(target[index] as Float64Array, 1) + 5000) / (audible(frame, 1) + 5000);
    ratio = index === 0 ? now : 0.2 * ratio + 0.8 * now;
    const scale = Math.min(5, Math.max(3e-4, ratio));
    return frame.map((power) => power * scale);
  });
}

/** How different a frame sounds, and how different by what was added to it. */
function disturbanceOf(target: Float64Array, other: Float64Array): { symmetric: number; asymmetric: number } {
  let [squares, sum] = [0, 0];
  for (let band = 1; band < BANDS; band++) {
    const [one, two] = [target[band] as number, other[band] as number];
    const [x, y] = [loudnessOf(one, band), loudnessOf(two, band)];
    const weighted = Math.max(0, Math.abs(y - x) - 0.25 * Math.min(x, y)) * (WIDTHS[band] as number);
    const added = ((two + 50) / (one + 50)) ** 1.2;
    squares += weighted * weighted;
    sum += added < 3 ? 0 : weighted * Math.min(12, added);
  }
  return { symmetric: Math.sqrt(squares * TOTAL_WIDTH), asymmetric: sum };
}

function loudnessOf(power: number, band: number): number {
  const threshold = THRESHOLDS[band] as number;
  if (power <= threshold) return 0;
  const exponent = EXPONENTS[band] as number;
  return LOUDNESS_SCALE * (2 * threshold) ** exponent * ((0.5 + (0.5 * power) / threshold) ** exponent - 1);
}

/** Frames in a syllable: a third of a second, half overlapping. Within it the worst counts most. */
const SYLLABLE = 20;

function overTime(disturbances: readonly number[]): number {
  let [squares, count] = [0, 0];
  for (let from = 0; from + SYLLABLE <= disturbances.length; from += SYLLABLE / 2) {
    const mean = disturbances.slice(from, from + SYLLABLE).reduce((sum, value) => sum + value ** 6, 0) / SYLLABLE;
    squares += mean ** (1 / 3);
    count += 1;
  }
  return Math.sqrt(squares / Math.max(1, count));
}
