/** What still is poor about a result, in words: one line for a row, and one with the figure. */

import { assertNever } from '../errors.ts';
import type { Weakness } from './weaknesses.ts';

/** On a row, in front of the reason. */
export const COULD_BE_BETTER = 'Could be better';

export function weaknessTitle({ kind }: Weakness): string {
  const titles: Readonly<Record<Weakness['kind'], string>> = {
    noise: 'Background noise is still loud',
    reverb: 'Strong reverb remains',
    muffled: 'Sounds muffled',
  };
  return titles[kind];
}

/** `background noise is still loud, strong reverb remains` */
export function weaknessesInSentence(weaknesses: readonly Weakness[]): string {
  return weaknesses.map((one) => weaknessTitle(one).replace(/^./, (letter) => letter.toLowerCase())).join(', ');
}

export function weaknessDetail(weakness: Weakness): string {
  switch (weakness.kind) {
    case 'noise':
      return `Speech-to-noise ratio ${weakness.signalToNoise.toFixed(0).replace('-', '−')} dB.`;
    case 'reverb':
      return `Reverb ${weakness.decayTime.toFixed(2)} s.`;
    case 'muffled':
      return `Bandwidth ${(weakness.bandwidth / 1000).toFixed(1)} kHz.`;
    default:
      return assertNever(weakness, 'weakness');
  }
}
