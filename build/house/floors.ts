/** Floors inside a room: a file may import its own shelf and the floors below it, and nothing beside or above. */

import { isWithin, resolveImport, type Source } from './sources.ts';

/** The order inside one folder. Shelves are its files and folders, by name. */
export interface Floors {
  readonly folder: string;
  /** Lowest first. Shelves on one floor do not import each other. */
  readonly floors: readonly (readonly string[])[];
}

/** One sentence for each import that runs against the floors, and for each file that is on none. */
export function floorViolations(source: Pick<Source, 'file' | 'imports'>, rooms: readonly Floors[]): string[] {
  return rooms.filter((room) => isWithin(source.file, room.folder)).flatMap((room) => violationsIn(room, source));
}

function violationsIn(room: Floors, { file, imports }: Pick<Source, 'file' | 'imports'>): string[] {
  const own = shelfOf(room, file);
  const ownFloor = floorOf(room, own);
  if (ownFloor === -1) return [`${file} is on no floor of ${room.folder}`];
  const found: string[] = [];
  for (const specifier of imports) {
    if (!specifier.startsWith('.')) continue;
    const target = resolveImport(file, specifier);
    if (!isWithin(target, room.folder)) continue;
    const shelf = shelfOf(room, target);
    const floor = floorOf(room, shelf);
    if (shelf !== own && floor >= ownFloor) found.push(`${file} imports ${target}, which is not below ${own}`);
  }
  return found;
}

/** The name directly under the room's folder: a folder, or a file of the room's root. */
function shelfOf(room: Floors, file: string): string {
  return file.slice(room.folder.length + 1).split('/')[0] ?? '';
}

function floorOf(room: Floors, shelf: string): number {
  return room.floors.findIndex((floor) => floor.includes(shelf));
}
