/** One channel's way through a person's own networks, frame by frame, at the model's rate. */

import type { OwnModelDescription } from '../../../../shared/domain/own-models/description.ts';
import { createSampleQueue } from '../../dsp/sample-queue.ts';
import { createFft, fittingSize } from '../../dsp/spectra/fft.ts';
import { hannWindow, rootHannWindow } from '../../dsp/spectra/windows.ts';
import { type OpenNetworks, type States, sizeOf, unusable } from './networks.ts';
import { OWN_MODEL } from './strings.ts';

export interface Frames {
  /** Frames that are there to be taken. */
  readonly waiting: number;
  push(samples: Float32Array): void;
  pushZeros(count: number): void;
  /** Takes the next frame. @returns the next `hop` samples, valid until the next call */
  take(): Promise<Float32Array>;
  /** Samples by which what is returned lies behind what was pushed. */
  readonly late: number;
}

export interface FrameMaker {
  /** For a channel of its own. */
  newFrames(): Frames;
  close(): void;
}

/** @throws CleartakeError ownModelUnusable when the shapes of a description don't fit its frame */
export async function createFrameMaker(description: OwnModelDescription, networks: OpenNetworks): Promise<FrameMaker> {
  const { delay, frame, hop } = description;
  const window = windowOf(description);
  const level = levelsOf(window, hop, description.window === 'none');
  for (const network of description.networks) requireSizes(network, frame);
  const isSpectral = description.networks.some(({ kind }) => kind !== 'waveform');
  if (isSpectral && fittingSize(frame) !== frame) throw unusable(OWN_MODEL.sizeOfFrame(frame));
  const fft = isSpectral ? await createFft(frame) : null;
  const bins = frame / 2 + 1;
  const [real, imaginary] = [new Float32Array(bins), new Float32Array(bins)];

  async function spectral(index: number, samples: Float32Array, states: States): Promise<void> {
    if (fft === null) return;
    const { input, kind, output } = description.networks[index] as OwnModelDescription['networks'][number];
    fft.forward(samples, real, imaginary);
    if (kind === 'mask') {
      const magnitudes = new Float32Array(bins);
      for (let bin = 0; bin < bins; bin++) magnitudes[bin] = Math.hypot(real[bin] as number, imaginary[bin] as number);
      const mask = await networks.run(index, magnitudes, states);
      for (let bin = 0; bin < bins; bin++) {
        real[bin] = (real[bin] as number) * (mask[bin] as number);
        imaginary[bin] = (imaginary[bin] as number) * (mask[bin] as number);
      }
    } else {
      const given = new Float32Array(2 * bins);
      copyComplex(input.shape, (at, part, bin) => {
        given[at] = (part === 0 ? real : imaginary)[bin] as number;
      });
      const made = await networks.run(index, given, states);
      copyComplex(output.shape, (at, part, bin) => {
        (part === 0 ? real : imaginary)[bin] = made[at] as number;
      });
    }
    fft.inverse(real, imaginary, samples);
  }

  return {
    newFrames: () => {
      const queue = createSampleQueue();
      // The first frame ends with the first samples.
      queue.pushZeros(frame - hop);
      const states = networks.newStates();
      const sum = new Float32Array(frame);
      const finished = new Float32Array(hop);
      return {
        late: frame - hop + delay,
        get waiting() {
          return queue.length < frame ? 0 : Math.floor((queue.length - frame) / hop) + 1;
        },
        push: queue.push,
        pushZeros: queue.pushZeros,
        take: async () => {
          let samples: Float32Array = queue.peek(frame).map((sample, at) => sample * (window[at] as number));
          queue.drop(hop);
          for (const [index, { kind }] of description.networks.entries()) {
            if (kind === 'waveform') samples = await networks.run(index, samples.slice(), states);
            else await spectral(index, samples, states);
          }
          for (let at = 0; at < frame; at++) {
            sum[at] = (sum[at] as number) + (samples[at] as number) * (window[at] as number);
          }
          for (let at = 0; at < hop; at++) finished[at] = (sum[at] as number) * (level[at] as number);
          sum.copyWithin(0, hop);
          sum.fill(0, frame - hop);
          return finished;
        },
      };
    },
    close: () => fft?.close(),
  };
}

function windowOf({ frame, window }: OwnModelDescription): Float32Array {
  if (window === 'hann') return hannWindow(frame);
  return window === 'root-hann' ? rootHannWindow(frame) : new Float32Array(frame).fill(1);
}

/** What the overlapping windows, each applied twice, have to be multiplied with; by place within a hop. */
function levelsOf(window: Float32Array, hop: number, isPlain: boolean): Float32Array {
  return Float32Array.from({ length: hop }, (_, at) => {
    if (isPlain) return 1;
    let sum = 0;
    for (let place = at; place < window.length; place += hop) sum += (window[place] as number) ** 2;
    return sum > 0 ? 1 / sum : 0;
  });
}

/** @param copy gets the place in the array, 0 for the real and 1 for the imaginary part, and the bin */
function copyComplex(shape: readonly number[], copy: (at: number, part: number, bin: number) => void): void {
  const bins = sizeOf(shape) / 2;
  const isInRows = shape.find((size) => size !== 1) === 2;
  for (let bin = 0; bin < bins; bin++) {
    for (let part = 0; part < 2; part++) copy(isInRows ? part * bins + bin : 2 * bin + part, part, bin);
  }
}

function requireSizes({ input, kind, output }: OwnModelDescription['networks'][number], frame: number): void {
  const bins = frame / 2 + 1;
  for (const { name, shape } of [input, output]) {
    const sizes = shape.filter((size) => size !== 1);
    const isOne = (wanted: number) => sizes.length === 1 && sizes[0] === wanted;
    const isPairs =
      sizes.length === 2 && ((sizes[0] === bins && sizes[1] === 2) || (sizes[0] === 2 && sizes[1] === bins));
    if (kind === 'waveform' && !isOne(frame))
      throw unusable(OWN_MODEL.otherSize(name, shape, OWN_MODEL.samples(frame)));
    if (kind === 'mask' && !isOne(bins)) throw unusable(OWN_MODEL.otherSize(name, shape, OWN_MODEL.bins(bins)));
    if (kind === 'spectrum' && !isPairs) throw unusable(OWN_MODEL.otherSize(name, shape, OWN_MODEL.pairs(bins)));
  }
}
