/**
 * Joins the parts into which a recorder split a recording, without a seam: every sample of a part follows the last one of the part before.
 * Losslessly stored sound is stored as deep again, and what tags, cover and recorder's chunks the first part has are there. MP3 and plain
 * AAC are joined packet by packet: then one decoder reads all of it, as it reads a recording that was never split. One file alone is made one
 * that can be decoded throughout, with silence where it is damaged.
 */

import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import type { EngineRequests, MediaInfo, PartFacts } from '../../../../shared/engine-api/messages.ts';
import { commitFile, temporaryPath } from '../../../platform/files/atomic-files.ts';
import { withOutputErrors } from '../../../platform/files/file-errors.ts';
import { decodeAll, decodeWhatIsThere } from '../../input/decode-pass.ts';
import { openRecording } from '../../input/source-file.ts';
import { eachFrame, hasDelay, isPlainContainer } from '../../media/packets/plain-frames.ts';
import type { PacketSound } from '../../media/reader.ts';
import { readSourceMetadata, type SourceMetadata } from '../../media/side-streams/metadata-reader.ts';
import { readRecorderChunks } from '../../media/side-streams/recorder-chunks.ts';
import { metadataSideStreams } from '../../media/side-streams/tags.ts';
import { createWriter, type Encoding } from '../../media/writer.ts';
import { type Depth, depthOf, planFamily } from '../../output/formats.ts';
import type { ReportProgress } from '../../output/progress.ts';
import { JOINING } from '../../strings.ts';
import { divideValues } from '../tags/divide-values.ts';
import { tagsFor } from '../tags/tags-for.ts';
import { writeWavChunks } from '../tags/wav-chunks.ts';
import { isCueChunk, joinedCues } from './cue-points.ts';

type Join = EngineRequests['join'];

/** Where the broadcast chunk has the day, the time and the count of samples since midnight (EBU Tech 3285). */
const DATE_AT = 320;
const TIME_AT = 330;
const REFERENCE_AT = 338;

const ID3_HEAD_BYTES = 10;

/** What tells whether files are parts of one recording. @throws CleartakeError as openRecording does */
export function partFacts({ path }: EngineRequests['partFacts']['params']): PartFacts {
  const reader = openRecording(path);
  try {
    const { audioStreams, bitDepth, channelLayout, channels, codec, container } = reader.info;
    const { durationSeconds, hasVideo, sampleRate } = reader.info;
    const format = { audioStreams, bitDepth, channelLayout, channels, codec, container, sampleRate };
    return { ...format, durationSeconds, hasVideo, began: beganAt(path, sampleRate) };
  } finally {
    reader.close();
  }
}

function beganAt(path: string, sampleRate: number): PartFacts['began'] {
  const data = readRecorderChunks(path).find(({ id }) => id === 'bext')?.data;
  if (data === undefined || data.length < REFERENCE_AT + 8) return null;
  const date = data.toString('latin1', DATE_AT, DATE_AT + 10);
  const [hours, minutes, seconds] = data
    .toString('latin1', TIME_AT, TIME_AT + 8)
    .split(/[^\d]/)
    .map(Number);
  const reference = Number(data.readBigUInt64LE(REFERENCE_AT));
  if (reference > 0) return { date, seconds: reference / sampleRate, isExact: true };
  if (hours === undefined || minutes === undefined || seconds === undefined) return null;
  const of = hours * 3600 + minutes * 60 + seconds;
  return Number.isFinite(of) ? { date, seconds: of, isExact: false } : null;
}

/**
 * The same bytes each time.
 * @throws CleartakeError mediaUnsupported when they differ, mediaDamaged, and as openRecording does; outputUnwritable, diskFull
 */
