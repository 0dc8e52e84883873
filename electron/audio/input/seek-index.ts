/**
 * The seek index, a file of the engine's own: about one anchor per second from which a decoder can reach a frame exactly, and a coarse
 * spectrogram of the whole recording.
 */

import { OVERVIEW_ROWS, type Overview } from '../dsp/spectra/overview.ts';

const MAGIC = 0x49_53_54_43; // "CTSI", little-endian
const VERSION = 2;
/** The first released version, without a spectrogram. */
const PLAIN_VERSION = 1;
const HEADER_BYTES = 32;
const ENTRY_BYTES = 24;
const NONE = -1;

/** One packet of the recording. */
export interface Anchor {
  /** Frames decoded before the next packet: a reader that passes this packet knows its exact position. */
  readonly frameAfter: number;
  /** The packet's byte position; null when the container does not say. */
  readonly byte: number | null;
  /** The packet's presentation time in ticks of the stream; null when it has none. */
  readonly timestamp: number | null;
}

export interface SeekIndex {
  /** Hz. */
  readonly sampleRate: number;
  /** Exact length of the recording. */
  readonly frames: number;
  /** In ascending order of `frameAfter`. */
  readonly anchors: readonly Anchor[];
  /** Null in files of the first version. */
  readonly overview: Overview | null;
}

/**
 * Layout, little-endian: magic u32, version u32, sample rate u32, anchor count u32, frames f64, columns of the
 * spectrogram u32, frames of each u32; then for each anchor frame, byte and timestamp as f64, -1 for an unknown byte, NaN for an
 * unknown timestamp; then the spectrogram, a byte for each of OVERVIEW_ROWS rows of each column.
 */
export function encodeSeekIndex(index: SeekIndex): Uint8Array {
  const { levels, framesAColumn } = index.overview ?? { levels: new Uint8Array(0), framesAColumn: 0 };
  const spectrogramAt = HEADER_BYTES + index.anchors.length * ENTRY_BYTES;
  const bytes = new Uint8Array(spectrogramAt + levels.length);
  bytes.set(levels, spectrogramAt);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, VERSION, true);
  view.setUint32(8, index.sampleRate, true);
  view.setUint32(12, index.anchors.length, true);
  view.setFloat64(16, index.frames, true);
  view.setUint32(24, levels.length / OVERVIEW_ROWS, true);
  view.setUint32(28, framesAColumn, true);
  for (const [number, anchor] of index.anchors.entries()) {
    const at = HEADER_BYTES + number * ENTRY_BYTES;
    view.setFloat64(at, anchor.frameAfter, true);
    view.setFloat64(at + 8, anchor.byte ?? NONE, true);
    view.setFloat64(at + 16, anchor.timestamp ?? Number.NaN, true);
  }
  return bytes;
}

/** @throws RangeError when the bytes are not a whole seek index of this version */
export function decodeSeekIndex(bytes: Uint8Array): SeekIndex {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = bytes.byteLength < HEADER_BYTES || view.getUint32(0, true) !== MAGIC ? 0 : view.getUint32(4, true);
  if (version !== VERSION && version !== PLAIN_VERSION) throw new RangeError('Not a seek index of a known version');
  const count = view.getUint32(12, true);
  const columns = version === PLAIN_VERSION ? 0 : view.getUint32(24, true);
  const spectrogramAt = HEADER_BYTES + count * ENTRY_BYTES;
  if (bytes.byteLength !== spectrogramAt + columns * OVERVIEW_ROWS) throw new RangeError('The seek index is cut short');
  const levels = bytes.subarray(spectrogramAt);
  const anchors = Array.from({ length: count }, (_, number): Anchor => {
    const at = HEADER_BYTES + number * ENTRY_BYTES;
    const byte = view.getFloat64(at + 8, true);
    const timestamp = view.getFloat64(at + 16, true);
    return {
      frameAfter: view.getFloat64(at, true),
      byte: byte < 0 ? null : byte,
      timestamp: Number.isNaN(timestamp) ? null : timestamp,
    };
  });
  const overview = columns === 0 ? null : { framesAColumn: view.getUint32(28, true), levels };
  return { sampleRate: view.getUint32(8, true), frames: view.getFloat64(16, true), anchors, overview };
}

/** The last anchor at or before a frame; null when there is none. */
export function anchorBefore(index: SeekIndex, frame: number): Anchor | null {
  let low = 0;
  let high = index.anchors.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((index.anchors[middle] as Anchor).frameAfter <= frame) low = middle + 1;
    else high = middle;
  }
  return index.anchors[low - 1] ?? null;
}
