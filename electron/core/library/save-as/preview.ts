/** What a Save as… would write: names and places, the odd ones first. Nothing is rendered or written for it. */

import path from 'node:path';
import {
  MOST_PREVIEWED,
  type Oddity,
  type PreviewedOutput,
  type SaveAsPreview,
  type SaveAsRequest,
} from '../../../../shared/contract/outputs.ts';
import { extensionOfFormat } from '../../../../shared/domain/batch/also-output.ts';
import { batchPresetSchema, exportSettingsOf } from '../../../../shared/domain/batch/batch-preset.ts';
import { levelTarget } from '../../../../shared/domain/export/level.ts';
import { sourceExtension } from '../../../../shared/domain/export/source-format.ts';
import { extensionOf } from '../../../../shared/domain/media-types.ts';
import { numberedName } from '../../../../shared/domain/naming/numbering.ts';
import { outputChannels } from '../../../../shared/domain/quality/channel-notes.ts';
import type { Files } from '../../../platform/files/files.ts';
import type { Store } from '../../store/open-store.ts';
import type { JobRow } from '../../store/schema.ts';
import { type ExportTask, fileNameOf, folderOf, outputFolder } from '../export/export-task.ts';
import { wantedExport } from '../export/rendered-export.ts';
import { usedFiles } from '../export/used-files.ts';
import { type MadeFiles, madeFiles, wasTaken } from './records.ts';
import { taskOf, type WantedOutput, wantedOutputs } from './wanted.ts';

/** Names of more aren't compared: the page asks with every change of a setting. */
const MOST_COMPARED = 2000;

interface Ports {
  readonly files: Pick<Files, 'facts'>;
  readonly store: Store;
}

export async function previewSaveAs({ files, store }: Ports, request: SaveAsRequest): Promise<SaveAsPreview> {
  const { missing, models, outputs } = wantedOutputs(store, request);
  const factsOf = remembering(files.facts);
  const planned = outputs.slice(0, MOST_COMPARED).map((wanted) => planOf({ files: { facts: factsOf }, store }, wanted));
  const folders = countOf(planned.flatMap(({ folder }) => folder ?? []));
  const main = [...folders].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? null;
  const bytesAt = remembering(async (file) => (await files.facts(file).catch(() => null))?.bytes ?? null);
  const given = new Set<string>();
  const shown: PreviewedOutput[] = missing.map((job) => missingOutput(store, job));
  let [earlier, there] = [0, 0];
  for (const plan of planned) {
    const { exportedPath } = plan.task.result;
    const isEarlier = exportedPath !== null && (await bytesAt(exportedPath)) !== null;
    const replaced = isEarlier && request.earlier === 'replace' ? exportedPath : null;
    const named = await nameOf(plan, replaced, { bytesAt, isGiven: (file) => given.has(keyOf(file)) });
    const isThere = named.oddities.some(({ kind }) => kind === 'there');
    there += Number(isThere);
    earlier += Number(isEarlier && !isThere);
    if (plan.folder !== null) given.add(keyOf(path.join(plan.folder, named.fileName)));
    const oddities = [
      ...plan.oddities,
      ...(plan.folder !== null && plan.folder !== main ? [ELSEWHERE] : []),
      ...named.oddities,
    ];
    shown.push({ ...plan.shown, fileName: named.fileName, folder: plan.folder, oddities });
  }
  return {
    files: outputs.length,
    there,
    differing: differingIn(outputs),
    missing: missing.length,
    models: [...models],
    earlier,
    folder: main,
    otherFolders: Math.max(0, folders.size - 1),
    outputs: shown.toSorted((one, other) => rankOf(one) - rankOf(other)).slice(0, MOST_PREVIEWED),
  };
}

/** The settings in which recordings differ from each other. */
function differingIn(outputs: readonly WantedOutput[]): SaveAsPreview['differing'] {
  const presets = [...new Map(outputs.map(({ job }) => [job.id, job.preset])).values()];
  const [first] = presets;
  const wordOf = (value: unknown) => JSON.stringify(value ?? null);
  return batchPresetSchema
    .keyof()
    .options.filter((key) => presets.some((preset) => wordOf(preset[key]) !== wordOf(first?.[key])));
}

const ELSEWHERE: Oddity = { kind: 'elsewhere' };

interface Plan {
  readonly task: ExportTask;
  /** Null where a person takes it. */
  readonly folder: string | null;
  readonly wantedName: string;
  readonly oddities: readonly Oddity[];
  /** Of this output. */
  made(): Promise<MadeFiles>;
  readonly shown: Pick<PreviewedOutput, 'id' | 'name' | 'loudness'>;
}

