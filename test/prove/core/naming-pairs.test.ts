import { expect, test } from 'vitest';
import { fileNameOf, folderOf, outputFolder } from '../../../electron/core/library/export/export-task.ts';
import type { GenerationRow, JobRow, RecordingRow, ResultRow } from '../../../electron/core/store/schema.ts';
import { namesOf } from '../../../renderer/components/presets/naming/preview-names.ts';
import { DEFAULT_BATCH_PRESET } from '../../../shared/domain/batch/batch-preset.ts';
import { numberedName } from '../../../shared/domain/naming/numbering.ts';
import { localStamp } from '../../../shared/domain/naming/output-name.ts';
import { HOSTILE_NAMES } from '../../fixtures/hostile-names.ts';
import { faultsOf } from '../../fixtures/name-faults.ts';
import { TEMPLATES } from '../../fixtures/naming-templates.ts';
import { someOf } from '../depth.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const MODELS = ['service-2', 'service-3.5'] as const;
const OUT = '/out';

/** Preset, folder and connection are as hostile as the name. */
function recordingOf(name: string, index: number) {
  return { name: `${name}.wav`, folder: index % 3 === 0 ? `${name}/inner` : '', connection: name };
}

/** The paths that the core gives to the outputs of one recording, before numbers. */
function exported(namingTemplate: string, index: number, name: string, layout: 'flat' | 'mirrored') {
  const { folder, ...row } = recordingOf(name, index);
  const recording = { name: row.name, folder, origin: 'path' } as RecordingRow;
  const output = { kind: 'folder', path: OUT, layout } as const;
  const job = { preset: { ...DEFAULT_BATCH_PRESET, namingTemplate, output } } as JobRow;
  const result = { extension: 'wav' } as ResultRow;
  return MODELS.map((model) => {
    const counted = { models: MODELS.length, n: index + 1, of: HOSTILE_NAMES.length };
    const named = { originalName: row.name, preset: name, folder, connection: row.connection };
    const naming = { ...named, ...counted, ...localStamp(NOW), model };
    const task = { job, recording, generation: { id: 'g', model } as GenerationRow, result, naming };
    return `${folderOf(outputFolder(job.preset, recording) ?? '', task)}/${fileNameOf(task, 'wav')}`;
  });
}

test.each(someOf(TEMPLATES, 8))(
  'named by %s, hostile recordings come out as the preview says, harmless, and never as one file',
  (template) => {
    const layout = template.length % 2 === 0 ? 'flat' : 'mirrored';
    const recordings = HOSTILE_NAMES.map(recordingOf);
    // {preset} is one for all of them: the last name plays its part.
    const presetName = '../{name}\u202e';
    const settings = { template, presetName, models: [...MODELS], now: NOW };
    const previews = namesOf(recordings, { ...settings, output: { kind: 'folder', path: OUT, layout } });
    const taken = new Set<string>();
    const free = freeNames(taken);
    for (const [index, name] of HOSTILE_NAMES.entries()) {
      const preview = previews[index];
      if (preview === undefined) throw new Error('A recording has no preview');
      const own = exported(template, index, name, layout);
      if (own[0]?.toLowerCase() === own[1]?.toLowerCase()) expect([template, name, own]).toBe('two files');
      for (const [place, { folders, fileName }] of preview.outputs.entries()) {
        const shown = [OUT, ...folders, fileName].join('/');
        const written = template.includes('{preset}') ? shown : free(own[place] ?? '');
        if (written !== shown) expect(shown).toBe(written);
        for (const segment of [...folders, fileName]) {
          const faults = faultsOf(segment);
          if (faults.length > 0) expect([template, name, segment, faults]).toEqual([]);
        }
        const key = shown.toLowerCase();
        if (taken.has(key)) expect([template, name, shown]).toBe('free');
        taken.add(key);
      }
    }
  },
);

/** What the export writes where these names are there already, on a file system that ignores case. */
function freeNames(taken: ReadonlySet<string>) {
  const reached = new Map<string, number>();
  return (path: string): string => {
    const slash = path.lastIndexOf('/') + 1;
    const key = path.toLowerCase();
    for (let number = reached.get(key) ?? 1; ; number += 1) {
      const candidate = `${path.slice(0, slash)}${numberedName(path.slice(slash), number)}`;
      if (taken.has(candidate.toLowerCase())) continue;
      reached.set(key, number);
      return candidate;
    }
  };
}
