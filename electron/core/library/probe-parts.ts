/** Whether intro, outro and cover of an output can be used, found out before anything is paid. */

import { type BatchPreset, exportSettingsOf } from '../../../shared/domain/batch/batch-preset.ts';
import { type OutputPart, type PartProblem, partUnusable } from '../../../shared/domain/error-messages/places.ts';
import { CleartakeError, type ErrorCode } from '../../../shared/domain/errors.ts';
import { toSourceError } from '../../platform/files/file-errors.ts';
import type { Files } from '../../platform/files/files.ts';
import type { Engine } from '../engine/library-engine.ts';
import type { RecordingRow } from '../store/schema.ts';

interface PartPorts {
  readonly engine: Engine;
  readonly files: Pick<Files, 'facts' | 'read'>;
}

/**
 * Looks at those that an output of the recording would get.
 * @throws CleartakeError bookendUnusable; conditions of the disk that they are on
 */
export async function requireParts(
  ports: PartPorts,
  preset: BatchPreset,
  recording: Pick<RecordingRow, 'hasVideo'>,
  signal: AbortSignal,
): Promise<void> {
  const { format, intro, outro, video = 'picture' } = exportSettingsOf(preset);
  const isSound = !recording.hasVideo || video === 'sound' || (format === 'source' && preset.downloadType === 'mp3');
  // The second file of a video is its sound.
  const around = isSound || preset.also != null;
  const wanted = { intro: around ? intro : '', outro: around ? outro : '', cover: preset.tags?.cover };
  for (const part of ['intro', 'outro', 'cover'] as const) {
    const file = wanted[part] ?? '';
    const problem = file === '' ? null : await problemOf(ports, part, file, signal);
    if (problem !== null)
      throw new CleartakeError('bookendUnusable', { detail: problem, parts: partUnusable(part, problem, file) });
  }
}

async function problemOf(
  { engine, files }: PartPorts,
  part: OutputPart,
  file: string,
  signal: AbortSignal,
): Promise<PartProblem | null> {
  try {
    const { kind } = await files.facts(file);
    if (kind !== 'file') return 'folder';
    if (part === 'cover') return (await isPicture(files, file)) ? null : 'other';
    await engine.request('probe', { path: file }, undefined, signal);
    return null;
  } catch (failure) {
    const error = toSourceError(failure, file);
    const problem = error instanceof CleartakeError ? problemIn(error.code) : null;
    if (problem === null) throw error;
    return problem;
  }
}

function problemIn(code: ErrorCode): PartProblem | null {
  if (code === 'sourceMissing') return 'missing';
  if (code === 'sourceUnreadable') return 'unreadable';
  return code.startsWith('media') ? 'other' : null;
}

/** By how a JPEG or PNG begins. */
async function isPicture(files: PartPorts['files'], file: string): Promise<boolean> {
  for await (const piece of files.read(file, 0, 4)) {
    const start = Buffer.from(piece).toString('latin1');
    return start.startsWith('\xff\xd8\xff') || start === '\x89PNG';
  }
  return false;
}
