/**
 * DTLN (N. Westhausen and B. Meyer, "Dual-signal transformation LSTM network for real-time noise suppression", Interspeech 2020) and GTCRN
 * (X. Rong and others, "GTCRN: a speech enhancement model requiring ultralow computational resources", ICASSP 2024), whose files a person brings:
 * `dtln-1.onnx` and `dtln-2.onnx`, the two halves of DTLN for streaming, and `gtcrn.onnx`, GTCRN for streaming.
 */

import { existsSync } from 'node:fs';
import path from 'node:path';
import * as ort from 'onnxruntime-web';
import { createFft } from '../../../electron/audio/dsp/spectra/fft.ts';
import type { Method } from '../audio/methods.ts';

/** Hz. */
export const NETWORK_RATE = 16_000;
const FRAME = 512;
const BINS = FRAME / 2 + 1;

/** @param folder where the files are: a network whose files are missing is left out */
export async function otherNetworks(folder: string): Promise<Partial<Record<'DTLN' | 'GTCRN', Method>>> {
  ort.env.wasm.numThreads = 1;
  const file = (name: string) => path.join(folder, name);
  const has = (...names: readonly string[]) => names.every((name) => existsSync(file(name)));
  return {
    ...(has('dtln-1.onnx', 'dtln-2.onnx') && { DTLN: await dtln(file('dtln-1.onnx'), file('dtln-2.onnx')) }),
    ...(has('gtcrn.onnx') && { GTCRN: await gtcrn(file('gtcrn.onnx')) }),
  };
}

const DTLN_HOP = 128;
const DTLN_STATE = [1, 2, 128, 2];

/** A mask on the magnitudes, then a second network on the samples; frames overlap four times and add up without a window. */
async function dtln(firstFile: string, secondFile: string): Promise<Method> {
  const first = await ort.InferenceSession.create(firstFile);
  const second = await ort.InferenceSession.create(secondFile);
  return async (heard) => {
    const fft = await createFft(FRAME);
    const [real, imaginary] = [new Float32Array(BINS), new Float32Array(BINS)];
    const masked = new Float32Array(FRAME);
    let firstState = zeros(DTLN_STATE);
    let secondState = zeros(DTLN_STATE);
    // The first frames reach back before the beginning, the last ones beyond the end.
    const lead = FRAME - DTLN_HOP;
    const padded = new Float32Array(lead + heard.length + FRAME);
    padded.set(heard, lead);
    const out = new Float32Array(padded.length);
    for (let from = 0; from + FRAME <= padded.length; from += DTLN_HOP) {
      fft.forward(padded.subarray(from, from + FRAME), real, imaginary);
      const magnitudes = real.map((value, bin) => Math.hypot(value, imaginary[bin] as number));
      const [mask, nextFirst] = await run(first, [tensor(magnitudes, [1, 1, BINS]), firstState]);
      firstState = nextFirst;
      for (let bin = 0; bin < BINS; bin++) {
        real[bin] = (real[bin] as number) * (mask.data[bin] as number);
        imaginary[bin] = (imaginary[bin] as number) * (mask.data[bin] as number);
      }
      fft.inverse(real, imaginary, masked);
      const [block, nextSecond] = await run(second, [tensor(masked, [1, 1, FRAME]), secondState]);
      secondState = nextSecond;
      for (let i = 0; i < FRAME; i++) out[from + i] = (out[from + i] as number) + (block.data[i] as number);
    }
    fft.close();
    return out.slice(lead, lead + heard.length);
  };
}

const GTCRN_HOP = 256;
const GTCRN_STATES = [
  [2, 1, 16, 16, 33],
  [2, 3, 1, 1, 16],
  [2, 1, 33, 16],
] as const;

/** Spectra in and out, with the square root of a Hann window on either side. */
async function gtcrn(file: string): Promise<Method> {
  const session = await ort.InferenceSession.create(file);
  return async (heard) => {
    const fft = await createFft(FRAME);
    const window = Float32Array.from({ length: FRAME }, (_, i) => Math.sin((Math.PI * i) / FRAME));
    const [real, imaginary] = [new Float32Array(BINS), new Float32Array(BINS)];
    const frame = new Float32Array(FRAME);
    const padded = new Float32Array(GTCRN_HOP + heard.length + FRAME);
    padded.set(heard, GTCRN_HOP);
    const out = new Float32Array(padded.length);
    let states = GTCRN_STATES.map((shape) => zeros(shape));
    for (let from = 0; from + FRAME <= padded.length; from += GTCRN_HOP) {
      for (let i = 0; i < FRAME; i++) frame[i] = (padded[from + i] as number) * (window[i] as number);
      fft.forward(frame, real, imaginary);
      const pairs = Float32Array.from(
        { length: 2 * BINS },
        (_, i) => (i % 2 === 0 ? real : imaginary)[i >> 1] as number,
      );
      const [spectrum, ...next] = await run(session, [tensor(pairs, [1, BINS, 1, 2]), ...states]);
      states = next;
      for (let bin = 0; bin < BINS; bin++) {
        real[bin] = spectrum.data[2 * bin] as number;
        imaginary[bin] = spectrum.data[2 * bin + 1] as number;
      }
      fft.inverse(real, imaginary, frame);
      for (let i = 0; i < FRAME; i++) {
        out[from + i] = (out[from + i] as number) + (frame[i] as number) * (window[i] as number);
      }
    }
    fft.close();
    return out.slice(GTCRN_HOP, GTCRN_HOP + heard.length);
  };
}

/** What a network gives first, and its first state; there may be more. */
type Tensors = [ort.Tensor, ort.Tensor, ...ort.Tensor[]];

/** Inputs and outputs in the order in which the file has them. */
async function run(session: ort.InferenceSession, inputs: readonly ort.Tensor[]): Promise<Tensors> {
  const feeds = Object.fromEntries(session.inputNames.map((name, index) => [name, inputs[index] as ort.Tensor]));
  const results = await session.run(feeds);
  const [first, state, ...others] = session.outputNames.map((name) => results[name] as ort.Tensor);
  if (first === undefined || state === undefined) throw new Error('The network gives no state');
  return [first, state, ...others];
}

function tensor(values: Float32Array, shape: readonly number[]): ort.Tensor {
  return new ort.Tensor('float32', values, shape);
}

function zeros(shape: readonly number[]): ort.Tensor {
  return tensor(new Float32Array(shape.reduce((product, size) => product * size, 1)), shape);
}
