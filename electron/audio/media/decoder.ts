/** Decodes the packets of one stream to planar float32 and counts damaged ones. */

import { Codec, CodecContext, Frame, type Packet, type Stream } from 'node-av/lib';
import { isAllowedDecoder } from './codecs/allowed.ts';
import { changingShape, unsupportedCodec } from './codecs/unsupported.ts';
import { checked, isPause } from './node-av.ts';
import { copyFrame } from './samples.ts';

/** A damaged header can give one frame another rate; this many in a row mean that the format really changes. */
const MOST_STRANGE_FRAMES = 20;

export interface DecodedSound {
  readonly frames: number;
  /** One array for each channel of the recording, valid until the next packet is decoded. */
  readonly channels: readonly Float32Array[];
}

export interface Decoder {
  /** Packets and frames so far that were unusable. */
  readonly damaged: number;
  /** Decodes a packet, possibly to no frames; null flushes the decoder. @throws CleartakeError mediaUnsupported */
  decode(packet: Packet | null): DecodedSound;
  /** Resets the decoder after a seek. */
  restart(): void;
  /** Replaces the decoder: a reset keeps some state, such as the position in a sequence of random numbers. */
  renew(): void;
  close(): void;
}

/** @param shape of the recording, to which every frame is converted @throws CleartakeError mediaUnsupported */
export function createDecoder(
  stream: Stream,
  shape: { readonly codec: string; readonly sampleRate: number; readonly channels: number },
): Decoder {
  const codec = Codec.findDecoder(stream.codecpar.codecId);
  if (codec === null || !isAllowedDecoder(codec.name)) throw unsupportedCodec(shape.codec);
  let context = openedContext(codec, stream, shape.codec);
  const frame = new Frame();
  frame.alloc();
  /** Reused for every packet: new ones would keep the garbage collector busy. */
  let planes = Array.from({ length: shape.channels }, () => new Float32Array(0));
  /** The latest views; most packets are equally long. */
  let sound: DecodedSound = { frames: 0, channels: planes };
  let damaged = 0;
  /** Consecutive frames with another rate or layout than the recording's. */
  let strange = 0;

  /** Whether the received frame fits the recording. A frame that does not is damage, until there are too many. */
  function fits(): boolean {
    const { channels } = frame;
    // Mono and stereo convert into each other; with more channels, nobody knows which ones are missing.
    const isAlike = channels === shape.channels || Math.max(channels, shape.channels) <= 2;
    if (frame.sampleRate === shape.sampleRate && channels > 0 && isAlike) {
      strange = 0;
      return true;
    }
    damaged += 1;
    strange += 1;
    if (strange < MOST_STRANGE_FRAMES) return false;
    throw changingShape();
  }

  function receive(): DecodedSound {
    let frames = 0;
    for (;;) {
      const answer = context.receiveFrameSync(frame);
      if (answer < 0) {
        if (!isPause(answer)) damaged += 1;
        if (frames !== sound.frames) sound = { frames, channels: planes.map((plane) => plane.subarray(0, frames)) };
        return sound;
      }
      try {
        if (!fits()) continue;
        const count = frame.nbSamples;
        reserve(frames + count);
        copyFrame(frame, count, planes, frames);
        frames += count;
      } finally {
        frame.unref();
      }
    }
  }

  function reserve(frames: number): void {
    if (frames <= (planes[0]?.length ?? 0)) return;
    planes = planes.map((plane) => {
      const larger = new Float32Array(frames);
      larger.set(plane);
      return larger;
    });
  }

  return {
    get damaged() {
      return damaged;
    },
    decode: (packet) => {
      const sent = context.sendPacketSync(packet);
      if (packet !== null && sent < 0 && !isPause(sent)) damaged += 1;
      return receive();
    },
    restart: () => context.flushBuffers(),
    renew: () => {
      context.freeContext();
      context = openedContext(codec, stream, shape.codec);
    },
    close: () => {
      frame.free();
      context.freeContext();
    },
  };
}

function openedContext(codec: Codec, stream: Stream, name: string): CodecContext {
  const context = new CodecContext();
  context.allocContext3(codec);
  context.parametersToContext(stream.codecpar);
  context.pktTimebase = stream.timeBase;
  // One thread: more would delay frames, so that a packet would no longer decode to its own audio.
  context.threadCount = 1;
  try {
    checked(context.open2Sync(codec, null), 'open decoder');
    return context;
  } catch (failure) {
    context.freeContext();
    throw unsupportedCodec(name, failure);
  }
}
