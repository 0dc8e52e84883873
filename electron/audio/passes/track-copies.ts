/** One audio track or one side as a file of its own: a track's packets as they are where that decodes to the same, otherwise samples. */

import { rm, stat } from 'node:fs/promises';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import type { LengthResult, MediaInfo } from '../../../shared/engine-api/messages.ts';
import type { CopySideParams, CopyTrackParams, CopyTrackResult } from '../../../shared/engine-api/track-messages.ts';
import { commitFile, temporaryPath } from '../../platform/files/atomic-files.ts';
import { withDataErrors } from '../../platform/files/file-errors.ts';
import { measureLength, openRecording, probeFile } from '../input/source-file.ts';
import { copySound } from '../media/packet-copier.ts';
import { metadataSideStreams } from '../media/side-streams/tags.ts';
import { writeSide, writeWhole } from './copies.ts';

/** What holds the packets. */
interface Holder {
  /** FFmpeg's name. */
  readonly muxer: string;
  readonly muxerOptions?: Readonly<Record<string, string>>;
  readonly extension: string;
}

const WAV: Holder = { muxer: 'wav', muxerOptions: { rf64: 'auto' }, extension: 'wav' };

/** What FFmpeg writes into MP4 with its exact times. */
const IN_MP4 = ['aac', 'alac', 'ac3', 'eac3', 'mp3', 'flac', 'opus'];

/** Nothing but the sound is copied: tags come from the file that has the track. */
const NO_METADATA = { tags: {}, several: {}, pictures: [], chapters: [], chunks: [] };

/** @throws CleartakeError as openRecording does; mediaEmpty where nothing is on the track; outputUnwritable, diskFull */
export async function copyTrack({ input, number, stem }: CopyTrackParams): Promise<CopyTrackResult> {
  const info = await probeFile(input, number);
  const wanted = await measureLength(input, number);
  const holder = holderOf(info);
  const copied = holder === null ? null : await copyPackets({ input, number, stem }, holder, wanted);
  if (copied !== null) return copied;
  const { bytes } = await writeWhole(openRecording(input, number), `${stem}.wav`);
  return { extension: 'wav', bytes };
}

/** As a WAV file. @throws CleartakeError as openRecording does; mediaUnsupported when it isn't stereo; outputUnwritable, diskFull */
export async function copySide({ input, side, stem, track }: CopySideParams): Promise<CopyTrackResult> {
  const { bytes } = await writeSide(openRecording(input, track), side, `${stem}.wav`);
  return { extension: 'wav', bytes };
}

/** Null where only samples will do. */
function holderOf({ codec, container }: MediaInfo): Holder | null {
  if (codec.startsWith('pcm_')) return /^pcm_(s16|s24|s32|f32|f64)le$/.test(codec) ? WAV : null;
  const isExact = container.includes('mp4') && IN_MP4.includes(codec);
  return isExact ? { muxer: 'mp4', extension: 'm4a' } : { muxer: 'matroska', extension: 'mka' };
}

/** @returns null where the container refuses the codec, or where edits and gaps are lost in it */
async function copyPackets(
  { input, number, stem }: CopyTrackParams,
  { extension, muxer, muxerOptions = {} }: Holder,
  wanted: LengthResult,
): Promise<CopyTrackResult | null> {
  const output = `${stem}.${extension}`;
  const path = temporaryPath(output);
  const sideStreams = metadataSideStreams(NO_METADATA, muxer, muxerOptions);
  try {
    await copySound({ path: input, track: number }, { path, muxer }, sideStreams, 0, () => undefined);
    const { frames, sampleRate } = await measureLength(path);
    if (frames !== wanted.frames || sampleRate !== wanted.sampleRate) return null;
    await withDataErrors(() => commitFile(path, output));
    return { extension, bytes: (await stat(output)).size };
  } catch (failure) {
    // What the muxer says of the codec has no code: the disk's and the recording's errors have.
    if (failure instanceof CleartakeError) throw failure;
    return null;
  } finally {
    await rm(path, { force: true });
  }
}
