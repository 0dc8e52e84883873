/** A few places of many, spread over the whole recording: the more there are, the further apart are those that are kept. */

export interface ThinnedPlaces {
  /** In ascending order; one that is too near to the last is left out. */
  add(frame: number): void;
  list(): readonly number[];
}

/** @param apart frames between two places, at first @param most places */
export function createThinnedPlaces(apart: number, most: number): ThinnedPlaces {
  let places: number[] = [];
  let distance = apart;

  function isFar(frame: number): boolean {
    const last = places.at(-1);
    return last === undefined || frame - last >= distance;
  }

  return {
    add: (frame) => {
      if (!isFar(frame)) return;
      if (places.length === most) {
        places = places.filter((_, index) => index % 2 === 0);
        distance *= 2;
        if (!isFar(frame)) return;
      }
      places.push(frame);
    },
    list: () => places,
  };
}
