/** Encodes planar float32 into a file. The only place where media files are written. */

import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_CODEC_FLAG_QSCALE,
  AV_OPT_SEARCH_CHILDREN,
  AV_OPT_TYPE_STRING,
  AVERROR_EACCES,
  AVERROR_EINVAL,
  AVERROR_ENOENT,
  AVERROR_ENOSPC,
  AVERROR_EPERM,
  AVFMT_GLOBALHEADER,
  FF_QP2LAMBDA,
  type FFEncoderCodec,
} from 'node-av/constants';
import {
  Codec,
  CodecContext,
  Dictionary,
  FFmpegError,
  FormatContext,
  Frame,
  Packet,
  Rational,
  type Stream,
} from 'node-av/lib';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import { layoutNamed } from './layouts.ts';
import { fileUrl, isPause } from './node-av.ts';
import { createDither, packSamples, SAMPLE_FORMATS, type SampleKind } from './samples.ts';

/** FFmpeg's name of a PCM encoder: integers and floats of the usual widths, in either byte order. */
export type PcmEncoder = `pcm_${'s16' | 's24' | 's32' | 'f32' | 'f64'}${'le' | 'be'}`;

export interface Encoding {
  /** FFmpeg's name of the container. */
  readonly muxer: string;
  readonly muxerOptions?: Readonly<Record<string, string>>;
  /** FFmpeg's name of the encoder. */
  readonly encoder: PcmEncoder | 'flac' | 'alac' | 'libmp3lame' | 'mp2' | 'ac3' | 'aac' | 'libopus' | 'libvorbis';
  readonly encoderOptions?: Readonly<Record<string, string>>;
  readonly samples: SampleKind;
  /** Hz. */
  readonly sampleRate: number;
  readonly channels: number;
  /** FFmpeg's name, for example `5.1`, or just `6 channels` when the channels have no speakers. */
  readonly layout: string;
  /** Bits per second, for lossy encoders. */
  readonly bitRate?: number;
  /** The encoder's own quality scale, instead of a bit rate. */
  readonly quality?: number;
}

/** Everything in a file besides its main audio: tags, pictures, subtitles and other streams of packets. */
export interface SideStreams {
  /** Options for the file's muxer. */
  readonly muxerOptions: Readonly<Record<string, string>>;
  /** Start of the main audio, in seconds on the file's clock. */
  readonly soundBegins: number;
  /** Adds the tags and the streams before the main audio. Called before the header is written. */
  addBefore(muxer: FormatContext): void;
  /** Gives the main audio its own tags and marks. */
  describeSound(sound: Stream): void;
  /** Adds the streams after the main audio. */
  addBehind(muxer: FormatContext): void;
  /** Writes packets up to a time in seconds; null writes the rest. */
  writeUntil(seconds: number | null): void;
  close(): void;
}

export interface Writer {
  write(channels: readonly Float32Array[]): void;
  /** Flushes the encoder and completes the file. */
  finish(): void;
  /** Closes everything. Does nothing after `finish`. */
  close(): void;
}

/** Frames per packet for encoders that accept any number. */
const FREE_FRAME_SIZE = 4096;

