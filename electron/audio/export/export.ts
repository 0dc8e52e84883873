/** Exports a result to the output folder: rendered in two passes and constant memory, or copied when the audio is unchanged. */

import { rm, stat } from 'node:fs/promises';
import { DEFAULT_TRUE_PEAK } from '../../../shared/domain/export-settings.ts';
import type { ExportParams, ExportResult } from '../../../shared/engine-api/export-messages.ts';
import type { MediaInfo } from '../../../shared/engine-api/messages.ts';
import { commitFile, temporaryPath } from '../../platform/files/atomic-files.ts';
import { withOutputErrors } from '../../platform/files/file-errors.ts';
import { probe } from '../input/source-file.ts';
import { copySound } from '../media/packet-copier.ts';
import { isEmpty } from '../media/side-streams/metadata-reader.ts';
import type { ReportProgress } from '../output/progress.ts';
import { findLag } from './alignment.ts';
import { soundBegins } from './audio-start.ts';
import { type ExportPlan, planExport } from './formats.ts';
import { type Rendering, renderWhole } from './rendering.ts';
import { isRefused, planSideStreams, type SideStreamPlan } from './side-streams.ts';
import type { Shape } from './sound-source.ts';

/** @throws CleartakeError as openRecording does; outputUnwritable, diskFull; no file is left behind then. */
export async function exportResult(params: ExportParams, report: ReportProgress): Promise<ExportResult> {
  const progress = (fraction: number) => report({ stage: 'exporting', fraction });
  progress(0);
  const original = await probe(params.original);
  const result = await probe(params.result);
  const shape = shapeOf(original, result);
  const lag = params.strength === 0 ? 0 : await findLag(params.original, params.result, shape);
  const make = (given: MediaInfo) => {
    const plan = planExport(params.format, given, params.original, result, shape);
    return exportAs({ params, plan, shape, lag, seconds: original.durationSeconds }, progress);
  };
  try {
    return await make(original);
  } catch (failure) {
    if (!original.hasVideo || !isRefused(failure)) throw failure;
    // Export the audio alone when no container accepts the video.
    return await make({ ...original, hasVideo: false });
  }
}

type Task = Omit<Rendering, 'sideStreamPlan' | 'target' | 'path'>;

async function exportAs(task: Task, progress: (fraction: number) => void): Promise<ExportResult> {
  const { params, plan, lag } = task;
  const { extension, contentType, isVideo } = plan;
  const sideStreamPlan = await planSideStreams(params.original, plan);
  const isUntouched = params.strength === 1 && params.loudness === null && (lag ?? 0) === 0;
  if (isUntouched && plan.takesFile && isEmpty(sideStreamPlan.metadata)) {
    const { size } = await stat(params.result);
    return { kind: 'as-is', extension, contentType, isVideo, bytes: size, figures: null };
  }
  const copies = isUntouched && plan.takesPackets;
  const path = temporaryPath(params.output);
  try {
    const figures = copies
      ? await copyWhole(params, plan, sideStreamPlan, path, progress)
      : await renderWhole({ ...task, sideStreamPlan, target: targetOf(params), path }, progress);
    await withOutputErrors(() => commitFile(path, params.output));
    const { size } = await stat(params.output);
    progress(1);
    return { kind: copies ? 'copied' : 'rendered', extension, contentType, isVideo, bytes: size, figures };
  } finally {
    await rm(path, { force: true });
  }
}

/** The original's rate, and the channels of whichever has fewer. */
function shapeOf(original: MediaInfo, result: MediaInfo): Shape {
  const { channels, channelLayout } = result.channels < original.channels ? result : original;
  return { sampleRate: original.sampleRate, channels, channelLayout };
}

function targetOf({ loudness, truePeak }: ExportParams) {
  return loudness === null ? null : { loudness, truePeak: truePeak ?? DEFAULT_TRUE_PEAK };
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
    copySound(result, target, sideStreams, shift, (byte) => progress(byte / size)),
  );
  return null;
}
