/** Exports a result to the output folder: rendered in two passes and constant memory, or copied when the audio is unchanged. */

import { rm, stat } from 'node:fs/promises';
import { levelTarget } from '../../../shared/domain/export/level.ts';
import type { Fold } from '../../../shared/domain/quality/channel-notes.ts';
import type {
  ExportParams,
  ExportResult,
  PreviewParams,
  PreviewResult,
} from '../../../shared/engine-api/export-messages.ts';
import type { MediaInfo } from '../../../shared/engine-api/messages.ts';
import { commitFile, temporaryPath } from '../../platform/files/atomic-files.ts';
import { withOutputErrors } from '../../platform/files/file-errors.ts';
import { probeFile } from '../input/source-file.ts';
import { copySound } from '../media/packet-copier.ts';
import { isEmpty } from '../media/side-streams/metadata-reader.ts';
import type { SideSource } from '../media/side-streams/remux.ts';
import type { ReportProgress } from '../output/progress.ts';
import { videoContainersOf } from '../output/video-containers.ts';
import { findLag } from './alignment.ts';
import { type ExportPlan, planExport } from './formats.ts';
import { findFold } from './mix.ts';
import { type Bookends, fadeBetween, measureBookends } from './program.ts';
import { measureMix, type Rendering, renderWhole } from './rendering.ts';
import { isRefused, planSideStreams, type SideStreamPlan, soundBegins } from './side-streams.ts';
import type { Shape } from './sound-source.ts';

/** @throws CleartakeError as openRecording does; outputUnwritable, diskFull; no file is left behind then. */
export async function writeExport(params: ExportParams, report: ReportProgress): Promise<ExportResult> {
  const progress = (fraction: number) => report({ stage: 'exporting', fraction });
  progress(0);
  const original = await probeFile(params.original);
  const result = await probeFile(params.result);
  const sides: SideSource = params.sides ?? { path: params.original };
  const file = params.sides === undefined ? original : await probeFile(sides.path, sides.track);
  const { fold, shape } = await wantedShape(params, original, result);
  const lag = params.strength === 0 ? 0 : await findLag(params.original, params.result, shape);
  const containers = keepsTracks(params, file) ? videoContainersOf(file, sides.path) : [];
  for (const container of [...containers, null]) {
    const plan = planExport(params, container, result, shape, params.sides?.givesFormat === true ? file : result);
    try {
      return await exportAs(
        { params, sides, plan, shape, fold, lag, seconds: original.durationSeconds, resultChannels: result.channels },
        progress,
      );
    } catch (failure) {
      // Export the audio alone when no container accepts the video.
      if (container === null || !isRefused(failure)) throw failure;
    }
  }
  throw new RangeError('The audio alone is always tried');
}

/** What an export would mix, and how loud that is before any gain. Nothing is written. @throws CleartakeError as openRecording does */
export async function previewExport(params: PreviewParams): Promise<PreviewResult> {
  const { original, result, strength } = params;
  const { fold, shape } = await wantedShape(params, await probeFile(original), await probeFile(result));
  const { sampleRate, channels } = shape;
  const lag = strength === 0 ? 0 : await findLag(original, result, shape);
  if (strength === null) return { sampleRate, channels, lag, before: null };
  const mix = { original, result, strength, shape, fold, lag: lag ?? 0, frames: null };
  const { before } = await measureMix(mix, () => undefined);
  return { sampleRate, channels, lag, before };
}

/** A video stays one, unless its sound alone is asked for; the other audio tracks of a sound file stay in its own format. */
function keepsTracks({ format, video = 'picture' }: ExportParams, { hasVideo }: MediaInfo): boolean {
  return hasVideo ? video === 'picture' : format === 'source';
}

interface Wanted extends Pick<ExportParams, 'channels'> {
  readonly original: string;
}