export async function join({ inputs, stem }: Join['params'], report: ReportProgress): Promise<Join['result']> {
  const infos = inputs.map((path) => partFacts({ path }));
  const [first] = infos;
  if (first === undefined || infos.slice(1).some((one) => first.hasVideo || !isAlike(first, one)))
    throw new CleartakeError('mediaUnsupported', { parts: JOINING.differs });
  const isPlain =
    inputs.length > 1 && isPlainContainer(first.container) && !(await Promise.all(inputs.map(hasDelay))).includes(true);
  const extension = isPlain ? first.container : encodingOf(first).extension;
  const path = `${stem}.${extension}`;
  const temporary = temporaryPath(path);
  try {
    await (isPlain ? joinPackets(inputs, temporary, report) : joinSamples(inputs, temporary, report));
    await withOutputErrors(() => commitFile(temporary, path));
    return { extension, bytes: (await stat(path)).size };
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Whether both have one format, so that one file holds them as they are. */
function isAlike(one: PartFacts, other: PartFacts): boolean {
  return (
    !other.hasVideo &&
    one.container === other.container &&
    one.codec === other.codec &&
    one.sampleRate === other.sampleRate &&
    one.channels === other.channels &&
    one.channelLayout === other.channelLayout &&
    one.bitDepth === other.bitDepth
  );
}

/** As deep as the recording; 24 bits for what was compressed with loss. */
function encodingOf(info: PartFacts) {
  const described: MediaInfo = { ...info, audioStream: 1 };
  const isPcm = info.codec.startsWith('pcm_');
  const depth: Depth = info.bitDepth === null && !isPcm ? 's24' : depthOf(described);
  return planFamily(isPcm ? 'wav' : 'flac', described, depth);
}

async function joinSamples(inputs: readonly string[], path: string, report: ReportProgress): Promise<void> {
  const [first = ''] = inputs;
  const { encoding } = encodingOf(partFacts({ path: first }));
  const metadata = await readSourceMetadata(first);
  const chunks = encoding.muxer === 'wav' ? metadata.chunks.filter((chunk) => !isCueChunk(chunk)) : [];
  const sideStreams = metadataSideStreams(withTags(metadata, encoding), encoding.muxer);
  const writer = createWriter(path, encoding, sideStreams);
  const starts: number[] = [];
  try {
    let frames = 0;
    const isAlone = inputs.length === 1;
    for (const [index, input] of inputs.entries()) {
      starts.push(frames);
      const reader = openRecording(input);
      try {
        const { size } = await stat(input);
        const take = (sound: PacketSound) => {
          writer.write(sound.channels);
          if (sound.byte !== null)
            report({ stage: 'exporting', fraction: (index + sound.byte / size) / inputs.length });
        };
        frames += isAlone ? (await decodeWhatIsThere(reader, take)).frames : await decodeAll(reader, take);
      } finally {
        reader.close();
      }
    }
    writer.finish();
  } finally {
    writer.close();
    sideStreams.close();
  }
  if (Object.keys(metadata.several).length > 0 || metadata.pictures.length > 1) divideValues(path, encoding.muxer);
  if (encoding.muxer !== 'wav') return;
  const cues = joinedCues(
    inputs.map((input, index) => ({ from: starts[index] ?? 0, chunks: readRecorderChunks(input) })),
  );
  if (chunks.length + cues.length > 0) writeWavChunks(path, [...chunks, ...cues]);
}

function withTags(metadata: SourceMetadata, encoding: Encoding): SourceMetadata {
  const chunks = encoding.muxer === 'wav' ? metadata.chunks : [];
  return { ...metadata, tags: tagsFor(metadata, chunks, encoding) };
}

/** The frames of all parts in a row, behind the tag of the first. */
async function joinPackets(inputs: readonly string[], path: string, report: ReportProgress): Promise<void> {
  const file = openSync(path, 'w');
  try {
    for (const [index, input] of inputs.entries()) {
      const { size } = await stat(input);
      if (index === 0) writeSync(file, tagOf(input));
      await eachFrame(input, (data, byte) => {
        writeSync(file, data);
        report({ stage: 'exporting', fraction: (index + byte / size) / inputs.length });
        return true;
      });
    }
  } finally {
    closeSync(file);
  }
}

/** An ID3 tag at the beginning; empty without one. */
function tagOf(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(ID3_HEAD_BYTES);
    readSync(file, head, 0, ID3_HEAD_BYTES, 0);
    if (head.toString('latin1', 0, 3) !== 'ID3') return Buffer.alloc(0);
    const bytes = [6, 7, 8, 9].reduce((sum, at) => (sum << 7) | ((head[at] ?? 0) & 0x7f), 0);
    const tag = Buffer.alloc(ID3_HEAD_BYTES + bytes);
    return tag.subarray(0, readSync(file, tag, 0, tag.length, 0));
  } finally {
    closeSync(file);
  }
}
