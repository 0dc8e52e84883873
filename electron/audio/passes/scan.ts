/** The scan: one streaming pass over a recording for its exact length, measures, waveform peaks, seek index and content hash. */

import { statSync } from 'node:fs';
import type { ScanResult, ThreadCounts } from '../../../shared/engine-api/messages.ts';
import { temporaryPath, writeDerivedFile } from '../../platform/files/atomic-files.ts';
import { withDataErrors } from '../../platform/files/file-errors.ts';
import { openIncrementalHash } from '../../platform/files/hashing.ts';
import { declaredSeconds } from '../input/declared-length.ts';
import { decodeWhatIsThere } from '../input/decode-pass.ts';
import { type Anchor, encodeSeekIndex } from '../input/seek-index.ts';
import { openRecording, probeFile } from '../input/source-file.ts';
import { startMeasuringWorker } from '../measures/worker/measuring-worker.ts';
import { createSampleMeasurer, type SampleMeasurer } from '../measures/worker/sample-measures.ts';
import type { MediaReader, PacketSound } from '../media/reader.ts';
import type { ReportProgress } from '../output/progress.ts';
import { savedAs } from '../output/saved-as.ts';

/** A declared length may differ this much: encoder delay and rounding are smaller. A longer one means that the recording is truncated. */
const TOLERATED_SECONDS = 0.25;

/** Gaps whose places are kept. */
const MOST_GAPS = 32;

export interface ScanParams {
  readonly path: string;
  readonly peaksPath: string;
  readonly indexPath: string;
  /** What the recording was made of, which its outputs are made like. */
  readonly madeOf?: { readonly path: string; readonly track?: number } | undefined;
}

/** @throws CleartakeError as openRecording and decodeWhatIsThere do; outputUnwritable, diskFull */
export async function scan(params: ScanParams, report: ReportProgress): Promise<ScanResult> {
  const reader = openRecording(params.path);
  try {
    return await scanAll(params, reader, report);
  } finally {
    reader.close();
  }
}

async function scanAll(params: ScanParams, reader: MediaReader, report: ReportProgress): Promise<ScanResult> {
  const { codec, sampleRate, channels, hasVideo } = reader.info;
  const { measurer, ...threads } = await measurerFor(reader);
  const hash = openIncrementalHash(params.path);
  try {
    const bytes = statSync(params.path).size;
    const anchors: Anchor[] = [];
    let position = 0;
    let nextAnchor = 0;
    let soundEndsAt = 0;
    const gaps: { readonly from: number; frames: number }[] = [];
    let missing = 0;
    let missingUntil = -1;
    const { damagedFrames, frames, isDamaged } = await decodeWhatIsThere(reader, (sound) => {
      const wait = measurer.add(sound.channels, sound.frames);
      if (sound.missing > 0) {
        const last = gaps.at(-1);
        if (last === undefined || position > missingUntil) gaps.push({ from: position, frames: sound.missing });
        else last.frames += sound.missing;
        missing += sound.missing;
        missingUntil = position + sound.frames;
      }
      soundEndsAt = lastSound(sound, position) ?? soundEndsAt;
      position += sound.frames;
      const known = sound.byte !== null || sound.timestamp !== null;
      if (known && position >= nextAnchor) {
        anchors.push({ frameAfter: position, byte: sound.byte, timestamp: sound.timestamp });
        nextAnchor = position + sampleRate;
      }
      if (sound.byte !== null) {
        hash.follow(sound.byte);
        report({ stage: 'scanning', fraction: sound.byte / bytes });
      }
      return wait;
    });
    const declared = declaredSeconds(params.path, reader);
    const { path: origin, track } = params.madeOf ?? { path: params.path };
    const info = params.madeOf === undefined ? reader.info : await probeFile(origin, track);
    const change = savedAs(origin, info, temporaryPath(params.peaksPath));
    const { measures, overview, peaks, peak } = await measurer.finish();
    await withDataErrors(async () => {
      writeDerivedFile(params.peaksPath, peaks);
      writeDerivedFile(params.indexPath, encodeSeekIndex({ sampleRate, frames, anchors, overview }));
    });
    return {
      contentHash: await hash.finish(),
      codec,
      frames,
      sampleRate,
      channels,
      peak,
      declaredSeconds: declared,
      truncated: declared !== null && declared - frames / sampleRate > TOLERATED_SECONDS,
      damagedPackets: reader.damagedPackets,
      measures: {
        ...measures,
        ...(missing > 0 ? { gaps: { frames: missing, ...placesOf(gaps.slice(0, MOST_GAPS)) } } : {}),
        ...(declared !== null && Math.abs(frames / sampleRate - declared) > TOLERATED_SECONDS
          ? { declaredSeconds: declared }
          : {}),
        ...(isDamaged || damagedFrames > frames / 2 ? { isDamaged: true } : {}),
        ...(reader.track === null ? {} : { track: reader.track }),
        ...(change === null ? {} : { savedAs: change }),
        ...(soundEndsAt < frames ? { soundEndsAt } : {}),
      },
      hasVideo,
      carries: reader.carries,
      ...threads,
    };
  } finally {
    hash.close();
    measurer.close();
  }
}

function placesOf(gaps: readonly { readonly from: number; readonly frames: number }[]) {
  return { places: gaps.map(({ from }) => from), lengths: gaps.map(({ frames }) => frames) };
}

/** The frame behind the last that isn't exactly zero in any channel; null when all are. */
function lastSound({ channels, frames }: PacketSound, position: number): number | null {
  for (let frame = frames - 1; frame >= 0; frame--) {
    if (channels.some((samples) => samples[frame] !== 0)) return position + frame + 1;
  }
  return null;
}

/** Seconds. For shorter recordings starting a thread takes longer than it saves. */
const LONG_SECONDS = 600;

async function measurerFor({ info }: MediaReader): Promise<{ measurer: SampleMeasurer } & ThreadCounts> {
  const isLong = (info.durationSeconds ?? 0) > LONG_SECONDS;
  const beside = isLong ? await startMeasuringWorker(info) : null;
  return {
    measurer: beside ?? (await createSampleMeasurer(info)),
    startedThreads: beside === null ? 0 : 1,
    failedThreads: isLong && beside === null ? 1 : 0,
  };
}
