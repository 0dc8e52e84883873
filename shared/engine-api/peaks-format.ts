/** The peaks file: minimum and maximum of the waveform at several resolutions, small enough to send whole. */

/** Frames a pixel of each level, finest first. */
export const PEAK_LEVELS = [256, 1024, 4096, 16_384] as const;

const MAGIC = 0x4b_50_54_43; // "CTPK", little-endian
const VERSION = 1;
const HEADER_BYTES = 32;

export interface PeakLevel {
  readonly framesPerPixel: number;
  /** Pairs of minimum and maximum over all channels, -127 to 127 for -1 to 1. */
  readonly pairs: Int8Array;
}

export interface Peaks {
  /** Hz. */
  readonly sampleRate: number;
  readonly frames: number;
  readonly levels: readonly PeakLevel[];
  /** The same levels of left and right by themselves, of a recording whose sides are two voices. */
  readonly lanes?: readonly (readonly PeakLevel[])[];
}

/**
 * Layout, little-endian: magic u32, version u32, sample rate u32, level count u32, frames f64, lane count u32, 4 bytes
 * reserved; then for each level its frames a pixel u32 and pixel count u32; then the pairs of each level in the same order; then those of each lane.
 */
export function encodePeaks(peaks: Peaks): Uint8Array {
  const tableBytes = peaks.levels.length * 8;
  const { lanes = [] } = peaks;
  const dataBytes = [peaks.levels, ...lanes].flat().reduce((sum, level) => sum + level.pairs.length, 0);
  const bytes = new Uint8Array(HEADER_BYTES + tableBytes + dataBytes);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, VERSION, true);
  view.setUint32(8, peaks.sampleRate, true);
  view.setUint32(12, peaks.levels.length, true);
  view.setFloat64(16, peaks.frames, true);
  view.setUint32(24, lanes.length, true);
  let table = HEADER_BYTES;
  let data = HEADER_BYTES + tableBytes;
  for (const level of peaks.levels) {
    view.setUint32(table, level.framesPerPixel, true);
    view.setUint32(table + 4, level.pairs.length / 2, true);
    table += 8;
  }
  for (const { pairs } of [peaks.levels, ...lanes].flat()) {
    bytes.set(new Uint8Array(pairs.buffer, pairs.byteOffset, pairs.length), data);
    data += pairs.length;
  }
  return bytes;
}

/** Where the levels of a peaks file are. */
export interface PeaksHeader {
  /** Hz. */
  readonly sampleRate: number;
  readonly frames: number;
  /** Finest first. */
  readonly levels: readonly LevelPlace[];
  /** Of left and right; missing where there are none. */
  readonly lanes?: readonly (readonly LevelPlace[])[];
}

interface LevelPlace {
  readonly framesPerPixel: number;
  readonly pixels: number;
  /** Byte of the file at which its pairs begin: two bytes a pixel. */
  readonly offset: number;
}

/** Bytes from the beginning of a file that contain its header. */
export const PEAKS_HEADER_BYTES = HEADER_BYTES + PEAK_LEVELS.length * 8;

/** @param bytes from the file's beginning @throws RangeError when they are not the beginning of a peaks file of this version */
export function decodePeaksHeader(bytes: Uint8Array): PeaksHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < HEADER_BYTES || view.getUint32(0, true) !== MAGIC || view.getUint32(4, true) !== VERSION) {
    throw new RangeError('Not a peaks file of this version');
  }
  const levelCount = view.getUint32(12, true);
  let offset = HEADER_BYTES + levelCount * 8;
  if (offset > bytes.byteLength) throw new RangeError('The peaks file is cut short');
  const levels = Array.from({ length: levelCount }, (_, index) => {
    const entry = HEADER_BYTES + index * 8;
    const level = {
      framesPerPixel: view.getUint32(entry, true),
      pixels: view.getUint32(entry + 4, true),
      offset,
    };
    offset += level.pixels * 2;
    return level;
  });
  const header = { sampleRate: view.getUint32(8, true), frames: view.getFloat64(16, true), levels };
  const laneCount = view.getUint32(24, true);
  if (laneCount === 0) return header;
  const dataBytes = levels.reduce((sum, { pixels }) => sum + pixels * 2, 0);
  const laneAt = (lane: number) => levels.map((level) => ({ ...level, offset: level.offset + (lane + 1) * dataBytes }));
  return { ...header, lanes: Array.from({ length: laneCount }, (_, lane) => laneAt(lane)) };
}

/** @throws RangeError when the bytes are not a whole peaks file of this version */
export function decodePeaks(bytes: Uint8Array): Peaks {
  const { sampleRate, frames, levels, lanes } = decodePeaksHeader(bytes);
  const read = (places: readonly LevelPlace[]) =>
    places.map(({ framesPerPixel, pixels, offset }) => {
      if (offset + pixels * 2 > bytes.byteLength) throw new RangeError('The peaks file is cut short');
      return { framesPerPixel, pairs: new Int8Array(bytes.buffer, bytes.byteOffset + offset, pixels * 2) };
    });
  return { sampleRate, frames, levels: read(levels), ...(lanes === undefined ? {} : { lanes: lanes.map(read) }) };
}
