import { expect, test } from 'vitest';
import { commands } from 'vitest/browser';
import { heardTakes } from '../../../../renderer/features/listen/playback/heard-takes.ts';
import { planPreview } from '../../../../renderer/features/listen/preview/preview-mix.ts';
import type { TakeView } from '../../../../shared/contract/views.ts';
import type {} from '../../../harness/listen/exported-pairs.ts';
import { renderOffline } from '../../../harness/listen/offline-player.ts';

const RATE = 48_000;
const STRENGTHS = [0.3, 0.5, 0.8, 1];
/** Quiet enough for the material to need no limiter. */
const LOUDNESS = -26;
/** −60 dBFS: the largest sample that may be left when one is taken from the other. */
const RESIDUAL = 1e-3;
/** The player fades in. */
const FADED_IN = 1024;
/** A late result ends early. */
const LATEST = 2112;

function unpacked(sound: string): Float32Array {
  return new Float32Array(Uint8Array.from(atob(sound), (letter) => letter.charCodeAt(0)).buffer);
}

function takeOf(kind: 'original' | 'result', frames: number, channels: number): TakeView {
  const rest = { label: kind, model: null, frames, sampleRate: RATE, channels, fileName: kind, measures: null };
  return { id: `${kind}:1`, kind, playable: true, ...rest };
}

test.each([
  { channels: 1, resultChannels: 1, late: 0 },
  { channels: 2, resultChannels: 2, late: 0 },
  { channels: 2, resultChannels: 2, late: 7 },
  { channels: 1, resultChannels: 1, late: LATEST },
  { channels: 2, resultChannels: 2, late: -312 },
  { channels: 2, resultChannels: 1, late: 7 },
  { channels: 1, resultChannels: 2, late: 0 },
] as const)(
  'what the preview plays is what the export writes: $channels channels, $resultChannels in the result, $late frames late',
  async (given) => {
    const pair = await commands.exportedPair({ ...given, strengths: STRENGTHS, loudness: LOUDNESS });
    const sources = [unpacked(pair.original), unpacked(pair.result)];
    const takes = [
      takeOf('original', pair.frames, given.channels),
      takeOf('result', pair.frames, given.resultChannels),
    ];
    for (const [turn, strength] of STRENGTHS.entries()) {
      const { limited, preview, sound } = pair.exports[turn] ?? { limited: true, preview: null, sound: '' };
      expect(limited).toBe(false);
      expect(preview?.lag).toBe(given.late);
      const { mix, loweredBy } = planPreview(1, { strength, loudness: LOUDNESS }, preview);
      expect(loweredBy).toBe(0);
      const lags = new Map([[1, preview?.lag ?? 0]]);
      const mixes = heardTakes(takes, { lags, preview: mix }).map((take) => take.mix);
      const frames = Math.floor(pair.frames / 128) * 128;
      const { left, right } = await renderOffline({
        rate: RATE,
        frames,
        options: { sources: 2, lengthFrames: pair.frames },
        sampleOf: (source, frame, channel) => sources[source]?.[frame * 2 + channel] ?? 0,
        actions: new Map([
          [
            0,
            [
              { kind: 'mixes', mixes },
              { kind: 'select', take: mixes.length - 1 },
            ],
          ],
        ]),
      });
      const exported = unpacked(sound);
      let residual = 0;
      let loudest = 0;
      for (let frame = FADED_IN; frame < frames - LATEST; frame++) {
        const [one, other] = [exported[frame * 2] ?? 0, exported[frame * 2 + 1] ?? 0];
        residual = Math.max(residual, Math.abs((left[frame] ?? 0) - one), Math.abs((right[frame] ?? 0) - other));
        loudest = Math.max(loudest, Math.abs(one));
      }
      expect(residual, `strength ${strength}`).toBeLessThan(RESIDUAL);
      // Silence would leave nothing either.
      expect(loudest).toBeGreaterThan(0.05);
    }
  },
);
