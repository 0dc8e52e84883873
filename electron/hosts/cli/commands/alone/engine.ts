/** `cleartake engine`: the audio engine alone, in this process. */

import type { Stats } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Option } from 'commander';
import type { ExportSettings } from '../../../../../shared/domain/export/settings.ts';
import { extensionOf } from '../../../../../shared/domain/media-types.ts';
import type { ModelId } from '../../../../../shared/domain/models.ts';
import { MODEL_IDS } from '../../../../../shared/domain/models.ts';
import type { Measures } from '../../../../../shared/domain/quality/measures.ts';
import { channelNoteTitle } from '../../../../../shared/domain/quality/strings.ts';
import { formatDuration } from '../../../../../shared/domain/units.ts';
import type { EngineProgress, OutputFormat, ScanResult } from '../../../../../shared/engine-api/messages.ts';
import { EXIT, type ExitStatus, UsageError } from '../../exit-status.ts';
import { print, sayInPlace } from '../../output/printer.ts';
import { jsonLine } from '../../reports/printable.ts';
import type { CliCommand } from '../../syntax/cli-command.ts';
import { withExportOptions } from '../../syntax/options.ts';
import type { LoudnessOptions } from '../../work/preset-from.ts';

export function command(program: CliCommand): void {
  const engine = program.subcommand('engine', 'run the audio engine alone');
  engine
    .subcommand('restore', 'restore one file')
    .argument('<in>', 'a recording')
    .argument('<out>', 'the output; its extension selects the format')
    .addOption(new Option('--model <model>', 'restoration model').choices(MODEL_IDS).makeOptionMandatory())
    .option('--restoration <name>', 'restoration preset')
    .dataDir(false)
    .run(engineRestoreCommand);
  engine
    .subcommand('peaks', 'write the waveform of a recording and, beside it, its seek index')
    .argument('<in>', 'a recording')
    .argument('<out>', 'the peaks file')
    .dataDir(false)
    .run(enginePeaksCommand);
  engine
    .subcommand('measure', 'measure a recording: loudness, noise, speech, hum, reverb and more')
    .argument('<in>', 'a recording')
    .json()
    .dataDir(false)
    .run(engineMeasureCommand);
  withExportOptions(
    engine
      .subcommand('export', 'write a result the way it goes to the output folder')
      .argument('<original>', 'the recording')
      .argument('<result>', 'the result that a model made of it')
      .argument('<out>', 'the output'),
  )
    .dataDir(false)
    .run(engineExportCommand);
}

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
  if (format === undefined)
    throw new UsageError(
      `The extension of ${output} doesn’t name a format. Use one of ${Object.keys(FORMATS).join(', ')}.`,
    );
  await requireApart([input], output);
  const result = await (await loadEngine()).restore(
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
  const result = await (await loadEngine()).scan(
    { path: path.resolve(input), peaksPath, indexPath: `${peaksPath}.index` },
    reportProgress,
  );
  print(jsonLine(result));
  return EXIT.done;
}

/** Measures one recording. The pass also writes peaks and index, which are deleted. */
async function engineMeasureCommand(input: string, options: { readonly json?: boolean }): Promise<ExitStatus> {
  await requireFile(input);
  const folder = await mkdtemp(path.join(tmpdir(), 'cleartake-measure-'));
  try {
    const result = await (await loadEngine()).scan(
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
  { loudness, monoLoudness, ...others }: Partial<Omit<ExportSettings, keyof LoudnessOptions>> & LoudnessOptions,
): Promise<ExitStatus> {
  await requireApart([original, result], output);
  const { exportSettingsOf } = await import('../../../../../shared/domain/batch/batch-preset.ts');
  const { loudnessFrom } = await import('../../work/preset-from.ts');
  const made = await (await loadEngine()).export(
    {
      original: path.resolve(original),
      result: path.resolve(result),
      output: path.resolve(output),
      ...exportSettingsOf({ ...others, ...loudnessFrom({ loudness, monoLoudness }) }),
    },
    reportProgress,
  );
  print(jsonLine(made));
  return EXIT.done;
}

async function loadEngine() {
  return (await import('../../../../audio/engine.ts')).createEngine();
}

/** Recordings are read, never written. @throws UsageError when the output is one of them, or when one is missing */
async function requireApart(inputs: readonly string[], output: string): Promise<void> {
  const written = await stat(output).catch(() => null);
  for (const input of inputs) {
    const read = await requireFile(input);
    if (written !== null && written.dev === read.dev && written.ino === read.ino)
      throw new UsageError(
        `${input} is the recording itself. Nothing was written; choose another name for the output.`,
      );
  }
  const folder = path.dirname(path.resolve(output));
  if (!(await stat(folder).catch(() => null))?.isDirectory())
    throw new UsageError(`There is no folder ${folder}. Nothing was written.`);
}

async function requireFile(file: string): Promise<Stats> {
  return stat(file).catch(() => {
    throw new UsageError(`There is no file ${file}.`);
  });
}

function reportProgress(progress: EngineProgress): void {
  sayInPlace(`${progress.stage} ${Math.round(progress.fraction * 100)} %  `);
}

const UNKNOWN = 'unknown';

/** The measures of a recording, one line each. */
function measureLines({ measures, frames, sampleRate }: ScanResult): readonly string[] {
  const { loudness, loudnessRange, truePeak, noiseFloor, speechLevel, signalToNoise, decayTime, bandwidth } = measures;
  return [
    line('Length', `${frames} frames at ${sampleRate} Hz, ${formatDuration(frames / sampleRate)}`),
    line('Integrated loudness', figure(loudness, 'LUFS')),
    line('Loudness range', figure(loudnessRange, 'LU')),
    line('True peak', figure(truePeak, 'dBTP')),
    line('Speech level', figure(speechLevel, 'dBFS')),
    line('Noise floor', figure(noiseFloor, 'dBFS')),
    line('Signal-to-noise ratio', figure(signalToNoise, 'dB, estimated')),
    line('Worst minute', worst(measures, sampleRate)),
    line('Clipped samples', String(measures.clippedSamples)),
    line('Hum', humInWords(measures)),
    line('Reverberation time', decayTime === null ? UNKNOWN : `${decayTime.toFixed(2)} s, estimated`),
    line('Bandwidth', bandwidth === null ? UNKNOWN : `${Math.round(bandwidth)} Hz`),
    ...(measures.channelNotes ?? []).map((note) => line('Channels', channelNoteTitle(note))),
  ];
}

function line(name: string, value: string): string {
  return `${`${name}:`.padEnd(24)}${value}`;
}

function figure(value: number | null, unit: string): string {
  return value === null ? UNKNOWN : `${value.toFixed(1)} ${unit}`;
}

function worst({ worstMinute }: Measures, sampleRate: number): string {
  if (worstMinute === null) return UNKNOWN;
  const { fromFrame, signalToNoise } = worstMinute;
  return `from ${formatDuration(fromFrame / sampleRate)} (frame ${fromFrame}), ${signalToNoise.toFixed(1)} dB`;
}

function humInWords({ hum }: Measures): string {
  return hum === null ? 'none' : `${hum.frequency.toFixed(2)} Hz, ${hum.level.toFixed(1)} dBFS`;
}
