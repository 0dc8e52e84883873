import { expect, test } from 'vitest';
import { amplified, type HeardTake, matchedGains } from '../../../../renderer/components/playback/heard-takes.ts';
import type { ToWorklet } from '../../../../renderer/components/playback/messages.ts';
import type { Loop } from '../../../../renderer/components/playback/playhead-frame.ts';
import { loudnessOf } from '../../../harness/listen/loudness.ts';
import { renderOffline } from '../../../harness/listen/offline-player.ts';

const RATE = 48_000;
const FRAMES = RATE * 3;

/** Noise that is the same for the same frame. */
function noise(frame: number, salt: number): number {
  const mixed = Math.sin(frame * 12.9898 + salt * 78.233) * 43_758.5453;
  return (mixed - Math.floor(mixed)) * 2 - 1;
}

/** Phrases with pauses, so that the gate of the measurement matters. */
function phrase(frame: number): number {
  return Math.sin((frame / RATE) * 5) > -0.3 ? 1 : 0.02;
}

/** Three takes that differ in more than their level: hiss, a bright voice, a dull one. */
const SOUNDS = [
  (frame: number) => phrase(frame) * (Math.sin(frame / 30) + 0.2 * noise(frame, 1)),
  (frame: number) => phrase(frame) * (Math.sin(frame / 9) + 0.5 * Math.sin(frame / 4)),
  (frame: number) => phrase(frame) * (Math.sin(frame / 90) + noise(frame, 2) + noise(frame - 1, 2)),
];

async function figures(samples: Float32Array) {
  const peak = samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return { loudness: await loudnessOf(samples, samples), truePeak: 20 * Math.log10(peak) + 0.5 };
}

/** @param wanted LUFS of each take */
async function setUp(wanted: readonly number[]) {
  const sounds = await Promise.all(
    SOUNDS.map(async (sound, index) => {
      const plain = Float32Array.from({ length: FRAMES }, (_, frame) => sound(frame) * 0.1);
      const { loudness } = await figures(plain);
      return plain.map((value) => value * 10 ** (((wanted[index] ?? 0) - loudness) / 20));
    }),
  );
  const takes = await Promise.all(
    sounds.map(
      async (sound, source): Promise<HeardTake> => ({
        id: String(source),
        kind: source === 0 ? 'original' : 'result',
        of: source,
        mix: [{ source, weight: 1, lag: 0 }],
        ...(await figures(sound)),
      }),
    ),
  );
  return { sounds, takes };
}

/** What is heard of each take, matched after it has begun. */
async function heardOf({ sounds, takes }: Awaited<ReturnType<typeof setUp>>, loop: Loop | null = null) {
  const gains = matchedGains(takes);
  const mixes = takes.map(({ mix }, index) => amplified(mix, gains[index] ?? 0));
  return await Promise.all(
    takes.map(async (_, take) => {
      const begin: ToWorklet[] = [
        { kind: 'mixes', mixes },
        { kind: 'select', take },
        { kind: 'loop', loop },
      ];
      const { left, right } = await renderOffline({
        rate: RATE,
        frames: FRAMES,
        options: { sources: takes.length, lengthFrames: FRAMES },
        sampleOf: (source, frame) => sounds[source]?.[frame] ?? 0,
        actions: new Map([[0, begin]]),
      });
      return { left, loudness: await loudnessOf(left, right) };
    }),
  );
}

test.each([
  [-30, -10, -18],
  [-10, -30, -20],
  [-23, -16, -30],
])(
  'takes of %i, %i and %i LUFS are equally loud when played, and none exceeds full scale',
  { tags: 'long' },
  async (...wanted) => {
    const prepared = await setUp(wanted);
    for (const [index, { loudness }] of prepared.takes.entries()) expect(loudness).toBeCloseTo(wanted[index] ?? 0, 1);
    const heard = await heardOf(prepared);
    const levels = heard.map(({ loudness }) => loudness);
    expect(Math.max(...levels) - Math.min(...levels)).toBeLessThan(0.2);
    // Never louder than the original.
    expect(Math.max(...levels)).toBeLessThan((wanted[0] ?? 0) + 0.1);
    for (const { left } of heard) expect(left.every((value) => Math.abs(value) < 1)).toBe(true);
  },
);

test('in a loop takes are equally loud there, though over the whole they differ otherwise', {
  tags: 'long',
}, async () => {
  const prepared = await setUp([-20, -20, -20]);
  // The second take is quieter in the second half, and louder in the first.
  const { sounds } = prepared;
  const half = FRAMES / 2;
  sounds[1]?.forEach((value, frame, all) => {
    all[frame] = value * (frame < half ? 1.5 : 0.3);
  });
  const loop = { from: half, to: FRAMES };
  const passage = new Map(
    await Promise.all(
      sounds.map(async (sound, take) => [take, await loudnessOf(sound.slice(half), sound.slice(half))] as const),
    ),
  );
  const takes = prepared.takes.map((take, index) => ({ ...take, loudness: passage.get(index) ?? null }));
  const levels = await Promise.all(
    (await heardOf({ sounds, takes }, loop)).map(({ left }) => loudnessOf(left.slice(half), left.slice(half))),
  );
  expect(Math.max(...levels) - Math.min(...levels)).toBeLessThan(0.2);
});