/** @param sideStreams is not closed here @throws CleartakeError outputUnwritable, diskFull, also from `write` and `finish` */
export function createWriter(path: string, encoding: Encoding, sideStreams?: SideStreams): Writer {
  const { sampleRate, channels } = encoding;
  const sampleFormat = SAMPLE_FORMATS[encoding.samples];
  const layout = layoutNamed(encoding.layout, channels);
  const codec = Codec.findEncoderByName(encoding.encoder as FFEncoderCodec);
  if (codec === null) throw new Error(`The encoder ${encoding.encoder} is missing`);
  const muxer = new FormatContext();
  const encoder = new CodecContext();
  const packet = new Packet();
  packet.alloc();
  let opened = false;
  let closed = false;

  function close(): void {
    if (closed) return;
    closed = true;
    packet.free();
    encoder.freeContext();
    if (opened) muxer.closeOutputSync();
    muxer.freeContext();
  }

  function start() {
    written(muxer.allocOutputContext2(null, encoding.muxer, fileUrl(path)), 'describe the file');
    encoder.allocContext3(codec);
    encoder.sampleRate = sampleRate;
    encoder.sampleFormat = sampleFormat;
    encoder.channelLayout = layout;
    encoder.timeBase = new Rational(1, sampleRate);
    if (encoding.bitRate !== undefined) encoder.bitRate = BigInt(encoding.bitRate);
    if (encoding.quality !== undefined) {
      encoder.setFlags(AV_CODEC_FLAG_QSCALE);
      encoder.globalQuality = encoding.quality * FF_QP2LAMBDA;
    }
    if (encoding.samples.startsWith('s24')) encoder.bitsPerRawSample = 24;
    if (muxer.oformat?.hasFlags(AVFMT_GLOBALHEADER)) encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
    for (const [name, value] of Object.entries(encoding.encoderOptions ?? {})) {
      // Not passed to open2Sync, which would free the dictionary twice.
      written(encoder.setOption(name, value, AV_OPT_TYPE_STRING, AV_OPT_SEARCH_CHILDREN), `set ${name}`);
    }
    written(encoder.open2Sync(codec, null), `open ${encoding.encoder}`);
    sideStreams?.addBefore(muxer);
    const stream = muxer.newStream(null);
    stream.timeBase = new Rational(1, sampleRate);
    written(stream.codecpar.fromContext(encoder), 'describe the stream');
    sideStreams?.describeSound(stream);
    sideStreams?.addBehind(muxer);
    written(muxer.openOutputSync(), 'create the file');
    opened = true;
    const options = Dictionary.fromObject({ ...encoding.muxerOptions, ...sideStreams?.muxerOptions });
    try {
      written(muxer.writeHeaderSync(options), 'write the header');
    } finally {
      options.free();
    }
    return stream;
  }

  let stream: ReturnType<typeof start>;
  try {
    stream = start();
  } catch (failure) {
    close();
    throw failure;
  }
  const frameSize = encoder.frameSize || FREE_FRAME_SIZE;
  const pending = Array.from({ length: channels }, () => new Float32Array(frameSize));
  const dither = createDither();
  let filled = 0;
  let position = Math.round((sideStreams?.soundBegins ?? 0) * sampleRate);

  function drain(): void {
    for (;;) {
      const answer = encoder.receivePacketSync(packet);
      if (answer < 0) {
        if (!isPause(answer)) written(answer, 'encode');
        return;
      }
      sideStreams?.writeUntil(Number(packet.pts) / sampleRate);
      packet.streamIndex = stream.index;
      packet.rescaleTs(encoder.timeBase, stream.timeBase);
      written(muxer.interleavedWriteFrameSync(packet), 'write');
    }
  }

  function encodePending(): void {
    const frame = Frame.fromAudioBuffer(packSamples(pending, filled, encoding.samples, dither), {
      nbSamples: filled,
      format: sampleFormat,
      sampleRate,
      channelLayout: layout,
      timeBase: { num: 1, den: sampleRate },
      pts: BigInt(position),
    });
    position += filled;
    filled = 0;
    const answer = encoder.sendFrameSync(frame);
    frame.free();
    written(answer, 'encode');
    drain();
  }

  return {
    write: (planes) => {
      const count = planes[0]?.length ?? 0;
      for (let from = 0; from < count; ) {
        const part = Math.min(frameSize - filled, count - from);
        for (const [channel, plane] of planes.entries()) {
          pending[channel]?.set(plane.subarray(from, from + part), filled);
        }
        filled += part;
        from += part;
        if (filled === frameSize) encodePending();
      }
    },
    finish: () => {
      // Keep the last frame short: padding it with silence would lengthen the recording.
      if (filled > 0) encodePending();
      written(encoder.sendFrameSync(null), 'encode the end');
      drain();
      sideStreams?.writeUntil(null);
      written(muxer.writeTrailerSync(), 'complete the file');
      close();
    },
    close,
  };
}

/** Checks FFmpeg's result. @throws CleartakeError diskFull, outputUnwritable; otherwise an Error that names the operation */
export function written(answer: number, what: string): void {
  if (answer >= 0) return;
  const cause = new FFmpegError(answer);
  const detail = `${what}: ${cause.message}`;
  if (answer === AVERROR_ENOSPC) throw new CleartakeError('diskFull', { cause, detail });
  const unwritable = [AVERROR_EACCES, AVERROR_EPERM, AVERROR_ENOENT, AVERROR_EINVAL] as readonly number[];
  if (what === 'create the file' && unwritable.includes(answer)) {
    throw new CleartakeError('outputUnwritable', { cause, detail });
  }
  throw new Error(detail, { cause });
}
