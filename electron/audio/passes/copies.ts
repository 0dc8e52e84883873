/** Copies of recordings: a part with its exact samples as WAV, or the whole in Opus to listen to. */

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

async function writePart(
  reader: MediaReader,
  { fromFrame, frames, output }: Omit<CutParams, 'input'>,
): Promise<CutResult> {
  let sink: Sink | null = null;
  try {
    sink = openPlannedSink({ path: output, format: 'wav' }, wavPlan(reader.info), reader.info);
    const written = await copyFrames(reader, sink, fromFrame, frames);
    const { bytes } = await sink.finish();
    const { channels, sampleRate } = reader.info;
    return { frames: written, sampleRate, channels, bytes };
  } finally {
    reader.close();
    await sink?.discard();
  }
}

function wavPlan(info: MediaInfo): OutputPlan {
  const plan = planOutput('wav', info);
  if (info.bitDepth !== null && info.bitDepth <= MOST_INTEGER_BITS) return plan;
  return { ...plan, encoding: { ...plan.encoding, encoder: 'pcm_f32le', samples: 'flt' } };
}

/** @returns how many there were */
async function copyFrames(reader: MediaReader, sink: Sink, fromFrame: number, frames: number): Promise<number> {
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
