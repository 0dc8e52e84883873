/** Writes a recording, a part of it, or its difference to another one to a file of its own. */

import type { PartFormat } from '../../../../shared/domain/listening/part.ts';
import type { ExtractParams, ExtractResult } from '../../../../shared/engine-api/extract-messages.ts';
import type { MediaInfo, OutputFormat } from '../../../../shared/engine-api/messages.ts';
import { framesIn } from '../../dsp/stage.ts';
import { probeFile } from '../../input/source-file.ts';
import { planOutput } from '../../output/formats.ts';
import type { ReportProgress } from '../../output/progress.ts';
import { openPlannedSink, type Sink } from '../../output/sink.ts';
import { findLag } from '../alignment.ts';
import { shapeOf } from '../export.ts';
import { openSource, type Shape, type SoundSource } from '../sound-source.ts';
import { differenceShape, without } from './subtract.ts';

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
