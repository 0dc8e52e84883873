/** Instantiates WebAssembly modules of packages directly, without glue code or a simulated browser. */

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** Types of the global WebAssembly object, which neither Node's nor ECMAScript's type library has. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: Imports) => { readonly exports: unknown };
};

export type Imports = Readonly<Record<string, Readonly<Record<string, (...values: number[]) => number | undefined>>>>;

export interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

const PAGE_BYTES = 65_536;
const require = createRequire(import.meta.url);

/** @param specifier of a file inside a package, for example `@echogarden/pffft-wasm/dist/simd/pffft.wasm` */
export function readPackageFile(specifier: string): Promise<Buffer> {
  return readFile(packageFile(specifier));
}

export function packageFile(specifier: string): string {
  return require.resolve(specifier);
}

/** Compiles synchronously, which takes milliseconds for such small modules. */
export function compileModule(bytes: Uint8Array): object {
  return new WebAssembly.Module(bytes);
}

/**
 * Starts an instance with a memory of its own.
 * @param module from `compileModule`
 * @param imports gets access to the module's memory, which exists only after instantiation
 */
export function startModule<Exports>(
  module: object,
  imports: (memory: () => Memory) => Imports,
  memoryOf: (exports: Exports) => Memory,
): Exports {
  let started: Exports | null = null;
  const memory = () => {
    if (started === null) throw new Error('The module is not started yet');
    return memoryOf(started);
  };
  const { exports } = new WebAssembly.Instance(module, imports(memory));
  started = exports as Exports;
  return started;
}

/** The two imports that every Emscripten build without a file system needs. */
export function emscriptenImports(memory: () => Memory) {
  return {
    copy: (to: number, from: number, count: number): undefined => {
      new Uint8Array(memory().buffer).copyWithin(to, from, from + count);
      return undefined;
    },
    /** @returns 1 when the memory was grown, else 0 */
    grow: (bytes: number): number => {
      const missing = (bytes >>> 0) - memory().buffer.byteLength;
      if (missing <= 0) return 1;
      try {
        memory().grow(Math.ceil(missing / PAGE_BYTES));
        return 1;
      } catch {
        return 0;
      }
    },
    fail: (): never => {
      throw new Error('A WebAssembly module found its own state broken');
    },
  };
}
