/** `cleartake presets`: shows, exports and imports named presets. */

import { open } from 'node:fs/promises';
import path from 'node:path';
import { exportSettingsOf, layoutOf, type OutputPlace } from '../../../../shared/domain/batch/batch-preset.ts';
import { presetsToText } from '../../../../shared/domain/batch/preset-file.ts';
import type { NamedPreset } from '../../../../shared/domain/batch/presets.ts';
import { presetsIn } from '../../../core/library/presets/presets.ts';
import { harmlessJson } from '../../../platform/security/harmless-text.ts';
import { EXIT, type ExitStatus, UsageError } from '../exit-status.ts';
import { openForWork } from '../open-desk.ts';
import { type ReadOptions, reading } from '../open-store.ts';
import { print, printText } from '../output/printer.ts';
import { findPreset } from '../preset-from.ts';
import { jsonLine } from '../reports/printable.ts';
import { PRESETS } from '../strings/reports.ts';
import { USAGE } from '../strings/usage.ts';

const LARGEST_FILE_BYTES = 1_000_000;

/** Needs no lock, so it works while the desk is open. */
export function listPresets(options: ReadOptions): ExitStatus {
  return reading(options, (store) => {
    const { presets, chosenId, defaultId } = presetsIn(store);
    for (const preset of presets) {
      const [chosen, standard] = [preset.id === chosenId, preset.id === defaultId];
      const line = options.json
        ? jsonLine({ event: 'preset', ...preset, chosen, default: standard })
        : `${preset.name}${standard ? ` (${PRESETS.standard})` : ''}: ${settingWords(preset)}`;
      print(line);
    }
    return EXIT.done;
  });
}

/** Prints the file that `import` reads. @param names all presets if empty */
export function exportPresets(names: readonly string[], options: ReadOptions): ExitStatus {
  return reading(options, (store) => {
    const { presets } = presetsIn(store);
    const wanted = names.length === 0 ? presets : names.map((name) => findPreset(name, presets));
    printText(harmlessJson(presetsToText(wanted)));
    return EXIT.done;
  });
}

/** @param file `-` for standard input */
export async function importPresets(file: string, options: ReadOptions): Promise<ExitStatus> {
  const text = await textOf(file);
  const desk = await openForWork({ dataDirectory: options.dataDir, leavesEarlierWork: true });
  try {
    const { added, known, withoutFolder } = await desk.client.presets.import({ text });
    if (options.json) print(jsonLine({ event: 'imported', added, known, withoutFolder }));
    else {
      const lines = [
        ...added.map(({ name }) => PRESETS.added(name)),
        ...known.map((name) => PRESETS.known(name)),
        ...withoutFolder.map(({ name, folder }) => PRESETS.withoutFolder(name, folder)),
      ];
      for (const line of lines) print(line);
    }
    return EXIT.done;
  } finally {
    await desk.close();
  }
}

/** `service-2 + service-3.5, podcast, 80 %, -16 LUFS, m4a, /home/me/out`. */
function settingWords({ settings }: NamedPreset): string {
  const { strength, loudness, format } = exportSettingsOf(settings);
  const { models, output, samplingPreset } = settings;
  return [
    models.join(' + '),
    ...(samplingPreset === undefined ? [] : [samplingPreset]),
    ...(strength === 1 ? [] : [`${Math.round(strength * 100)} %`]),
    ...(loudness === null ? [] : [`${loudness} LUFS`]),
    ...(format === 'source' ? [] : [format]),
    placeWords(output),
  ].join(', ');
}

function placeWords(output: OutputPlace): string {
  if (output.kind !== 'folder') return PRESETS.places[output.kind];
  return layoutOf(output) === 'flat' ? PRESETS.flat(output.path) : output.path;
}

/** @throws UsageError */
async function textOf(file: string): Promise<string> {
  try {
    if (file === '-') return await textOfStream(process.stdin);
    const handle = await open(path.resolve(file));
    return await textOfStream(handle.createReadStream());
  } catch (failure) {
    if (failure instanceof UsageError) throw failure;
    throw new UsageError(USAGE.presetFileUnreadable(file));
  }
}

async function textOfStream(stream: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of stream) {
    bytes += part.length;
    if (bytes > LARGEST_FILE_BYTES) throw new UsageError(USAGE.presetFileTooLarge);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
