/** The audio tracks of a file, with the names that its programs gave them. */

import { AV_DISPOSITION_ATTACHED_PIC, AV_DISPOSITION_DEFAULT, AVMEDIA_TYPE_VIDEO } from 'node-av/constants';
import { avGetCodecName, type Stream } from 'node-av/lib';
import type { AudioTrack } from '../../../../shared/domain/tracks/audio-track.ts';
import { openInput } from '../open-input.ts';
import { audioStreams, hear, soundStreamIndex } from './sound-stream.ts';

/** What programs write where QuickTime has the name of a track. */
const NO_TITLE = /handler|^(core media audio|stereo|mono|)$/i;

/** @returns each null where there is none */
export function namesOf({ metadata }: Stream): Pick<AudioTrack, 'title' | 'language'> {
  const { handler_name: handler, language, title } = metadata?.getAll() ?? {};
  return {
    title: title ?? (handler === undefined || NO_TITLE.test(handler) ? null : handler),
    language: language === undefined || language === 'und' ? null : language,
  };
}

/** Whether a stream is video; a cover is not. */
export function isPicture(stream: Stream): boolean {
  return stream.codecpar.codecType === AVMEDIA_TYPE_VIDEO && !stream.hasDisposition(AV_DISPOSITION_ATTACHED_PIC);
}

export interface TrackList {
  readonly tracks: readonly AudioTrack[];
  /** Number of the one that is restored unless another is chosen; 0 where there is none. */
  readonly own: number;
  readonly hasVideo: boolean;
}

/** Silent ones are decoded whole. @throws CleartakeError mediaNotRecognized */
export function listTracks(path: string): TrackList {
  const format = openInput(path);
  try {
    const streams = audioStreams(format);
    const own = soundStreamIndex(format, path);
    const tracks = streams.map((stream, index) => ({
      number: index + 1,
      ...namesOf(stream),
      codec: avGetCodecName(stream.codecpar.codecId) ?? 'unknown',
      channels: stream.codecpar.channels,
      isDefault: stream.hasDisposition(AV_DISPOSITION_DEFAULT),
      heard: hear(path, stream.index),
    }));
    return {
      tracks,
      own: streams.findIndex(({ index }) => index === own) + 1,
      hasVideo: format.streams.some(isPicture),
    };
  } finally {
    format.closeInputSync();
  }
}
