/** The streams of a recording beside its sound, packet by packet as they are, for a file in which that sound is another. */

import {
  AV_CODEC_ID_NONE,
  AVDISCARD_ALL,
  AVMEDIA_TYPE_ATTACHMENT,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_SUBTITLE,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants';
import { type FormatContext, Packet, type Stream } from 'node-av/lib';
import { type Carried, isAttached } from './carried.ts';
import type { Company } from './company.ts';
import { ticks } from './library.ts';
import { openInput } from './open-input.ts';
import { carriedCompany, setTags } from './tags.ts';
import { written } from './writer.ts';

/** Which streams come along: where a container does not take all of them, those of the pictures and the other sounds do. */
export type Passengers = 'all' | 'with-subtitles' | 'pictures-and-sound';

interface Pair {
  readonly from: Stream;
  readonly to: Stream;
}

/**
 * @param path of the recording
 * @param soundBegins seconds on its clock
 * @throws CleartakeError mediaNotRecognized
 */
export function remuxCompany(
  path: string,
  carried: Carried,
  muxerName: string,
  soundBegins: number,
  passengers: Passengers,
): Company {
  const own = carriedCompany(carried, muxerName);
  const format = openInput(path);
  const replaced = format.findBestStream(AVMEDIA_TYPE_AUDIO);
  const packet = new Packet();
  packet.alloc();
  const pairs = new Map<number, Pair>();
  let muxer: FormatContext | null = null;
  let isHeld = false;
  let closed = false;

  function add(streams: readonly Stream[]): void {
    for (const from of streams) {
      const to = (muxer as FormatContext).newStream(null);
      written(from.codecpar.copy(to.codecpar), 'describe a stream');
      to.timeBase = from.timeBase;
      to.avgFrameRate = from.avgFrameRate;
      to.sampleAspectRatio = from.sampleAspectRatio;
      to.disposition = from.disposition;
      setTags(to, from.metadata?.getAll() ?? {});
      pairs.set(from.index, { from, to });
    }
  }

  const wanted = format.streams.filter((stream) => stream.index !== replaced && isTaken(stream, passengers));
  for (const stream of format.streams) if (!wanted.includes(stream)) stream.discard = AVDISCARD_ALL;

  return {
    muxerOptions: own.muxerOptions,
    soundBegins,
    addBefore: (given) => {
      muxer = given;
      own.addBefore(given);
      add(wanted.filter(({ index }) => index < replaced));
    },
    addBehind: (given) => {
      add(wanted.filter(({ index }) => index > replaced));
      own.addBehind(given);
    },
    writeUntil: (seconds) => {
      own.writeUntil(seconds);
      for (;;) {
        if (!isHeld && format.readFrameSync(packet) < 0) return;
        isHeld = true;
        const pair = pairs.get(packet.streamIndex);
        if (pair !== undefined) {
          const time = ticks(packet.dts) ?? ticks(packet.pts);
          const isLater = time !== null && seconds !== null && time * pair.from.timeBase.toDouble() > seconds;
          if (isLater) return;
          packet.streamIndex = pair.to.index;
          packet.rescaleTs(pair.from.timeBase, pair.to.timeBase);
          packet.pos = -1n;
          written((muxer as FormatContext).interleavedWriteFrameSync(packet), 'write');
        }
        packet.unref();
        isHeld = false;
      }
    },
    close: () => {
      if (closed) return;
      closed = true;
      packet.free();
      format.closeInputSync();
    },
  };
}

function isTaken(stream: Stream, passengers: Passengers): boolean {
  const { codecType, codecId } = stream.codecpar;
  // FFmpeg itself sets aside the text track of chapters, which become chapters again.
  if (stream.discard >= AVDISCARD_ALL || isAttached(stream)) return false;
  if (codecType === AVMEDIA_TYPE_VIDEO || codecType === AVMEDIA_TYPE_AUDIO) return true;
  if (codecType === AVMEDIA_TYPE_SUBTITLE) return passengers !== 'pictures-and-sound';
  return passengers === 'all' && (codecId !== AV_CODEC_ID_NONE || codecType === AVMEDIA_TYPE_ATTACHMENT);
}