function planOf({ files, store }: Ports, wanted: WantedOutput): Plan {
  const task = taskOf(store, wanted);
  const { generation, job, recording } = task;
  const events = () => store.events.ofJob(job.id);
  const place = outputFolder(job.preset, recording);
  const settings = wantedExport(task);
  const extension = extensionFor(task);
  const asked = exportSettingsOf(job.preset);
  const target = levelTarget(asked, channelsOf(task));
  const isVideo = extension !== '' && isVideoOutput(task, extension);
  const from = recording.measures?.loudness ?? null;
  const isHeld =
    job.state.kind === 'in-review' && job.state.held.some(({ generationId }) => generationId === generation.id);
  return {
    task,
    folder: place === null ? null : folderOf(place, task),
    wantedName: fileNameOf(task, extension),
    oddities: [
      ...(isHeld ? [{ kind: 'in-review' } as const] : []),
      ...(recording.hasVideo ? [{ kind: 'video', keepsPicture: isVideo } as const] : []),
      ...(isVideo && (asked.intro ?? asked.outro) !== undefined ? [{ kind: 'no-bookends' } as const] : []),
      ...(asked.format !== 'source' && !isVideo && extension !== extensionOfFormat(asked.format)
        ? [{ kind: 'other-format', wanted: asked.format } as const]
        : []),
      ...(place === null ? [{ kind: 'taken', before: wasTaken(task, events()) } as const] : []),
    ],
    made: async () => madeFiles(task, settings, events(), settings === null ? {} : await usedFiles(files, settings)),
    shown: {
      id: `${job.id} ${generation.id} ${wanted.slot}`,
      name: recording.name,
      loudness: target === null || from === null || settings === null ? null : { from, to: target.loudness },
    },
  };
}

function channelsOf({ job, recording, result }: ExportTask): number | null {
  const { channels, measures } = recording;
  // The export takes those of whichever has fewer.
  const kept = Math.min(channels ?? result.channels, result.channels);
  return outputChannels({ channels: kept, channelNotes: measures?.channelNotes ?? [] }, job.preset);
}

/** Without its dot, as the export will call it. */
function extensionFor(task: ExportTask): string {
  const { recording, result } = task;
  const settings = wantedExport(task);
  if (settings === null) return result.extension;
  if (recording.hasVideo && settings.video !== 'sound') return sourceExtension(recording.name) || result.extension;
  return settings.format === 'source' ? result.extension : extensionOfFormat(settings.format);
}

/** A recording keeps its pictures in its own format only. */
function isVideoOutput({ recording }: ExportTask, extension: string): boolean {
  return recording.hasVideo && extension === (sourceExtension(recording.name) || extensionOf(recording.name));
}

function isMade({ places, sizes }: MadeFiles, file: string, bytes: number): boolean {
  return places.has(file) && sizes.has(bytes);
}

interface Disk {
  /** Null where there is no file. */
  bytesAt(file: string): Promise<number | null>;
  /** Another output of the same save gets this name. */
  isGiven(file: string): boolean;
}

/** The name that is free, and what is to be said about it. */
async function nameOf(
  { folder, made, wantedName }: Plan,
  replaced: string | null,
  { bytesAt, isGiven }: Disk,
): Promise<{ readonly fileName: string; readonly oddities: readonly Oddity[] }> {
  if (folder === null) return { fileName: wantedName, oddities: [] };
  for (let number = 1; ; number++) {
    const fileName = numberedName(wantedName, number);
    const file = path.join(folder, fileName);
    const bytes = isGiven(file) ? null : await bytesAt(file);
    // The export looks at its content; it takes too long for a preview.
    if (bytes !== null && isMade(await made(), file, bytes)) return { fileName, oddities: [{ kind: 'there' }] };
    if (file === replaced) return { fileName, oddities: [{ kind: 'replaces', fileName }] };
    if (bytes !== null || isGiven(file)) continue;
    if (replaced !== null) return { fileName, oddities: [{ kind: 'replaces', fileName: path.basename(replaced) }] };
    return { fileName, oddities: number > 1 ? [{ kind: 'numbered' }] : [] };
  }
}

function missingOutput(store: Store, { id, recordingId }: JobRow): PreviewedOutput {
  const { name } = store.recordings.get(recordingId);
  return { id, name, fileName: null, folder: null, loudness: null, oddities: [{ kind: 'missing' }] };
}

/** The oddest first: what won't be there, then what differs from what is expected. */
const RANKS: readonly Oddity['kind'][] = [
  'missing',
  'in-review',
  'video',
  'no-bookends',
  'other-format',
  'elsewhere',
  'numbered',
  'replaces',
  'there',
  'taken',
];

function rankOf({ oddities }: PreviewedOutput): number {
  return Math.min(RANKS.length, ...oddities.map(({ kind }) => RANKS.indexOf(kind)));
}

/** Equal for names that are one file where case doesn't count. */
function keyOf(file: string): string {
  return file.normalize('NFC').toLowerCase();
}

function countOf(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function remembering<Of>(ask: (file: string) => Promise<Of>): (file: string) => Promise<Of> {
  const known = new Map<string, Promise<Of>>();
  return (file) => {
    const answer = known.get(file) ?? ask(file);
    known.set(file, answer);
    return answer;
  };
}
