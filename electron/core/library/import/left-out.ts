/** Collects what an import leaves out: each path with its reason, and what is plainly no recording counted for each chosen folder. */

import { createFolderCounts, type LeftOut, type LeftOutKind } from '../../../../shared/domain/left-out.ts';
import { isErrno } from '../../../platform/files/file-errors.ts';
import { SKIPPED } from '../../strings.ts';

/** Their sentences say more than the kind does. */
type Worded =
  | 'not-a-recording'
  | 'hidden'
  | 'not-a-path'
  | 'restored-before'
  | 'paid-before'
  | 'no-track'
  | 'not-stereo';

export interface LeftOutList {
  /** Leaves one path out. @param inFolder whether a folder was chosen: then what can't be a recording is left out on purpose */
  skip(path: string, kind: Exclude<LeftOutKind, Worded>, inFolder?: boolean): void;
  /** Leaves out what could not be read, with the reason that the system gave. */
  skipFailed(path: string, failure: unknown, inFolder?: boolean): void;
  /** Counts what can't be a recording, or is hidden, below the chosen folder. */
  count(name: string): void;
  /** Ends the counts of a chosen folder. */
  endFolder(folder: string): void;
  all(): readonly LeftOut[];
}

const REASONS = {
  'in-queue': SKIPPED.inQueue,
  'failed-here': SKIPPED.failedHere,
  'own-result': SKIPPED.ownResult,
  'empty-folder': SKIPPED.emptyFolder,
  'folder-link': SKIPPED.folderLink,
  'link-loop': SKIPPED.linkLoop,
  pipe: SKIPPED.pipe,
  socket: SKIPPED.socket,
  device: SKIPPED.device,
  dictation: SKIPPED.dictation,
  'too-deep': SKIPPED.tooDeep,
  missing: SKIPPED.missing,
  forbidden: SKIPPED.forbidden,
  unreadable: SKIPPED.unreadable,
  stopped: SKIPPED.stopped,
} as const satisfies Record<Exclude<LeftOutKind, Worded>, string>;

/** Left out on purpose wherever they are found. */
const HARMLESS: readonly LeftOutKind[] = ['own-result', 'link-loop'];
/** Left out on purpose in a folder, but not when the person named them. */
const HARMLESS_IN_FOLDERS: readonly LeftOutKind[] = ['pipe', 'socket', 'device'];

/** One path that is left out. */
export function leftOut(path: string, kind: Exclude<LeftOutKind, Worded>, inFolder = false): LeftOut {
  const harmless = HARMLESS.includes(kind) || (inFolder && HARMLESS_IN_FOLDERS.includes(kind));
  return { path, kind, reason: REASONS[kind], ...(harmless ? { harmless } : {}) };
}

export function createLeftOutList(): LeftOutList {
  const list: LeftOut[] = [];
  const counts = createFolderCounts();

  return {
    skip: (path, kind, inFolder) => void list.push(leftOut(path, kind, inFolder)),
    skipFailed: (path, failure, inFolder = false) => {
      const [kind, reason] = whyNot(failure, inFolder);
      list.push({ path, kind, reason });
    },
    count: (name) => counts.add(name),
    endFolder: (folder) => void list.push(...counts.end(folder)),
    all: () => list,
  };
}

function whyNot(failure: unknown, inFolder: boolean): [LeftOutKind, string] {
  // The name isn't valid text, or the link is broken: the file can't be opened under its listed name.
  if (inFolder && isErrno(failure, 'ENOENT')) return ['unreadable', SKIPPED.unreachableName];
  if (isErrno(failure, 'ENOENT', 'ENOTDIR')) return ['missing', SKIPPED.missing];
  if (isErrno(failure, 'EACCES', 'EPERM')) return ['forbidden', SKIPPED.forbidden];
  if (isErrno(failure, 'ENAMETOOLONG')) return ['unreadable', SKIPPED.nameTooLong];
  if (isErrno(failure, 'ELOOP')) return ['link-loop', SKIPPED.linkLoop];
  return ['unreadable', SKIPPED.unreadable];
}
