import { expect, test } from 'vitest';
import type { ToWorklet } from '../../../../renderer/components/playback/messages.ts';
import { CHUNK_FRAMES } from '../../../../renderer/components/playback/sound/mixer.ts';
import { pcmAddress } from '../../../../shared/contract/page/media-addresses.ts';
import { QUANTUM, renderOffline } from '../../../harness/listen/offline-player.ts';
import { IMPULSES, REAL_TAKES, TONE } from '../../../harness/listen/real-takes-facts.ts';

const { every, rates, seconds } = IMPULSES;
const TAKES = rates.length;

const quantum = (frame: number): number => Math.floor(frame / QUANTUM) * QUANTUM;

/** As the feeder's worker fetches it. */
async function fetchChunk(rate: number, take: string, chunk: number): Promise<Float32Array<ArrayBuffer>> {
  const address = pcmAddress(take, chunk * CHUNK_FRAMES, CHUNK_FRAMES, rate);
  const response = await fetch(`${REAL_TAKES}${address}`);
  if (!response.ok) throw new Error(`Samples were answered with ${response.status}`);
  return new Float32Array(await response.arrayBuffer());
}

/** The frame at which what is heard around an impulse is highest. */
function highestNear(heard: Float32Array, frame: number, around: number): number {
  let best = frame - around;
  for (let at = best; at <= frame + around; at++) if ((heard[at] ?? 0) > (heard[best] ?? 0)) best = at;
  return best;
}

test.each([48_000, 44_100])(
  'takes of 48, 44.1 and 16 kHz line up to the frame at %i Hz, through switches and seeks',
  { tags: 'long' },
  async (rate) => {
    const lengthFrames = seconds * rate;
    const step = every * rate;
    const actions = new Map<number, ToWorklet[]>();
    // A switch between every two impulses, and a seek by whole impulses after every eighth.
    const frames = quantum(lengthFrames * 0.9);
    let shift = 0;
    const shifts: { readonly from: number; readonly shift: number }[] = [{ from: 0, shift }];
    for (let turn = 1; (turn + 1) * step < frames; turn++) {
      const at = quantum((turn + 0.5) * step);
      const messages: ToWorklet[] = [{ kind: 'select', take: turn % TAKES }];
      if (turn % 8 === 0) {
        // The old place fades out first, for the length of a fade.
        const frame =
          at + shift + Math.round(rate * 0.005) - Math.round(rate * 0.005) + (turn % 16 === 0 ? -3 : 2) * step;
        shift = frame - at - Math.round(rate * 0.005);
        messages.push({ kind: 'seek', frame, epoch: turn });
        shifts.push({ from: at, shift });
      }
      actions.set(at, messages);
    }
    const { left } = await renderOffline({
      ...{ rate, frames, actions },
      options: { sources: TAKES, lengthFrames },
      fetchChunk: (source, chunk) => fetchChunk(rate, String(rates[source]), chunk),
    });
    let off = 0;
    let found = 0;
    for (let impulse = 1; impulse * step < lengthFrames; impulse++) {
      for (const [turn, { from, shift: by }] of shifts.entries()) {
        const at = impulse * step - by;
        const until = shifts[turn + 1]?.from ?? frames;
        if (at < from + step / 4 || at > until - step / 4) continue;
        found += 1;
        if (highestNear(left, at, Math.floor(step / 4)) !== at) off += 1;
      }
    }
    expect(found).toBeGreaterThan(30);
    expect(off).toBe(0);
  },
);

test('a switch among takes of 48, 44.1 and 16 kHz makes no step beyond its crossfade', { tags: 'long' }, async () => {
  const rate = 48_000;
  const fade = rate * 0.005;
  const heights = rates.map((each) => TONE.heights[each]);
  const every = quantum(rate * 0.19);
  const frames = quantum(rate * 9);
  const turns = Array.from({ length: Math.floor(frames / every) - 1 }, (_, turn) => turn + 1);
  const actions = new Map(
    turns.map((turn): [number, ToWorklet[]] => [turn * every, [{ kind: 'select', take: turn % TAKES }]]),
  );
  const { left } = await renderOffline({
    ...{ rate, frames, actions },
    options: { sources: TAKES, lengthFrames: TONE.seconds * rate },
    fetchChunk: (source, chunk) => fetchChunk(rate, `tone-${rates[source]}`, chunk),
  });
  // The tone's own steepest step, and what a crossfade adds to it.
  const [loudest, quietest] = [Math.max(...heights), Math.min(...heights)];
  const most = ((2 * Math.PI * TONE.hertz) / rate) * loudest + (loudest - quietest) / fade;
  let steepest = 0;
  for (let frame = fade + 1; frame < frames; frame++) {
    steepest = Math.max(steepest, Math.abs((left[frame] ?? 0) - (left[frame - 1] ?? 0)));
  }
  expect(steepest).toBeLessThan(most * 1.001);
  // Every switch was heard.
  const peaks = turns.map((turn) => Math.max(...left.subarray(turn * every + 2 * fade, (turn + 1) * every - fade)));
  expect(peaks.filter((peak, index) => Math.abs(peak - (heights[(index + 1) % TAKES] ?? 0)) > 0.005)).toEqual([]);
});
