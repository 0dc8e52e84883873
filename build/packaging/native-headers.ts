/** Reads from the first bytes of a program or library which system it was compiled for. */

import { closeSync, openSync, readSync } from 'node:fs';

/** How much of a file `readNativeHeader` looks at, in bytes: linkers put the PE header far in front of it. */
export const HEADER_BYTES = 4096;

/** `targets`: platform and processor as in `linux-x64`; more than one for a universal Mach-O file. */
export interface NativeHeader {
  readonly format: 'ELF' | 'PE' | 'Mach-O';
  readonly targets: readonly string[];
}

/** e_machine (ELF specification, "ELF header"). */
const ELF_MACHINES: Readonly<Record<number, string>> = { 62: 'x64', 183: 'arm64', 3: 'ia32', 40: 'arm' };

/** Machine (PE format specification, "Machine types"). */
const PE_MACHINES: Readonly<Record<number, string>> = { 34404: 'x64', 43620: 'arm64', 332: 'ia32' };

/** cputype (mach/machine.h). */
const MACH_MACHINES: Readonly<Record<number, string>> = { 16777223: 'x64', 16777228: 'arm64', 7: 'ia32' };

const MACH_MAGIC_64 = 0xfeedfacf;
const MACH_MAGIC_32 = 0xfeedface;
const FAT_MAGIC = 0xcafebabe;
/** A Java class begins with FAT_MAGIC, too, but then comes its version, which is never this small. */
const MOST_FAT_PARTS = 20;

/** @returns null for files that are not native code */
export function readNativeHeader(bytes: Buffer): NativeHeader | null {
  if (bytes.length < 20) return null;
  if (bytes.subarray(0, 4).equals(Buffer.from('\x7fELF'))) return readElf(bytes);
  if (bytes.subarray(0, 2).equals(Buffer.from('MZ'))) return readPe(bytes);
  const magic = bytes.readUInt32LE(0);
  if (magic === MACH_MAGIC_64 || magic === MACH_MAGIC_32) return machO([bytes.readUInt32LE(4)]);
  return bytes.readUInt32BE(0) === FAT_MAGIC ? readFat(bytes) : null;
}

/** @throws what the file system throws */
export function nativeHeaderOf(file: string): NativeHeader | null {
  const bytes = Buffer.alloc(HEADER_BYTES);
  const descriptor = openSync(file, 'r');
  try {
    return readNativeHeader(bytes.subarray(0, readSync(descriptor, bytes, 0, HEADER_BYTES, 0)));
  } finally {
    closeSync(descriptor);
  }
}

/** ELF doesn't say Linux: its OS byte is 0 or 3 there, and 9 on FreeBSD. */
function readElf(bytes: Buffer): NativeHeader {
  const littleEndian = bytes[5] === 1;
  const machine = littleEndian ? bytes.readUInt16LE(18) : bytes.readUInt16BE(18);
  const system = bytes[7] === 0 || bytes[7] === 3 ? 'linux' : `elf${bytes[7]}`;
  return { format: 'ELF', targets: [`${system}-${ELF_MACHINES[machine] ?? hex(machine)}`] };
}

/** MZ alone is a program for DOS, or chance. */
function readPe(bytes: Buffer): NativeHeader | null {
  if (bytes.length < 64) return null;
  const at = bytes.readUInt32LE(60);
  if (at + 6 > bytes.length || !bytes.subarray(at, at + 4).equals(Buffer.from('PE\0\0'))) return null;
  const machine = bytes.readUInt16LE(at + 4);
  return { format: 'PE', targets: [`win32-${PE_MACHINES[machine] ?? hex(machine)}`] };
}

function readFat(bytes: Buffer): NativeHeader | null {
  const parts = bytes.readUInt32BE(4);
  if (parts > MOST_FAT_PARTS || 8 + parts * 20 > bytes.length) return null;
  return machO(Array.from({ length: parts }, (_, part) => bytes.readUInt32BE(8 + part * 20)));
}

function machO(machines: readonly number[]): NativeHeader {
  return { format: 'Mach-O', targets: machines.map((machine) => `darwin-${MACH_MACHINES[machine] ?? hex(machine)}`) };
}

function hex(value: number): string {
  return `0x${value.toString(16)}`;
}
