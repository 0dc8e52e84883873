/** The colors of spectrograms: dark blue over gray to yellow, alike for every kind of color vision. Pure. */

/** Cividis (Nuñez, Anderton and Renslow 2018) at equal distances, darkened at its lower end so that silence is nearly black. */
const STOPS: readonly (readonly [red: number, green: number, blue: number])[] = [
  [2, 6, 18],
  [0, 20, 52],
  [0, 41, 99],
  [46, 66, 108],
  [84, 92, 109],
  [119, 119, 119],
  [156, 147, 120],
  [195, 177, 109],
  [231, 209, 84],
  [254, 234, 92],
];

/** Bytes of levels: 0 is -120 dBFS, 255 is 0 dBFS. */
const LEVELS = 256;
const DECIBELS = 120;
/** dBFS that is brightest: speech has no more in one band. */
const BRIGHTEST = -18;
/** dBFS that is darkest, without and with all contrast. */
const DARKEST = { least: -118, most: -62 } as const;

/** RGBA of each level, as one number for little-endian pixels. @param contrast 0 to 1 */
export function palette(contrast: number): Uint32Array {
  const darkest = DARKEST.least + contrast * (DARKEST.most - DARKEST.least);
  return Uint32Array.from({ length: LEVELS }, (_, level) => {
    const decibels = (level / (LEVELS - 1)) * DECIBELS - DECIBELS;
    const part = Math.max(0, Math.min(1, (decibels - darkest) / (BRIGHTEST - darkest)));
    const [red, green, blue] = colorAt(part);
    return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
  });
}

function colorAt(part: number): readonly [number, number, number] {
  const place = part * (STOPS.length - 1);
  const low = Math.min(STOPS.length - 2, Math.floor(place));
  const [below, above] = [STOPS[low], STOPS[low + 1]] as [(typeof STOPS)[number], (typeof STOPS)[number]];
  const mix = (channel: 0 | 1 | 2) => Math.round(below[channel] + (above[channel] - below[channel]) * (place - low));
  return [mix(0), mix(1), mix(2)];
}
