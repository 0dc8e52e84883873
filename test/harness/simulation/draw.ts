/** Chance that can be repeated: a stream of draws from a seed (mulberry32). */

export interface Draw {
  /** From 0 up to, not including, 1. */
  fraction(): number;
  /** A whole number, both ends included. */
  whole(from: number, to: number): number;
  chance(probability: number): boolean;
  /** @throws RangeError for an empty list */
  pick<Item>(items: readonly Item[]): Item;
  /** So many bytes as hexadecimal text. */
  hex(bytes: number): string;
  /** A stream of its own: what is drawn from it changes nothing here. */
  branch(name: string | number): Draw;
}

export function createDraw(seed: number): Draw {
  let state = seed >>> 0;

  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  return {
    fraction: next,
    whole: (from, to) => from + Math.floor(next() * (to - from + 1)),
    chance: (probability) => next() < probability,
    pick(items) {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new RangeError('Nothing to pick from');
      return item;
    },
    hex(bytes) {
      let text = '';
      for (let count = 0; count < bytes; count++) {
        text += Math.floor(next() * 256)
          .toString(16)
          .padStart(2, '0');
      }
      return text;
    },
    branch: (name) => createDraw(hashText(`${seed}/${name}`)),
  };
}

/** FNV-1a, 32 bits. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
