/** Which command comes next on a data folder, and what is odd about its time, drawn from a seed. */

import type { ModelId } from '../../../../shared/domain/models.ts';
import type { Draw } from '../../simulation/draw.ts';
import type { Command } from './command.ts';

export interface Life {
  readonly command: Command;
  /** Which key the connection has meanwhile. */
  readonly key?: 'right' | 'wrong';
  /** A folder of recordings that is gone when the first of them is about to be uploaded, or from the beginning. */
  readonly without?: { readonly folder: string; readonly since: 'upload' | 'beginning' };
  /** So many calls of a path fail. */
  readonly trouble?: { readonly path: string; readonly status: number; readonly times: number };
  /** Given while the first command still runs, and again when that is over. */
  readonly beside?: Command;
  /** False lets it come to its own end. */
  readonly mayDie?: boolean;
}

const MODELS: readonly (readonly ModelId[])[] = [
  ['service-2'],
  ['service-2'],
  ['service-3.5'],
  ['service-2', 'service-3.5'],
];
const CALLS = [
  '/v1/create_project',
  '/v1/service-2.0-generation',
  '/v1/list_project_generations',
  '/v1/get_generation_progress',
  '/v1/get_generation_download',
];
/** Jobs that are not done, from which on nothing new is begun. */
const ENOUGH_OPEN = 15;
/** A cap in micro-USD is some of what a folder costs. */
const LEAST_CAP = 100_000;
const MOST_CAP = 400_000;

/**
 * @param folders those that were given before, the latest last
 * @param open jobs that are not done
 * @param another makes a folder with recordings that nobody has seen
 */
export function nextLife(draw: Draw, folders: readonly string[], open: number, another: () => string): Life {
  const isNew = folders.length === 0 || (open < ENOUGH_OPEN && draw.chance(open === 0 ? 0.7 : 0.3));
  const folder = isNew ? another() : draw.pick(folders.slice(draw.chance(0.6) ? -1 : -4));
  const command = isNew ? beginning(draw, folder) : second(draw, folder);
  return { command, mayDie: draw.chance(0.85), ...oddities(draw, folder) };
}

function beginning(draw: Draw, folder: string): Command {
  const models = draw.pick(MODELS);
  if (draw.chance(0.3)) return { kind: 'desk-start', folder, models };
  return { kind: 'restore', folder, models, ...(draw.chance(0.15) && { cap: draw.whole(LEAST_CAP, MOST_CAP) }) };
}

function second(draw: Draw, folder: string): Command {
  const kind = draw.fraction();
  if (kind < 0.35) return beginning(draw, folder);
  if (kind < 0.5) return { kind: 'resume', failed: false, ...(draw.chance(0.5) && { cap: 1e9 }) };
  if (kind < 0.75) return { kind: 'resume', failed: true, ...(draw.chance(0.5) && { cap: 1e9 }) };
  return { kind: kind < 0.9 ? 'desk-retry' : 'desk-add-model' };
}

function oddities(draw: Draw, folder: string): Partial<Life> {
  const kind = draw.fraction();
  if (kind < 0.15) return { key: 'wrong' };
  if (kind < 0.27) return { without: { folder, since: draw.pick(['upload', 'beginning']) } };
  if (kind < 0.34) {
    return { trouble: { path: draw.pick(CALLS), status: draw.pick([500, 503]), times: draw.whole(1, 40) } };
  }
  return kind < 0.4 ? { beside: second(draw, folder) } : {};
}
