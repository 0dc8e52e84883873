/** RNNoise, a small recurrent network for noise suppression, in two versions. Mono, 48 kHz, 480 frames at a time. */

import { compileModule, emscriptenImports, type Memory, readPackageFile, startModule } from './web-assembly.ts';

export const RNNOISE_RATE = 48_000;
export const RNNOISE_FRAMES = 480;

/** The network was trained on 16-bit sample values. */
const SCALE = 32_768;

interface Denoiser {
  /**
   * Replaces RNNOISE_FRAMES samples by denoised ones, delayed by `delay` frames.
   * @returns how probable a voice in them is, 0 to 1
   */
  process(samples: Float32Array): number;
  close(): void;
}

export interface Rnnoise {
  /** Delay of the output in frames. */
  readonly delay: number;
  createDenoiser(): Denoiser;
}

interface Functions {
  readonly memory: Memory;
  create(model: number): number;
  destroy(state: number): void;
  process(state: number, output: number, input: number): number;
  allocate(bytes: number): number;
  release(pointer: number): void;
}

const BUFFER_BYTES = RNNOISE_FRAMES * 4;

function rnnoiseOf(functions: Functions, delay: number): Rnnoise {
  return {
    delay,
    createDenoiser: () => {
      const state = functions.create(0);
      const pointer = functions.allocate(BUFFER_BYTES);
      return {
        process: (samples) => {
          const input = new Float32Array(functions.memory.buffer, pointer, RNNOISE_FRAMES);
          for (let i = 0; i < RNNOISE_FRAMES; i++) input[i] = (samples[i] as number) * SCALE;
          const voice = functions.process(state, pointer, pointer);
          // A new view, because growing memory moves.
          const output = new Float32Array(functions.memory.buffer, pointer, RNNOISE_FRAMES);
          for (let i = 0; i < RNNOISE_FRAMES; i++) samples[i] = (output[i] as number) / SCALE;
          return voice;
        },
        close: () => {
          functions.destroy(state);
          functions.release(pointer);
        },
      };
    },
  };
}

interface SimdExports {
  readonly memory: Memory;
  __wasm_call_ctors(): void;
  emscripten_stack_init(): void;
  rnnoise_create(model: number): number;
  rnnoise_destroy(state: number): void;
  rnnoise_process_frame(state: number, output: number, input: number): number;
  malloc(bytes: number): number;
  free(pointer: number): void;
}

let first: Promise<Rnnoise> | null = null;

/** Version 0.1, four times as fast (@sapphi-red/web-noise-suppressor, with SIMD). */
export function loadRnnoise1(): Promise<Rnnoise> {
  first ??= startRnnoise1();
  return first;
}

async function startRnnoise1(): Promise<Rnnoise> {
  const exports = startModule<SimdExports>(
    compileModule(await readPackageFile('@sapphi-red/web-noise-suppressor/rnnoise_simd.wasm')),
    (memory) => {
      const { copy, grow, fail } = emscriptenImports(memory);
      return { env: { emscripten_memcpy_big: copy, emscripten_resize_heap: grow, __assert_fail: fail } };
    },
    (module) => module.memory,
  );
  exports.__wasm_call_ctors();
  exports.emscripten_stack_init();
  const functions: Functions = {
    memory: exports.memory,
    create: exports.rnnoise_create,
    destroy: exports.rnnoise_destroy,
    process: exports.rnnoise_process_frame,
    allocate: exports.malloc,
    release: exports.free,
  };
  return rnnoiseOf(functions, 480);
}

/** Export names in the pinned build of @jitsi/rnnoise-wasm. */
interface JitsiExports {
  readonly c: Memory;
  /** Runs the module's constructors. */
  d(): void;
  /** malloc, free */
  e(bytes: number): number;
  f(pointer: number): void;
  /** rnnoise_create, rnnoise_destroy, rnnoise_process_frame */
  h(model: number): number;
  i(state: number): void;
  j(state: number, output: number, input: number): number;
}

let second: Promise<Rnnoise> | null = null;

/** Version 0.2, a larger network that keeps more of the voice (@jitsi/rnnoise-wasm, the module inside its script). */
export function loadRnnoise2(): Promise<Rnnoise> {
  second ??= startRnnoise2();
  return second;
}

async function startRnnoise2(): Promise<Rnnoise> {
  const script = (await readPackageFile('@jitsi/rnnoise-wasm/dist/rnnoise-sync.js')).toString('latin1');
  const encoded = /base64,([A-Za-z0-9+/=]{1000,})/.exec(script)?.[1];
  if (encoded === undefined) throw new Error('The module of @jitsi/rnnoise-wasm is not where it was');
  const exports = startModule<JitsiExports>(
    compileModule(Buffer.from(encoded, 'base64')),
    (memory) => {
      const { copy, grow } = emscriptenImports(memory);
      return { a: { a: grow, b: copy } };
    },
    (module) => module.c,
  );
  exports.d();
  const functions: Functions = {
    memory: exports.c,
    create: exports.h,
    destroy: exports.i,
    process: exports.j,
    allocate: exports.e,
    release: exports.f,
  };
  return rnnoiseOf(functions, 960);
}