/** The shape of the mix, and how its channels become one. */
async function wantedShape(
  { channels = 'source', original }: Wanted,
  info: MediaInfo,
  result: MediaInfo,
): Promise<{ readonly shape: Shape; readonly fold: Fold }> {
  const kept = shapeOf(info, result);
  if (channels === 'source') return { shape: kept, fold: await findFold(original, kept) };
  const mono = monoOf(info);
  const fold = await findFold(original, mono);
  // Weights of nothing: a side that is silent, or only leaks.
  return { shape: channels === 'mono' || fold.includes(0) ? mono : kept, fold };
}

function monoOf({ sampleRate }: MediaInfo): Shape {
  return { sampleRate, channels: 1, channelLayout: 'mono' };
}

type Task = Omit<Rendering, 'bookends' | 'sideStreamPlan' | 'target' | 'path'> & {
  readonly sides: SideSource;
  readonly resultChannels: number;
};

async function exportAs(task: Task, progress: (fraction: number) => void): Promise<ExportResult> {
  const { params, plan, lag } = task;
  const { extension, contentType, isVideo } = plan;
  // Pictures and other tracks would be out of sync.
  const bookends = isVideo ? null : await measureBookends(params, task.shape);
  const missesBookends = isVideo && (params.intro ?? params.outro) !== undefined;
  const introSeconds = secondsBefore(bookends, task);
  const sideStreamPlan = await planSideStreams(task.sides, plan, params.tags, { introSeconds, missesBookends });
  const { channels = 'source' } = params;
  const keepsChannels = channels === 'source' || task.shape.channels === task.resultChannels;
  const keepsLevel = params.loudness === null && params.levelVoices !== true;
  const isUntouched = bookends === null && keepsChannels && params.strength === 1 && keepsLevel && (lag ?? 0) === 0;
  if (isUntouched && plan.takesFile && isEmpty(sideStreamPlan.metadata)) {
    const { size } = await stat(params.result);
    return { kind: 'as-is', extension, contentType, isVideo, bytes: size, figures: null, leftOut: null };
  }
  const copies = isUntouched && plan.takesPackets;
  const path = temporaryPath(params.output);
  try {
    const figures = copies
      ? await copyWhole(params, plan, sideStreamPlan, path, progress)
      : await renderWhole(
          { ...task, bookends, sideStreamPlan, target: levelTarget(params, plan.encoding.channels), path },
          progress,
        );
    const leftOut = await sideStreamPlan.leftOut(path);
    await withOutputErrors(() => commitFile(path, params.output));
    const { size } = await stat(params.output);
    progress(1);
    return { kind: copies ? 'copied' : 'rendered', extension, contentType, isVideo, bytes: size, figures, leftOut };
  } finally {
    await rm(path, { force: true });
  }
}

/** How much later the recording begins behind its intro, in seconds. */
function secondsBefore(bookends: Bookends | null, { seconds, shape: { sampleRate } }: Task): number {
  const intro = bookends?.intro ?? null;
  if (bookends === null || intro === null) return 0;
  const frames = seconds === null ? Number.POSITIVE_INFINITY : seconds * sampleRate;
  return (intro.frames - fadeBetween(bookends.fade, intro.frames, frames)) / sampleRate;
}

/** The original's rate, and the channels of whichever has fewer. */
export function shapeOf(original: MediaInfo, result: MediaInfo): Shape {
  const { channels, channelLayout } = result.channels < original.channels ? result : original;
  return { sampleRate: original.sampleRate, channels, channelLayout };
}

async function copyWhole(
  { result }: ExportParams,
  plan: ExportPlan,
  sideStreamPlan: SideStreamPlan,
  path: string,
  progress: (fraction: number) => void,
): Promise<null> {
  const { size } = await stat(result);
  const { muxer, muxerOptions } = plan.encoding;
  const target = { path, muxer, ...(muxerOptions === undefined ? {} : { muxerOptions }) };
  const shift = plan.isVideo ? sideStreamPlan.soundBegins - soundBegins(result) : 0;
  await sideStreamPlan.into(path, (sideStreams) =>
    copySound({ path: result }, target, sideStreams, shift, (byte) => progress(byte / size)),
  );
  return null;
}
