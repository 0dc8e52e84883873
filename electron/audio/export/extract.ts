/** A recording, a part of it, or its difference to another one as a file of its own, and the scan of such a difference. */

import type { PartFormat } from '../../../shared/domain/listening/part.ts';
import type {
  ExtractParams,
  ExtractResult,
  MediaInfo,
  OutputFormat,
  ScanDifferenceParams,
  ScanDifferenceResult,
} from '../../../shared/engine-api/messages.ts';
import { writeDerivedFile } from '../../platform/files/atomic-files.ts';
import { withDataErrors } from '../../platform/files/file-errors.ts';
import type { Block } from '../dsp/stage.ts';
import { framesIn } from '../dsp/stage.ts';
import { encodeSeekIndex } from '../input/seek-index.ts';
import { probeFile } from '../input/source-file.ts';
import { createSampleMeasurer } from '../measures/worker/sample-measures.ts';
import { planOutput } from '../output/formats.ts';
import type { ReportProgress } from '../output/progress.ts';
import { openPlannedSink, type Sink } from '../output/sink.ts';
import { findLag } from './alignment.ts';
import { shapeOf } from './export.ts';
import { openSource, type Shape, type SoundSource } from './sound-source.ts';

const BLOCK_FRAMES = 16_384;

const FORMATS: Readonly<Record<PartFormat, OutputFormat>> = { wav24: 'wav', flac: 'flac', mp3: 'mp3' };

/** Frames count as a scan counts them. @throws CleartakeError as openRecording does; mediaDamaged, outputUnwritable, diskFull */
export async function extract(params: ExtractParams, report: ReportProgress): Promise<ExtractResult> {
  const { format, fromFrame, input, minus, output } = params;
  const info = await probeFile(input);
  const less = minus === null ? null : await probeFile(minus);
  const shape = less === null ? info : differenceShape(info, less);
  // As the player asks for it.
  const lag = minus === null || less === null ? null : await findLag(input, minus, shapeOf(info, less));
  const sound = { ...info, ...shape, bitDepth: depthOf(params, info) };
  const opened: SoundSource[] = [];
  const open = (path: string, late: number) => {
    const source = openSource(path, layoutOf(shape), late);
    opened.push(source);
    return source;
  };
  let sink: Sink | null = null;
  try {
    const whole = open(input, 0);
    const taken = minus === null ? null : open(minus, lag ?? 0);
    sink = openPlannedSink({ path: output, format: FORMATS[format] }, planOutput(FORMATS[format], sound), sound);
    const end = params.frames === null ? Number.POSITIVE_INFINITY : fromFrame + params.frames;
    const expected = Math.min(end, (info.durationSeconds ?? 0) * shape.sampleRate);
    const frames = await copyPart(whole, taken, sink, fromFrame, end, (at) =>
      report({ stage: 'exporting', fraction: expected > 0 ? Math.min(1, at / expected) : 0 }),
    );
    const { bytes } = await sink.finish();
    return { frames, sampleRate: shape.sampleRate, channels: shape.channels, bytes, lag };
  } finally {
    for (const source of opened) source.close();
    await sink?.discard();
  }
}

/** FLAC keeps 16 bits where that is all there is. A difference is quieter than both, so it gets 24. */
function depthOf({ format, minus }: ExtractParams, { bitDepth }: MediaInfo): number {
  return format === 'flac' && minus === null && bitDepth !== null && bitDepth <= 16 ? 16 : 24;
}

function layoutOf({ channelLayout, channels, sampleRate }: Shape): Shape {
  return { channelLayout, channels, sampleRate };
}

/** @returns how many frames were written */
async function copyPart(
  whole: SoundSource,
  taken: SoundSource | null,
  sink: Sink,
  fromFrame: number,
  end: number,
  onFrame: (at: number) => void,
): Promise<number> {
  let at = 0;
  let written = 0;
  while (at < end) {
    const wanted = Math.min(BLOCK_FRAMES, (at < fromFrame ? fromFrame : end) - at);
    const block = await whole.take(wanted);
    const less = taken === null ? null : await taken.take(wanted);
    const frames = framesIn(block);
    if (frames === 0) break;
    if (at >= fromFrame) {
      sink.write(less === null ? block : without(block, less));
      written += frames;
    }
    at += frames;
    onFrame(at);
  }
  return written;
}

/** What the player makes of both: mono only where both are. */
function heardShape({ channels, sampleRate }: MediaInfo, other: MediaInfo): Shape {
  const isMono = channels === 1 && other.channels === 1;
  return isMono
    ? { sampleRate, channels: 1, channelLayout: 'mono' }
    : { sampleRate, channels: 2, channelLayout: 'stereo' };
}

/** Of a difference as a file: the channels that both have, or what the player makes of them. Either way it sounds as the player plays it. */
function differenceShape(one: MediaInfo, other: MediaInfo): Shape {
  const { channelLayout, channels, sampleRate } = one;
  return channels === other.channels ? { sampleRate, channels, channelLayout } : heardShape(one, other);
}

/** What is missing at the end of the other counts as silence. */
function without(block: Block, less: Block): Block {
  return block.map((samples, channel) => {
    const other = less[channel] as Float32Array;
    return samples.map((value, index) => value - (other[index] ?? 0));
  });
}

/** The waveform and the coarse spectrogram of a difference, in one pass over both recordings. As long as the first recording, and heard in as many channels as the player has. @throws CleartakeError as openRecording does; outputUnwritable, diskFull */
export async function scanDifference(params: ScanDifferenceParams): Promise<ScanDifferenceResult> {
  const { indexPath, minus, path, peaksPath } = params;
  const shape = heardShape(await probeFile(path), await probeFile(minus.path));
  const { sampleRate } = shape;
  const opened: SoundSource[] = [];
  const open = (file: string, late: number) => {
    const source = openSource(file, shape, late);
    opened.push(source);
    return source;
  };
  const measurer = await createSampleMeasurer({ ...shape, bitDepth: null });
  try {
    const whole = open(path, 0);
    const taken = open(minus.path, minus.lag);
    let frames = 0;
    for (;;) {
      const block = await whole.take(BLOCK_FRAMES);
      const count = framesIn(block);
      if (count === 0) break;
      await measurer.add(without(block, await taken.take(count)), count);
      frames += count;
    }
    const { overview, peak, peaks } = await measurer.finish();
    await withDataErrors(async () => {
      writeDerivedFile(indexPath, encodeSeekIndex({ sampleRate, frames, anchors: [], overview }));
      writeDerivedFile(peaksPath, peaks);
    });
    return { frames, sampleRate, peak };
  } finally {
    for (const source of opened) source.close();
    measurer.close();
  }
}
