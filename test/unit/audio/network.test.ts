import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { levelFactors } from '../../../electron/audio/dsp/network/level.ts';
import { BINS, createRestorationNetwork, TAPS_STRIDE } from '../../../electron/audio/dsp/network/network.ts';
import { createNetworkKernel } from '../../../electron/audio/dsp/network/network-kernel.ts';
import { openWeights } from '../../../electron/audio/dsp/network/weights.ts';
import { createFft } from '../../../electron/audio/dsp/spectra/fft.ts';
import { rootHannWindow } from '../../../electron/audio/dsp/spectra/windows.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../fixtures/network-vectors');
const MODEL = path.resolve(import.meta.dirname, '../../../electron/audio/dsp/network/model');
const SIZE = 512;
const HOP = 256;

const network = createRestorationNetwork();

/** The samples of a float32 WAV file. */
function samplesOf(name: string): Float32Array {
  const bytes = readFileSync(path.join(FOLDER, `${name}.wav`));
  const data = bytes.indexOf('data', 12, 'latin1') + 8;
  return Float32Array.from({ length: bytes.readUInt32LE(data - 4) / 4 }, (_, i) => bytes.readFloatLE(data + 4 * i));
}

/** Spectra of frames of 32 ms, frame by frame, and how many there are. */
async function spectraOf(samples: Float32Array) {
  const frames = Math.ceil(samples.length / HOP) + 1;
  const [real, imaginary] = [new Float32Array(frames * BINS), new Float32Array(frames * BINS)];
  const window = rootHannWindow(SIZE);
  const fft = await createFft(SIZE);
  for (let frame = 0; frame < frames; frame++) {
    const from = (frame - 1) * HOP;
    const windowed = window.map((weight, i) => weight * (samples[from + i] ?? 0));
    const ofFrame = [real, imaginary].map((part) => part.subarray(frame * BINS, (frame + 1) * BINS));
    fft.forward(windowed, ...(ofFrame as [Float32Array, Float32Array]));
  }
  fft.close();
  return { frames, real, imaginary };
}

function powerOf({ frames, imaginary, real }: Awaited<ReturnType<typeof spectraOf>>): Float64Array {
  const power = new Float64Array(frames);
  for (let i = 0; i < real.length; i++) {
    const frame = Math.floor(i / BINS);
    const square = (real[i] as number) ** 2 + (imaginary[i] as number) ** 2;
    power[frame] = (power[frame] as number) + (square * 2) / (HOP * SIZE);
  }
  return power;
}

/** Each bin by its taps: of the frame before, of its own and of the next. */
function masked({ frames, imaginary, real }: Awaited<ReturnType<typeof spectraOf>>, taps: Float32Array) {
  const made = { real: new Float32Array(real.length), imaginary: new Float32Array(real.length) };
  for (let i = 0; i < real.length; i++) {
    for (let tap = 0; tap < 3; tap++) {
      const from = i + (tap - 1) * BINS;
      if (from < 0 || from >= frames * BINS) continue;
      const [one, other] = [taps[i * TAPS_STRIDE + tap] as number, taps[i * TAPS_STRIDE + 3 + tap] as number];
      made.real[i] = (made.real[i] as number) + one * (real[from] as number) - other * (imaginary[from] as number);
      made.imaginary[i] =
        (made.imaginary[i] as number) + one * (imaginary[from] as number) + other * (real[from] as number);
    }
  }
  return made;
}

async function restored(samples: Float32Array): Promise<Float32Array> {
  const spectra = await spectraOf(samples);
  const factors = levelFactors(powerOf(spectra));
  const leveled = (part: Float32Array) => part.map((value, i) => value * (factors[Math.floor(i / BINS)] as number));
  const [real, imaginary] = [leveled(spectra.real), leveled(spectra.imaginary)];
  const made = masked({ ...spectra, real, imaginary }, network.tapsOf(real, imaginary, spectra.frames));
  const window = rootHannWindow(SIZE);
  const fft = await createFft(SIZE);
  const out = new Float32Array((spectra.frames + 1) * HOP);
  const frame = new Float32Array(SIZE);
  for (let index = 0; index < spectra.frames; index++) {
    const own = (part: Float32Array) => part.slice(index * BINS, (index + 1) * BINS);
    fft.inverse(own(made.real), own(made.imaginary), frame);
    const factor = factors[index] as number;
    for (let i = 0; i < SIZE; i++) {
      const at = index * HOP + i;
      out[at] = (out[at] as number) + ((window[i] as number) * (frame[i] as number)) / factor;
    }
  }
  fft.close();
  return out.subarray(HOP, HOP + samples.length);
}

test.each(['voice-in-rumble', 'voice-in-a-room', 'tones'])(
  '%s comes out as it did where the network was trained',
  async (name) => {
    const made = await restored(samplesOf(`${name}.in`));
    const expected = samplesOf(`${name}.out`);
    expect(made).toHaveLength(expected.length);
    const largest = made.reduce((most, value, i) => Math.max(most, Math.abs(value - (expected[i] as number))), 0);
    expect(largest).toBeLessThan(2e-5);
  },
);

test('the same frames give the same taps to the last bit, whatever was restored before them', () => {
  const noise = (length: number, seed: number) =>
    Float32Array.from({ length: length * BINS }, (_, i) => Math.sin((i + 1) * seed * 12.9898) * 0.3);
  const once = network.tapsOf(noise(40, 1), noise(40, 2), 40).slice();
  network.tapsOf(noise(200, 3), noise(200, 4), 200);
  expect(network.tapsOf(noise(40, 1), noise(40, 2), 40)).toEqual(once);
});

test('weights other than those that were trained are refused', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'cleartake-weights-'));
  try {
    cpSync(MODEL, folder, { recursive: true });
    expect(openWeights(createNetworkKernel(), folder).has('emb')).toBe(true);
    const bytes = readFileSync(path.join(folder, 'weights.bin'));
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    writeFileSync(path.join(folder, 'weights.bin'), bytes);
    expect(() => openWeights(createNetworkKernel(), folder)).toThrow(
      'The weights of the restoration network are damaged',
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a second speaker 12 dB below the first has a level of their own', () => {
  // Turns of 75 frames, 1.2 s.
  const power = Float64Array.from({ length: 600 }, (_, frame) => (Math.floor(frame / 75) % 2 === 0 ? 1e-2 : 1e-2 / 16));
  const factors = levelFactors(power);
  expect(20 * Math.log10((factors[112] as number) / (factors[37] as number))).toBeGreaterThan(10);
});

test('silence is not brought up to speech', () => {
  const factors = levelFactors(Float64Array.from({ length: 300 }, (_, frame) => (frame < 150 ? 2.5e-3 : 0)));
  expect(factors[60]).toBeCloseTo(1);
  expect(20 * Math.log10(factors[280] as number)).toBeLessThan(26.1);
});
