/** Puts WebAssembly modules together from instructions: for the few loops that must pass every sample of every recording with SIMD. */

/** Instructions, nested as it reads best. */
export type Code = readonly (number | Code)[];

export type ValueType = 'i32' | 'f64' | 'v128';

export interface WasmFunction {
  readonly name: string;
  /** Parameters come first in the numbering of locals. */
  readonly parameters: readonly ValueType[];
  readonly locals: readonly ValueType[];
  readonly code: Code;
}

const TYPES: Readonly<Record<ValueType, number>> = {
  i32: 0x7f,
  f64: 0x7c,
  v128: 0x7b,
};
const END = 0x0b;
const PAGE_BYTES = 65_536;

/** @see WebAssembly core specification 2.0, 5.5: a module of functions without results, with its memory exported as `memory`. */
export function assemble(functions: readonly WasmFunction[], memoryBytes: number): Uint8Array {
  const text = (name: string) => counted([...Buffer.from(name, 'latin1')]);
  const section = (id: number, items: readonly Code[]) => [id, ...counted([...unsigned(items.length), ...flat(items)])];
  const types = functions.map(({ parameters }) => [0x60, ...counted(parameters.map((type) => TYPES[type])), 0]);
  const bodies = functions.map(({ locals, code }) => {
    const declared = locals.map((type) => [1, TYPES[type]]);
    return sized([...unsigned(locals.length), ...flat(declared), ...flat(code), END]);
  });
  const exports = functions.map(({ name }, index) => [...text(name), 0, ...unsigned(index)]);
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, types),
    ...section(
      3,
      functions.map((_, index) => unsigned(index)),
    ),
    ...section(5, [[0, ...unsigned(Math.ceil(memoryBytes / PAGE_BYTES))]]),
    ...section(7, [[...text('memory'), 2, 0], ...exports]),
    ...section(10, bodies),
  ]);
}

function sized(bytes: readonly number[]): number[] {
  return [...unsigned(bytes.length), ...bytes];
}

/** A vector of the format: how many, then they. For bytes the same as `sized`. */
const counted = sized;

function flat(code: Code): number[] {
  return code.flatMap((part) => (typeof part === 'number' ? [part] : flat(part)));
}

/** LEB128. */
function unsigned(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest % 128) + 128);
  }
}

function signed(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>= 7) {
    const low = rest & 0x7f;
    if ((rest >> 7 === 0 && low < 64) || (rest >> 7 === -1 && low >= 64)) return [...bytes, low];
    bytes.push(low + 128);
  }
}

const vector = (code: number) => [0xfd, ...unsigned(code)];
const binary = (code: number) => (one: Code, other: Code) => [...one, ...other, ...vector(code)];
const ternary = (code: number) => (one: Code, other: Code, added: Code) => [
  ...one,
  ...other,
  ...added,
  ...vector(code),
];
const place = (offset: number) => [0, ...unsigned(offset)];

export const get = (local: number): Code => [0x20, ...unsigned(local)];
export const set = (local: number, value: Code): Code => [...value, 0x21, ...unsigned(local)];
export const integer = (value: number): Code => [0x41, ...signed(value)];
export const add = (one: Code, other: Code): Code => [...one, ...other, 0x6a];
export const loadV = (address: Code, offset = 0): Code => [...address, ...vector(0x00), ...place(offset)];
export const storeV = (address: Code, value: Code, offset = 0): Code => [
  ...address,
  ...value,
  ...vector(0x0b),
  ...place(offset),
];
/** One float32 in all four lanes. */
export const splatLoadF32 = (address: Code, offset = 0): Code => [...address, ...vector(0x09), ...place(offset)];
/** One float64 in both lanes. */
export const splatLoadF64 = (address: Code, offset = 0): Code => [...address, ...vector(0x0a), ...place(offset)];
/** Two float32 in the low lanes, the rest zero. */
export const loadTwoF32 = (address: Code, offset = 0): Code => [...address, ...vector(0x5d), ...place(offset)];
/** The two low float32 as float64. */
export const promote = (value: Code): Code => [...value, ...vector(0x5f)];
/** Lanes of two vectors by the numbers of their bytes, 16 to 31 those of the second. */
export const shuffle = (one: Code, other: Code, bytes: readonly number[]): Code => [
  ...one,
  ...other,
  ...vector(0x0d),
  ...bytes,
];

export const f32x4 = {
  add: binary(0xe4),
  subtract: binary(0xe5),
  multiply: binary(0xe6),
  /** `other < one ? other : one`. */
  smaller: binary(0xea),
  /** `one < other ? other : one`. */
  larger: binary(0xeb),
  absolute: (value: Code): Code => [...value, ...vector(0xe0)],
  /** All bits of a lane where both are equal. */
  equal: binary(0x41),
} as const;

export const bits = { and: binary(0x4e), or: binary(0x50) } as const;

export const f64x2 = {
  add: binary(0xf0),
  subtract: binary(0xf1),
  multiply: binary(0xf2),
  /** `one * other + added`, rounded once where the processor can. @see WebAssembly relaxed SIMD */
  multiplyAdd: ternary(0x107),
  /** `added - one * other` */
  multiplySubtract: ternary(0x108),
} as const;

/** Runs `body` until the local `at` has reached the local `end`, both addresses; not at all where it has already. */
export function loopTo(at: number, end: number, step: number, body: Code): Code {
  const reached = [...get(at), ...get(end), 0x4f]; // i32.ge_u
  return [
    [0x02, 0x40, 0x03, 0x40],
    [...reached, 0x0d, 1],
    body,
    set(at, add(get(at), integer(step))),
    [0x0c, 0, END, END],
  ];
}
