/** onnxruntime's WebAssembly build, loaded with the first network of a person's own: in one thread, without any network access. */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageFile } from '../../dsp/web-assembly.ts';

export interface Tensor {
  readonly type: string;
  readonly data: Float32Array;
  readonly dims: readonly number[];
}

/** What a graph says of an input or output. A dimension with a name has no fixed size. */
export interface TensorFacts {
  readonly name: string;
  readonly type?: string;
  readonly shape?: readonly (number | string)[];
}

export interface Session {
  readonly inputMetadata: readonly TensorFacts[];
  readonly outputMetadata: readonly TensorFacts[];
  run(feeds: Readonly<Record<string, Tensor>>): Promise<Readonly<Record<string, Tensor>>>;
  release(): Promise<void>;
}

/** The part of the package that is used. */
interface OnnxRuntime {
  readonly env: { logLevel: string; readonly wasm: { numThreads: number; proxy: boolean; wasmBinary: Uint8Array } };
  readonly InferenceSession: { create(model: Uint8Array): Promise<Session> };
  readonly Tensor: new (type: 'float32', data: Float32Array, dims: readonly number[]) => Tensor;
}

let loading: Promise<OnnxRuntime> | null = null;

export function loadOnnxRuntime(): Promise<OnnxRuntime> {
  loading ??= load();
  return loading;
}

async function load(): Promise<OnnxRuntime> {
  // What the package's name imports in Node expects threads; this file has its script inside, and the module beside it.
  const folder = path.dirname(packageFile('onnxruntime-web/wasm'));
  const script = pathToFileURL(path.join(folder, 'ort.wasm.bundle.min.mjs')).href;
  const runtime = (await import(/* @vite-ignore */ script)) as OnnxRuntime;
  runtime.env.logLevel = 'error';
  runtime.env.wasm.numThreads = 1;
  runtime.env.wasm.proxy = false;
  runtime.env.wasm.wasmBinary = await readFile(path.join(folder, 'ort-wasm-simd-threaded.wasm'));
  return runtime;
}
