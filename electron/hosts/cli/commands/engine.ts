/** `cleartake engine`: the audio engine alone, in this process. */

import type { Stats } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { exportSettingsOf } from '../../../../shared/domain/batch/batch-preset.ts';
import type { ExportSettings } from '../../../../shared/domain/export/settings.ts';
import { extensionOf } from '../../../../shared/domain/media-types.ts';
import type { ModelId } from '../../../../shared/domain/models.ts';
import type { EngineProgress, OutputFormat } from '../../../../shared/engine-api/messages.ts';
import { createEngine } from '../../../audio/engine.ts';
import { EXIT, type ExitStatus, UsageError } from '../exit-status.ts';
import { print, tellInPlace } from '../output/printer.ts';
import { measureLines } from '../reports/measure-lines.ts';
import { jsonLine } from '../reports/printable.ts';
import { ENGINE_USAGE } from '../strings/usage.ts';

const FORMATS: Readonly<Record<string, OutputFormat>> = {
  wav: 'wav',
  flac: 'flac',
  mp3: 'mp3',
  m4a: 'm4a',
  opus: 'opus',
};

/** Restores one recording. The output's extension selects the format. @throws UsageError for another one, and for an output that is the input */
export async function engineRestoreCommand(
  input: string,
  output: string,
  options: { readonly model: ModelId; readonly restoration?: string },
): Promise<ExitStatus> {
  const format = FORMATS[extensionOf(output)];
  if (format === undefined) throw new UsageError(ENGINE_USAGE.extension(output, Object.keys(FORMATS)));
  await requireApart([input], output);
  const result = await createEngine().restore(
    {
      input: path.resolve(input),
      model: options.model,
      ...(options.restoration === undefined ? {} : { preset: options.restoration }),
      outputs: [{ path: path.resolve(output), format }],
    },
    reportProgress,
  );
  print(jsonLine(result));
  return EXIT.done;
}

/** Writes the peaks file and the seek index beside it. */
export async function enginePeaksCommand(input: string, output: string): Promise<ExitStatus> {
  const peaksPath = path.resolve(output);
  for (const written of [peaksPath, `${peaksPath}.index`]) await requireApart([input], written);
  const result = await createEngine().scan(
    { path: path.resolve(input), peaksPath, indexPath: `${peaksPath}.index` },
    reportProgress,
  );
  print(jsonLine(result));
  return EXIT.done;
}

/** Measures one recording. The pass also writes peaks and index, which are deleted. */
export async function engineMeasureCommand(input: string, options: { readonly json?: boolean }): Promise<ExitStatus> {
  await requireFile(input);
  const folder = await mkdtemp(path.join(tmpdir(), 'cleartake-measure-'));
  try {
    const result = await createEngine().scan(
      { path: path.resolve(input), peaksPath: path.join(folder, 'peaks'), indexPath: path.join(folder, 'index') },
      reportProgress,
    );
    const { measures, frames, sampleRate, channels, codec } = result;
    if (options.json === true) print(jsonLine({ frames, sampleRate, channels, codec, measures }));
    else print(measureLines(result));
    return EXIT.done;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Exports a result the way it goes to the output folder; if it already has that form, reports `as-is` and writes nothing. */
export async function engineExportCommand(
  original: string,
  result: string,
  output: string,
  options: Partial<ExportSettings>,
): Promise<ExitStatus> {
  await requireApart([original, result], output);
  const made = await createEngine().export(
    {
      original: path.resolve(original),
      result: path.resolve(result),
      output: path.resolve(output),
      ...exportSettingsOf(options),
    },
    reportProgress,
  );
  print(jsonLine(made));
  return EXIT.done;
}

/** Recordings are read, never written. @throws UsageError when the output is one of them, or when one is missing */
async function requireApart(inputs: readonly string[], output: string): Promise<void> {
  const written = await stat(output).catch(() => null);
  for (const input of inputs) {
    const read = await requireFile(input);
    if (written !== null && written.dev === read.dev && written.ino === read.ino)
      throw new UsageError(ENGINE_USAGE.overwrites(input));
  }
  const folder = path.dirname(path.resolve(output));
  if (!(await stat(folder).catch(() => null))?.isDirectory()) throw new UsageError(ENGINE_USAGE.noFolder(folder));
}

async function requireFile(file: string): Promise<Stats> {
  return stat(file).catch(() => {
    throw new UsageError(ENGINE_USAGE.missing(file));
  });
}

function reportProgress(progress: EngineProgress): void {
  tellInPlace(`${progress.stage} ${Math.round(progress.fraction * 100)} %  `);
}
