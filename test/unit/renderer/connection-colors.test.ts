import { expect, test } from 'vitest';
import { cssVariables } from '../../../renderer/app/theme.ts';
import { CONNECTION_COLORS } from '../../../shared/domain/connections/marks.ts';

/** As in components/connections: the label stands on this much of its own color. */
const SOFT = 0.09;
const variables = cssVariables({} as Parameters<typeof cssVariables>[0]);
type Rgb = readonly [number, number, number];

function rgbOf(scheme: 'light' | 'dark', name: string): Rgb {
  const [, hex = ''] = /^#([0-9a-f]{6})$/.exec(new Map(Object.entries(variables[scheme])).get(name) ?? '') ?? [];
  expect([name, hex]).not.toEqual([name, '']);
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;
}

function mixed(over: Rgb, under: Rgb, share: number): Rgb {
  return over.map((one, at) => one * share + (under[at] ?? 0) * (1 - share)) as unknown as Rgb;
}

/** WCAG 2.2. */
function contrast(one: Rgb, other: Rgb): number {
  const light = (rgb: Rgb) => {
    const [r = 0, g = 0, b = 0] = rgb.map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b) as [number, number];
  return (bright + 0.05) / (dark + 0.05);
}

test.each(['light', 'dark'] as const)('every color of a connection can be read in the %s theme', (scheme) => {
  for (const color of CONNECTION_COLORS) {
    const mark = rgbOf(scheme, `--ct-mark-${color}`);
    for (const place of ['--ct-panel', '--ct-raise', '--ct-hover', '--ct-selected', '--mantine-color-body']) {
      const ground = rgbOf(scheme, place);
      expect([color, place, contrast(mark, mixed(mark, ground, SOFT)) >= 4.5]).toEqual([color, place, true]);
      expect([color, place, contrast(mark, ground) >= 4.5]).toEqual([color, place, true]);
    }
  }
});
