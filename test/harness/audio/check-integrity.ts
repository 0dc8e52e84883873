/** The integrity check as the desk makes it, on two files: scans, comparison, verdict. */

import path from 'node:path';
import type { createEngine } from '../../../electron/audio/engine.ts';
import type { Comparison } from '../../../shared/domain/integrity/comparison.ts';
import type { Finding } from '../../../shared/domain/integrity/findings.ts';
import { judgeResult, type Scanned } from '../../../shared/domain/integrity/judge.ts';

export interface Checked {
  readonly findings: readonly Finding[];
  readonly comparison: Comparison;
  /** Processor time of the comparison alone. */
  readonly milliseconds: number;
}

/** @param folder for what scans write */
export async function checkIntegrity(
  engine: ReturnType<typeof createEngine>,
  folder: string,
  original: string,
  result: string,
  loudness: number | null = null,
): Promise<Checked> {
  const scanned = async (file: string): Promise<Scanned> => {
    const at = (name: string) => path.join(folder, name);
    const { frames, sampleRate, measures } = await engine.scan(
      { path: file, peaksPath: at('checked.peaks'), indexPath: at('checked.index') },
      () => undefined,
    );
    const { clippedPlaces, clippedSamples } = measures;
    return { frames, sampleRate, clippedPlaces, clippedSamples };
  };
  const [before, after] = [await scanned(original), await scanned(result)];
  const began = process.cpuUsage();
  const comparison = await engine.compare({ original, result }, () => undefined);
  const { system, user } = process.cpuUsage(began);
  const milliseconds = (system + user) / 1000;
  return { findings: judgeResult(comparison, before, after, { loudness }), comparison, milliseconds };
}
