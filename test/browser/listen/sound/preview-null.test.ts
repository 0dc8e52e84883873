import { expect, test } from 'vitest';
import { commands } from 'vitest/browser';
import { heardTakes } from '../../../../renderer/components/playback/heard-takes.ts';
import type { ToWorklet } from '../../../../renderer/components/playback/messages.ts';
import { limitedSound, planPreview } from '../../../../renderer/features/listen/preview/use-preview.ts';
import type { TakeView } from '../../../../shared/contract/views.ts';
import type {} from '../../../harness/listen/exported-pairs.ts';
import { renderOffline } from '../../../harness/listen/offline-player.ts';

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

function takeOf(kind: 'original' | 'result', frames: number, channels: number, rate: number): TakeView {
  const rest = { label: kind, model: null, frames, sampleRate: rate, channels, fileName: kind, measures: null };
  return { id: `${kind}:1`, kind, playable: true, ...rest };
}

test.each([
  { channels: 1, resultChannels: 1, late: 0, rate: 48_000 },
  { channels: 2, resultChannels: 2, late: 0, rate: 48_000 },
  { channels: 1, resultChannels: 1, late: 7, rate: 44_100 },
  { channels: 2, resultChannels: 2, late: 7, rate: 44_100 },
  { channels: 1, resultChannels: 1, late: LATEST, rate: 48_000 },
  { channels: 2, resultChannels: 2, late: -312, rate: 48_000 },
  { channels: 2, resultChannels: 1, late: 7, rate: 48_000 },
  { channels: 1, resultChannels: 2, late: 0, rate: 48_000 },
] as const)(
  'what the preview plays is what the export writes: $channels channels, $resultChannels in the result, $late frames late, $rate Hz',
  { tags: 'long' },
  async (given) => {
    const pair = await commands.exportedPair({ ...given, strengths: STRENGTHS, loudness: LOUDNESS });
    const sources = [unpacked(pair.original), unpacked(pair.result)];
    const takes = [
      takeOf('original', pair.frames, given.channels, given.rate),
      takeOf('result', pair.frames, given.resultChannels, given.rate),
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
        rate: given.rate,
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

/** LUFS, at which this material needs its peaks limited. */
const LOUD = -9;
/** The rendering comes while the mix plays. */
const SWITCH = 128 * 300;

test.each([
  { channels: 1, rate: 44_100 },
  { channels: 2, rate: 44_100 },
  { channels: 1, rate: 48_000 },
  { channels: 2, rate: 48_000 },
] as const)(
  'a preview with limited peaks takes over without a step, and is what the export writes: $channels channels at $rate Hz',
  { tags: 'long' },
  async ({ channels, rate }) => {
    const strength = 0.8;
    const plan = { channels, resultChannels: channels, late: 7, rate } as const;
    const pair = await commands.exportedPair({ ...plan, strengths: [strength], loudness: LOUD });
    const [made] = pair.exports;
    const rendered = made?.rendered;
    if (made === undefined || rendered == null) throw new Error('Nothing was limited');
    const takes = [takeOf('original', pair.frames, channels, rate), takeOf('result', pair.frames, channels, rate)];
    const { mix, loweredBy } = planPreview(1, { strength, loudness: LOUD }, made.preview);
    expect(loweredBy).toBeGreaterThan(1);
    const lags = new Map([[1, made.preview.lag ?? 0]]);
    const limited = limitedSound({ id: 'preview:1', figures: rendered.figures }, channels);
    const mixesOf = (limitedSource: number | null) =>
      heardTakes(takes, { lags, preview: { ...mix, limited }, limitedSource }).map((take) => take.mix);
    const [quick, exact] = [mixesOf(null), mixesOf(2)];
    const sources = [pair.original, pair.result, rendered.sound].map(unpacked);
    const frames = Math.floor(pair.frames / 128) * 128;
    const select = { kind: 'select', take: quick.length - 1 } as const;
    const render = (mixes: typeof quick, actions: ReadonlyMap<number, readonly ToWorklet[]> = new Map()) =>
      renderOffline({
        rate,
        frames,
        options: { sources: 2, lengthFrames: pair.frames },
        addsSource: true,
        sampleOf: (source, frame, channel) => sources[source]?.[frame * 2 + channel] ?? 0,
        actions: new Map([[0, [{ kind: 'mixes', mixes }, select]], ...actions]),
      });
    const before = await render(quick);
    const heard = await render(quick, new Map([[SWITCH, [{ kind: 'mixes', mixes: exact }]]]));
    const exported = unpacked(made.sound);
    const fade = Math.round(0.005 * rate);
    let residual = 0;
    let apart = 0;
    for (let frame = FADED_IN; frame < frames - LATEST; frame++) {
      // From the mix to the rendering in a straight line.
      const share = Math.min(1, Math.max(0, (frame - SWITCH + 1) / fade));
      for (const [channel, side] of [heard.left, heard.right].entries()) {
        const mixed = [before.left, before.right][channel]?.[frame] ?? 0;
        const wanted = exported[frame * 2 + channel] ?? 0;
        residual = Math.max(residual, Math.abs((side[frame] ?? 0) - (mixed + share * (wanted - mixed))));
        if (share === 1) apart = Math.max(apart, Math.abs(mixed - wanted));
      }
    }
    expect(residual).toBeLessThan(RESIDUAL);
    // The mix alone is far from it.
    expect(apart).toBeGreaterThan(0.05);
  },
);
