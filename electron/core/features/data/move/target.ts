/** Whether a data folder can be moved to another one, and what speaks against it. */

import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import type { MoveWarning } from '../../../../../shared/domain/care/space.ts';
import { CleartakeError, type Message } from '../../../../../shared/domain/errors.ts';
import { formatBytes } from '../../../../../shared/domain/units.ts';
import type { Files } from '../../../../platform/files/files.ts';
import { CARE, MOVE } from '../strings.ts';
import { LinkFound, listFiles } from './mirror.ts';
import { MOVE_FILES, readPlace } from './places.ts';

export interface MoveCheck {
  /** Bytes to copy. */
  readonly bytes: number;
  /** Free there; null where the system doesn't say. */
  readonly free: number | null;
  readonly warnings: readonly MoveWarning[];
}

/** As `statfs` calls file systems on Linux, and what Windows formats small disks with. */
const NETWORK = new Set([0x6969, 0xff534d42, 0xfe534d42, 0x517b, 0x01021997, 0x5346414f, 0x65735546]);
const SIMPLE = new Set([0x4d44, 0x2011bab0]);
/** As for downloads: so much stays free. */
const RESERVE_BYTES = 64 * 2 ** 20;

/** @throws CleartakeError notPossibleNow, diskFull */
export async function checkTarget(files: Pick<Files, 'freeBytes'>, from: string, to: string): Promise<MoveCheck> {
  const refuse = (parts: Message): never => {
    throw new CleartakeError('notPossibleNow', { detail: to, parts });
  };
  if (!path.isAbsolute(to)) refuse(CARE.move.relative);
  const [real, here] = [realOf(to), realOf(from)];
  if (real === here) refuse(CARE.move.same);
  if (real.startsWith(`${here}${path.sep}`)) refuse(CARE.move.inside);
  if (!isFree(from, to)) refuse(CARE.move.notEmpty);
  const entries = await listFiles(from).catch((failure: unknown) => {
    if (failure instanceof LinkFound) return refuse(CARE.move.link);
    throw failure;
  });
  const bytes = entries.reduce((sum, one) => sum + one.bytes, 0);
  const parent = existing(to);
  const free = await files.freeBytes(parent);
  if (free !== null && free < bytes + RESERVE_BYTES)
    throw new CleartakeError('diskFull', { detail: to, parts: MOVE.space(formatBytes(bytes), formatBytes(free)) });
  return { bytes, free, warnings: await warningsOf(parent) };
}

/** Empty, or with nothing but an unfinished copy of this folder, or the pointer of a folder that was moved away. */
function isFree(from: string, to: string): boolean {
  if (!existsSync(to)) return true;
  let names: readonly string[];
  try {
    names = readdirSync(to);
  } catch {
    return false;
  }
  if (isCopyOf(from, to)) return true;
  const left = [MOVE_FILES.pointer, 'desk.lock'] as readonly string[];
  return (
    names.every((name) => left.includes(name)) && (names.length === 0 || readPlace(to, MOVE_FILES.pointer) !== null)
  );
}

export function isCopyOf(from: string, to: string): boolean {
  return readPlace(to, MOVE_FILES.copyOf)?.folder === from;
}

async function warningsOf(folder: string): Promise<MoveWarning[]> {
  const type = await statfs(folder).then(
    (facts) => facts.type,
    () => 0,
  );
  const isNetwork = NETWORK.has(type) || folder.startsWith('\\\\');
  const isRemovable = /^\/(Volumes|media|run\/media|mnt)\//.test(`${folder}/`) || SIMPLE.has(type);
  return [...(isNetwork ? (['network'] as const) : []), ...(isRemovable ? (['removable'] as const) : [])];
}

/** With all links resolved, as far as it exists. */
function realOf(folder: string): string {
  const parent = existing(folder);
  return path.join(realpathSync(parent), path.relative(parent, path.resolve(folder)));
}

function existing(folder: string): string {
  let place = path.resolve(folder);
  while (!existsSync(place) && path.dirname(place) !== place) place = path.dirname(place);
  return place;
}
