/** Copies of recordings: a part with its exact samples as WAV, or the whole in Opus to listen to. */

import { CleartakeError } from '../../../shared/domain/errors.ts';
import { SIDES, type Side } from '../../../shared/domain/tracks/made-from.ts';
import type { CutParams, CutResult, EngineRequests, MediaInfo } from '../../../shared/engine-api/messages.ts';
import { stereoOf } from '../dsp/speakers.ts';
import { framesIn } from '../dsp/stage.ts';
import { decodeAll } from '../input/decode-pass.ts';
import { openRecording } from '../input/source-file.ts';
import type { MediaReader } from '../media/reader.ts';
import { nextTurn } from '../media/turn.ts';
import { type OutputPlan, planOutput } from '../output/formats.ts';
import { openPlannedSink, type Sink } from '../output/sink.ts';

/** Most packets between two turns of the event loop. */
const PACKETS_A_TURN = 64;
/** Samples of more bits, and of codecs without a number of bits, are stored as they were decoded. */
const MOST_INTEGER_BITS = 24;

/** Frames count as a scan counts them. @throws CleartakeError as openRecording does; mediaDamaged, outputUnwritable, diskFull */
export async function cut({ input, ...part }: CutParams): Promise<CutResult> {
  return await writePart(openRecording(input), part);
}

/** All that the reader has, as `cut` writes it. The reader is closed. */
export function writeWhole(reader: MediaReader, output: string): Promise<CutResult> {
  return writePart(reader, { output, fromFrame: 0, frames: Number.POSITIVE_INFINITY });
}

/** One channel of a stereo recording, as `cut` writes it. The reader is closed. @throws CleartakeError mediaUnsupported when it isn't stereo */
export async function writeSide(reader: MediaReader, side: Side, output: string): Promise<CutResult> {
  const { channels } = reader.info;
  if (channels === 2) return await writePart(reader, { output, fromFrame: 0, frames: Number.POSITIVE_INFINITY }, side);
  reader.close();
  throw new CleartakeError('mediaUnsupported', { detail: `${channels} channels` });
}

async function writePart(
  reader: MediaReader,
  { fromFrame, frames, output }: Omit<CutParams, 'input'>,
  side: Side | null = null,
): Promise<CutResult> {
  const info = side === null ? reader.info : { ...reader.info, channels: 1, channelLayout: 'mono' };
  let sink: Sink | null = null;
  try {
    sink = openPlannedSink({ path: output, format: 'wav' }, wavPlan(info), info);
    const written = await copyFrames(reader, side === null ? sink : oneSideOf(sink, side), fromFrame, frames);
    const { bytes } = await sink.finish();
    const { channels, sampleRate } = info;
    return { frames: written, sampleRate, channels, bytes };
  } finally {
    reader.close();
    await sink?.discard();
  }
}

/** Takes all channels, and writes one. */
function oneSideOf(sink: Sink, side: Side): Pick<Sink, 'write'> {
  const channel = SIDES.indexOf(side);
  return { write: (block) => sink.write(block.slice(channel, channel + 1)) };
}

function wavPlan(info: MediaInfo): OutputPlan {
  const plan = planOutput('wav', info);
  if (info.bitDepth !== null && info.bitDepth <= MOST_INTEGER_BITS) return plan;
  return { ...plan, encoding: { ...plan.encoding, encoder: 'pcm_f32le', samples: 'flt' } };
}

/** @returns how many there were */
async function copyFrames(
  reader: MediaReader,
  sink: Pick<Sink, 'write'>,
  fromFrame: number,
  frames: number,
): Promise<number> {
  const end = fromFrame + frames;
  let at = 0;
  let written = 0;
  let packets = 0;
  for (let sound = reader.read(); sound !== null && at < end; sound = reader.read()) {
    const from = Math.max(0, fromFrame - at);
    const to = Math.min(sound.frames, end - at);
    if (from < to) {
      const block = sound.channels.map((samples) => samples.subarray(from, to));
      sink.write(block);
      written += framesIn(block);
    }
    at += sound.frames;
    packets += 1;
    if (packets % PACKETS_A_TURN === 0) await nextTurn();
  }
  return written;
}

type Listening = EngineRequests['listeningCopy'];

/** In mono or stereo, as long as the recording to the sample. @throws CleartakeError as openRecording and decodeAll do; outputUnwritable, diskFull */
export async function makeListeningCopy({ input, output }: Listening['params']): Promise<Listening['result']> {
  const reader = openRecording(input);
  const sink = openPlannedSink({ path: output, format: 'opus' }, opusPlan(reader.info), reader.info);
  let frames = 0;
  try {
    await decodeAll(reader, (sound) => {
      sink.write(sound.channels);
      frames += sound.frames;
    });
    const { bytes } = await sink.finish();
    return { frames, sampleRate: reader.info.sampleRate, bytes };
  } finally {
    reader.close();
    await sink.discard();
  }
}

function opusPlan(info: MediaInfo): OutputPlan {
  if (info.channels <= 2) return planOutput('opus', info);
  const stereo = planOutput('opus', { ...info, channels: 2, channelLayout: 'stereo' });
  return { ...stereo, matrix: stereoOf(info.channelLayout, info.channels) };
}
