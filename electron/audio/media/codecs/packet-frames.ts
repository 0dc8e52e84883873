/** Frames in a packet by its codec's own rules, without decoding. Containers are not trusted: their durations may stretch over a gap. */

import { avGetAudioFrameDuration2, type Packet, type Stream } from 'node-av/lib';

/** Frames that a packet decodes to, including encoder delay and padding. */
export type PacketFrames = (packet: Packet) => number;

/** Hz. Opus always counts at this rate, whatever the recording's rate. */
const OPUS_RATE = 48_000;
/** Milliseconds of a frame, by the configuration in the first byte (RFC 6716, 3.1). */
const OPUS_SILK_MS = [10, 20, 40, 60] as const;
const OPUS_HYBRID_MS = [10, 20] as const;
const OPUS_CELT_MS = [2.5, 5, 10, 20] as const;

/** Offset in ALAC's "magic cookie" of the frames in a packet. */
const ALAC_FRAMES_AT = 12;

/**
 * The rule for a stream's codec; null when only decoding can tell.
 * @param container FFmpeg's name of it
 * @param codec FFmpeg's name of it
 */
export function packetFramesOf(stream: Stream, container: string, codec: string): PacketFrames | null {
  const parameters = stream.codecpar;
  if (codec === 'opus') return ({ data }) => opusFrames(data);
  if (codec === 'flac') return ({ data }) => flacFrames(data);
  if (codec === 'alac') {
    const cookie = parameters.extradata;
    if (cookie === null || cookie.length < ALAC_FRAMES_AT + 4) return null;
    // Only the last packet can hold fewer.
    const frames = cookie.readUInt32BE(ALAC_FRAMES_AT);
    return () => frames;
  }
  if (codec === 'vorbis') {
    // FFmpeg reads the duration from the packet itself, and rounds it to the clock of the container.
    const framesATick = stream.timeBase.toDouble() * parameters.sampleRate;
    const framesOf = ({ duration }: Packet) => Math.max(0, Math.round(Number(duration) * framesATick));
    if (container === 'ogg') return framesOf;
    const possible = vorbisFrames(parameters.extradata);
    return possible === null ? null : (packet) => nearest(framesOf(packet), possible);
  }
  if (codec === 'wmav1' || codec === 'wmav2') return wmaFrames(stream, codec);
  if (codec.startsWith('pcm_') || codec === 'mp3' || codec === 'aac') {
    const isKnown = avGetAudioFrameDuration2(parameters, 1024) > 0;
    return isKnown ? ({ size }) => avGetAudioFrameDuration2(parameters, size) : null;
  }
  return null;
}

const VORBIS_HEAD = '\x01vorbis';
/** Offset in that header of the two block sizes, as powers of two. */
const VORBIS_SIZES_AT = 28;

/** What a Vorbis packet can hold: half of each of two blocks, short or long (Vorbis I, 4.2.2 and 4.3.8). */
function vorbisFrames(headers: Buffer | null): readonly number[] | null {
  const sizes = headers?.[headers.indexOf(VORBIS_HEAD, 0, 'latin1') + VORBIS_SIZES_AT];
  if (headers === null || sizes === undefined || !headers.includes(VORBIS_HEAD, 0, 'latin1')) return null;
  const [short, long] = [2 ** (sizes & 15), 2 ** (sizes >> 4)];
  return [short / 2, (short + long) / 4, long / 2];
}

function nearest(frames: number, possible: readonly number[]): number {
  if (frames === 0) return 0;
  const off = (one: number) => Math.abs(one - frames);
  return possible.reduce((best, one) => (off(one) < off(best) ? one : best));
}

/** Bit 1 of a flag word: frames reach over packets. */
const BIT_RESERVOIR = 2;

/** Whether a packet of WMA may begin in the middle of a frame. */
export function hasBitReservoir({ codecpar: { extradata } }: Stream, codec: string): boolean {
  const at = codec === 'wmav1' ? 2 : 4;
  return extradata === null || extradata.length < at + 2 || (extradata.readUInt16LE(at) & BIT_RESERVOIR) !== 0;
}

/** As long as the bit rate says, in whole frames (their length: libavcodec/wma_common.c). */
function wmaFrames(stream: Stream, codec: 'wmav1' | 'wmav2'): PacketFrames | null {
  if (hasBitReservoir(stream, codec)) return null;
  const { codecpar } = stream;
  const { sampleRate } = codecpar;
  const frames = sampleRate <= 16_000 ? 512 : sampleRate <= (codec === 'wmav1' ? 32_000 : 22_050) ? 1024 : 2048;
  return ({ size }) => frames * Math.max(1, Math.round(avGetAudioFrameDuration2(codecpar, size) / frames));
}

/** @see RFC 6716, 3.1 and 3.2 */
function opusFrames(packet: Uint8Array | null): number {
  const head = packet?.[0];
  if (packet === null || head === undefined) return 0;
  const configuration = head >> 3;
  const perFrame = (opusMilliseconds(configuration) * OPUS_RATE) / 1000;
  const code = head & 3;
  if (code === 0) return perFrame;
  return code === 3 ? ((packet[1] ?? 0) & 0x3f) * perFrame : 2 * perFrame;
}

function opusMilliseconds(configuration: number): number {
  if (configuration < 12) return OPUS_SILK_MS[configuration % 4] ?? 0;
  if (configuration < 16) return OPUS_HYBRID_MS[configuration % 2] ?? 0;
  return OPUS_CELT_MS[configuration % 4] ?? 0;
}

/** @see RFC 9639, 9.1: the block size of a frame header; 0 where no frame begins */
function flacFrames(packet: Uint8Array | null): number {
  if (packet === null || packet.length < 6 || packet[0] !== 0xff || ((packet[1] ?? 0) & 0xfe) !== 0xf8) return 0;
  const code = (packet[2] ?? 0) >> 4;
  if (code === 0) return 0;
  if (code === 1) return 192;
  if (code < 6) return 576 << (code - 2);
  if (code >= 8) return 256 << (code - 8);
  // The size follows the coded number, whose first byte gives its length as in UTF-8.
  const first = packet[4] ?? 0;
  const at = 4 + (first < 0x80 ? 1 : Math.clz32(~first << 24));
  const size = code === 6 ? (packet[at] ?? 0) : ((packet[at] ?? 0) << 8) | (packet[at + 1] ?? 0);
  return size + 1;
}
