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
  if (codec === 'vorbis' && container === 'ogg') {
    // FFmpeg reads it from the packet itself: Ogg pages carry no durations.
    const framesATick = stream.timeBase.toDouble() * parameters.sampleRate;
    return ({ duration }) => Math.max(0, Math.round(Number(duration) * framesATick));
  }
  if (codec.startsWith('pcm_') || codec === 'mp3' || codec === 'aac') {
    const isKnown = avGetAudioFrameDuration2(parameters, 1024) > 0;
    return isKnown ? ({ size }) => avGetAudioFrameDuration2(parameters, size) : null;
  }
  return null;
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
