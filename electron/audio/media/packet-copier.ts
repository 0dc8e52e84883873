/** Copies the audio of a file into another one packet by packet, without decoding. */

import { AV_PKT_DATA_SKIP_SAMPLES, AVDISCARD_ALL } from 'node-av/constants';
import { Dictionary, FormatContext, Packet, type Stream } from 'node-av/lib';
import { readPacket } from './disk-failures.ts';
import { fileUrl, ticks } from './node-av.ts';
import { openInput } from './open-input.ts';
import { soundStreamIndex } from './packets/sound-stream.ts';
import { nextTurn } from './turn.ts';
import { type SideStreams, written } from './writer.ts';

export interface CopyTarget {
  readonly path: string;
  /** FFmpeg's name. */
  readonly muxer: string;
  readonly muxerOptions?: Readonly<Record<string, string>>;
}

/** Where the audio comes from. */
export interface CopySource {
  readonly path: string;
  /** Among the audio tracks, from 1; the file's own choice if absent. */
  readonly track?: number;
}

const PACKETS_A_TURN = 512;

/**
 * @param shift seconds by which the audio is delayed compared with the source file
 * @param sideStreams is not closed here
 * @throws CleartakeError mediaNotRecognized, outputUnwritable, diskFull
 */
export async function copySound(
  { path: from, track }: CopySource,
  target: CopyTarget,
  sideStreams: SideStreams,
  shift: number,
  onPacket: (byte: number) => void,
): Promise<void> {
  const format = openInput(from);
  const muxer = new FormatContext();
  const packet = new Packet();
  packet.alloc();
  let opened = false;
  try {
    const index = soundStreamIndex(format, from, track);
    const source = format.streams[index] as Stream;
    for (const stream of format.streams) if (stream.index !== index) stream.discard = AVDISCARD_ALL;
    written(muxer.allocOutputContext2(null, target.muxer, fileUrl(target.path)), 'describe the file');
    sideStreams.addBefore(muxer);
    const sound = muxer.newStream(null);
    written(source.codecpar.copy(sound.codecpar), 'describe the stream');
    sound.codecpar.codecTag = 0;
    if (target.muxer === 'mp3') sound.codecpar.initialPadding = paddingOf(from);
    sound.timeBase = source.timeBase;
    sideStreams.describeSound(sound);
    sideStreams.addBehind(muxer);
    written(muxer.openOutputSync(), 'create the file');
    opened = true;
    const options = Dictionary.fromObject({ ...target.muxerOptions, ...sideStreams.muxerOptions });
    try {
      written(muxer.writeHeaderSync(options), 'write the header');
    } finally {
      options.free();
    }
    const tick = source.timeBase.toDouble();
    const later = BigInt(Math.round(shift / tick));
    for (let packets = 1; readPacket(format, packet, from) >= 0; packets++) {
      if (packet.streamIndex === index) {
        onPacket(packet.pos < 0n ? 0 : Number(packet.pos));
        const time = ticks(packet.pts);
        if (time !== null) {
          sideStreams.writeUntil(time * tick + shift);
          packet.pts += later;
          packet.dts += later;
        }
        packet.streamIndex = sound.index;
        packet.rescaleTs(source.timeBase, sound.timeBase);
        packet.pos = -1n;
        written(muxer.interleavedWriteFrameSync(packet), 'write');
      }
      packet.unref();
      if (packets % PACKETS_A_TURN === 0) await nextTurn();
    }
    sideStreams.writeUntil(null);
    written(muxer.writeTrailerSync(), 'complete the file');
  } finally {
    packet.free();
    if (opened) muxer.closeOutputSync();
    muxer.freeContext();
    format.closeInputSync();
  }
}

/** Frames of encoder delay. The mp3 demuxer reports them only with the first packet, where its muxer does not look. */
function paddingOf(path: string): number {
  const format = openInput(path);
  const packet = new Packet();
  packet.alloc();
  try {
    const index = soundStreamIndex(format, path);
    while (readPacket(format, packet, path) >= 0) {
      if (packet.streamIndex === index) return packet.getSideData(AV_PKT_DATA_SKIP_SAMPLES)?.readUInt32LE(0) ?? 0;
      packet.unref();
    }
    return 0;
  } finally {
    packet.free();
    format.closeInputSync();
  }
}
