/** RNNoise (version 0.1), which tells how probable a voice is. Mono, 48 kHz, 480 frames at a time. */

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

let started: Promise<Rnnoise> | null = null;

/** From @sapphi-red/web-noise-suppressor, with SIMD. */
export function loadRnnoise(): Promise<Rnnoise> {
  started ??= startRnnoise();
  return started;
}

async function startRnnoise(): Promise<Rnnoise> {
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
