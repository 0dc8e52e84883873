/** Which paths a caller of the desk may name. The host itself may name any; a page only those that a person gave it. */

import path from 'node:path';
import { partsOf } from '../../../shared/domain/batch/batch-preset.ts';
import type { RowSettings } from '../../../shared/domain/batch/row-settings.ts';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import { problemWords } from '../../../shared/domain/naming/strings.ts';
import { problemOf } from '../../../shared/domain/naming/template.ts';
import { isManaged } from '../library/managed-copies.ts';
import { PRESET } from '../strings.ts';

export interface PathPolicy {
  /** Whether this file or folder may be added. Absolute path. */
  mayAdd(path: string): boolean;
  /** Whether this recording, or this folder with those in it, may be added though it came as text. Absolute path. */
  mayAddTyped(path: string): boolean;
  /** Whether outputs may go to this folder. Absolute path. */
  mayWriteTo(folder: string): boolean;
  /** Whether this folder may be watched: recordings in it are then added by themselves. Absolute path. */
  mayWatch(folder: string): boolean;
  /** Whether a moved recording may be looked for in this file or folder: only its own content is ever taken. Absolute path. */
  mayLookIn(path: string): boolean;
  /** Whether an exported desk, certificates, a model, a cover, an intro or an outro may be read from this file. Absolute path. */
  mayImport(file: string): boolean;
}

export const ANY_PATH: PathPolicy = {
  mayAdd: () => true,
  mayAddTyped: () => true,
  mayWriteTo: () => true,
  mayWatch: () => true,
  mayLookIn: () => true,
  mayImport: () => true,
};

export interface PathChecks {
  /** @throws CleartakeError pathNotGiven */
  requireAddable(paths: readonly string[]): void;
  /** Recordings and folders that came as text. @throws CleartakeError pathNotGiven */
  requireTyped(paths: readonly string[]): void;
  /** Whether results may go there, under such names, with such a cover, intro and outro. @throws CleartakeError pathNotGiven, presetInvalid */
  requireOutput(settings: OutputSettings | undefined): void;
  /** @throws CleartakeError pathNotGiven */
  requireWatchable(folder: string): void;
  /** @throws CleartakeError pathNotGiven */
  requireFindable(paths: readonly string[]): void;
  /** An exported desk, certificates, or a model. @throws CleartakeError pathNotGiven */
  requireArchive(file: string): void;
  /** Whether results may go to this folder. Absolute path. */
  mayOutputTo(folder: string): boolean;
  /** Whether outputs may get this picture, intro or outro. Absolute path. */
  mayTakePart(file: string): boolean;
}

type OutputSettings = Partial<Pick<RowSettings, 'intro' | 'namingTemplate' | 'output' | 'outro' | 'tags'>>;

/** What the person chose earlier: of the present settings, of presets and of watch folders. */
export interface RememberedPaths {
  readonly folders: readonly string[];
  /** Covers, intros and outros. */
  readonly parts: readonly string[];
}

/**
 * The policy, and what every caller may name: managed copies, and remembered paths, which were checked when they were chosen.
 * @param managed absolute folder of managed copies
 */
export function createPathChecks(policy: PathPolicy, managed: string, remembered: () => RememberedPaths): PathChecks {
  function refuse(): never {
    throw new CleartakeError('pathNotGiven');
  }
  const mayImport = (file: string) => path.isAbsolute(file) && policy.mayImport(file);
  const mayOutputTo = (folder: string) => remembered().folders.includes(folder) || policy.mayWriteTo(folder);
  const mayTakePart = (file: string) => remembered().parts.includes(file) || mayImport(file);
  return {
    requireAddable: (paths) => {
      if (!paths.every((path) => isManaged(managed, path) || policy.mayAdd(path))) refuse();
    },
    requireTyped: (paths) => {
      if (!paths.every(policy.mayAddTyped)) refuse();
    },
    requireOutput: (settings) => {
      if (settings?.output?.kind === 'folder' && !mayOutputTo(settings.output.path)) refuse();
      if (!partsOf(settings ?? {}).every(mayTakePart)) refuse();
      const problem = settings?.namingTemplate === undefined ? null : problemOf(settings.namingTemplate);
      if (problem !== null) throw new CleartakeError('presetInvalid', { parts: PRESET.naming(problemWords(problem)) });
    },
    requireWatchable: (folder) => {
      if (!remembered().folders.includes(folder) && !policy.mayWatch(folder)) refuse();
    },
    requireFindable: (paths) => {
      if (!paths.every((one) => path.isAbsolute(one) && policy.mayLookIn(one))) refuse();
    },
    requireArchive: (file) => {
      if (!mayImport(file)) refuse();
    },
    mayOutputTo,
    mayTakePart,
  };
}
