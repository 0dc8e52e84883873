/** One streaming pass over a whole recording: its exact length, its waveform's peaks, its seek index and its content's hash. */

import { rm, stat } from 'node:fs/promises';
import type { ScanResult } from '../../shared/engine-api/messages.ts';
import { writeDerivedFile } from '../platform/atomic-files.ts';
import { hashFile } from '../platform/hashing.ts';
import { declaredSeconds } from './declared-length.ts';
import { decodeAll } from './decode-pass.ts';
import { keepingFiles } from './output-errors.ts';
import { createPeaksCollector } from './peaks.ts';
import type { ReportProgress } from './progress.ts';
import { type Anchor, encodeSeekIndex } from './seek-index.ts';
import { openRecording } from './source-file.ts';

/** A promised length may be this much longer before something counts as missing: encoder delay and rounding lie within. */
const TOLERATED_SECONDS = 0.25;

export interface ScanParams {
  readonly path: string;
  readonly peaksPath: string;
  readonly indexPath: string;
}

/** @throws CleartakeError as openRecording and decodeAll do; outputUnwritable, diskFull */
export async function scan(params: ScanParams, report: ReportProgress): Promise<ScanResult> {
  const reader = await openRecording(params.path);
  const over = new AbortController();
  const hashing = hashFile(params.path, over.signal);
  // Whatever ends the scan before it is awaited tells more.
  hashing.catch(() => undefined);
  try {
    const { codec, sampleRate, channels } = reader.info;
    const bytes = (await stat(params.path)).size;
    const peaks = createPeaksCollector();
    const anchors: Anchor[] = [];
    let position = 0;
    let nextAnchor = 0;
    const frames = await decodeAll(reader, (sound) => {
      peaks.add(sound.channels, sound.frames);
      position += sound.frames;
      const known = sound.byte !== null || sound.timestamp !== null;
      if (known && position >= nextAnchor) {
        anchors.push({ frameAfter: position, byte: sound.byte, timestamp: sound.timestamp });
        nextAnchor = position + sampleRate;
      }
      if (sound.byte !== null) report({ stage: 'scanning', fraction: sound.byte / bytes });
    });
    const declared = await declaredSeconds(params.path, reader);
    await keepingFiles(async () => {
      await writeDerivedFile(params.peaksPath, peaks.finish(sampleRate));
      await writeDerivedFile(params.indexPath, encodeSeekIndex({ sampleRate, frames, anchors }));
    });
    return {
      contentHash: await hashing,
      codec,
      frames,
      sampleRate,
      channels,
      peak: peaks.peak,
      declaredSeconds: declared,
      truncated: declared !== null && declared - frames / sampleRate > TOLERATED_SECONDS,
      damagedPackets: reader.damagedPackets,
    };
  } finally {
    over.abort();
    reader.close();
    // Only a failure leaves anything under the temporary names.
    for (const file of [params.peaksPath, params.indexPath]) await rm(`${file}.part`, { force: true });
  }
}
