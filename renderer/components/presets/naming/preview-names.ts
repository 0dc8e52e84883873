/** What a template makes of real recordings, for the preview. The export names its files by the same rule. Pure. */

import type { JobView } from '../../../../shared/contract/views.ts';
import { alsoPresetOf, extensionOfFormat } from '../../../../shared/domain/batch/also-output.ts';
import type { BatchPreset } from '../../../../shared/domain/batch/batch-preset.ts';
import { soundExtension, sourceExtension } from '../../../../shared/domain/export/source-format.ts';
import { stemOf } from '../../../../shared/domain/media-types.ts';
import { fileWordOf } from '../../../../shared/domain/models.ts';
import { type NumberedName, numbered } from '../../../../shared/domain/naming/numbering.ts';
import { localStamp, type OutputName, outputName, safeFolders } from '../../../../shared/domain/naming/output-name.ts';
import { unsafeIn } from '../../../../shared/domain/naming/safe-name.ts';

/** Names of this many recordings are compared; the preview shows a few of them. */
export const MOST_COMPARED = 200;
const MOST_SHOWN = 3;

export type PreviewedRecording = Pick<JobView, 'connection' | 'folder' | 'name'> &
  Partial<Pick<JobView, 'channels' | 'channelNotes' | 'hasVideo' | 'id' | 'sampleRate'>> & {
    /** LUFS, where it was measured. */
    readonly loudness?: number | null;
  };

export interface PreviewedNames {
  readonly recording: PreviewedRecording;
  /** One for each model, or two with second files. */
  readonly outputs: readonly NumberedName[];
  /** Characters of the recording's name that no output has. */
  readonly replaced: readonly string[];
}

export interface PreviewSettings extends Pick<BatchPreset, 'also' | 'format' | 'models' | 'output' | 'video'> {
  readonly template: string;
  readonly presetName: string;
  /** How many recordings would be started together; those given if absent. */
  readonly count?: number | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The first recording, and others whose names show something. */
export function previewNames(recordings: readonly PreviewedRecording[], settings: PreviewSettings): PreviewedNames[] {
  const all = namesOf(recordings, settings);
  const telling = [
    all[0],
    all.find(({ outputs }) => outputs.some(({ isNumbered }) => isNumbered)),
    all.find(({ replaced }) => replaced.length > 0),
    ...all,
  ].filter((names) => names !== undefined);
  const shown = new Set([...new Set(telling)].slice(0, MOST_SHOWN));
  return all.filter((names) => shown.has(names));
}

/** As the export names them, in this order, into folders that are empty apart from the recordings. */
export function namesOf(recordings: readonly PreviewedRecording[], settings: PreviewSettings): PreviewedNames[] {
  const { models, output, template } = settings;
  const layout = output.kind === 'folder' ? (output.layout ?? 'mirrored') : 'beside';
  const named = recordings.flatMap((recording, index) =>
    models.flatMap((model): OutputName[] => {
      const made = extensionFor(settings, recording);
      const { hasVideo = false, name } = recording;
      const second = alsoPresetOf({ ...settings, namingTemplate: template }, { name, hasVideo }, made);
      const facts = {
        originalName: recording.name,
        model: fileWordOf(model),
        models: models.length,
        ...localStamp(settings.now),
        preset: settings.presetName,
        folder: recording.folder,
        n: index + 1,
        of: settings.count ?? recordings.length,
        connection: recording.connection,
      };
      const below = layout === 'flat' ? [] : safeFolders(recording.folder);
      return [
        outputName(template, { ...facts, extension: made }),
        ...(second?.format == null || second.format === 'source'
          ? []
          : [outputName(second.namingTemplate, { ...facts, extension: extensionOfFormat(second.format) })]),
      ].map(({ fileName, folders }) => ({ fileName, folders: [...below, ...folders] }));
    }),
  );
  const outputs = numbered(named, layout === 'beside' ? recordings.map(placeOf) : []);
  const each = models.length * (settings.also == null ? 1 : 2);
  return recordings.map((recording, index) => ({
    recording,
    outputs: outputs.slice(index * each, (index + 1) * each),
    replaced: unsafeIn(stemOf(recording.name)),
  }));
}

/** Where a recording itself is. */
function placeOf({ folder, name }: PreviewedRecording): OutputName {
  return { folders: safeFolders(folder), fileName: name };
}

function extensionFor(
  { format = 'source', video = 'picture' }: PreviewSettings,
  recording: PreviewedRecording,
): string {
  const { hasVideo = false, name } = recording;
  if (hasVideo && video === 'picture') return sourceExtension(name) || 'mkv';
  if (format === 'source') return hasVideo ? soundExtension(name) : sourceExtension(name) || 'wav';
  return extensionOfFormat(format);
}
