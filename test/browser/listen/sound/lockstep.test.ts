import { expect, test } from 'vitest';
import type { ToWorklet } from '../../../../renderer/components/playback/messages.ts';
import { QUANTUM, renderOffline } from '../../../harness/listen/offline-player.ts';

const TAKES = 3;
const SWITCHES = 200;
const SEEKS = 50;
/** Largest step between the samples of one take. */
const STEEPEST = 0.01;

/** Every take is the same signal: a slow wave in which each frame has a height of its own, marked by the take in its last bits. */
function heightAt(frame: number): number {
  return Math.fround(0.4 * Math.sin(frame / 60) + (frame % 499) / 1_000_000);
}

function sampleOf(take: number, frame: number): number {
  return Math.fround(heightAt(frame) + take * 0.001);
}

/** A fixed sequence of numbers from 0 to 1. */
function numbers(): () => number {
  let state = 7;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const quantum = (frame: number): number => Math.floor(frame / QUANTUM) * QUANTUM;

/** Frames whose sample is of no take at its own frame, outside of the fades after each action. */
function offBy(
  heard: Float32Array,
  frameOf: (index: number) => number | null,
  takeOf: (index: number) => number,
): number {
  let off = 0;
  for (let index = 0; index < heard.length; index++) {
    const frame = frameOf(index);
    if (frame !== null && heard[index] !== sampleOf(takeOf(index), frame)) off += 1;
  }
  return off;
}

function steepest(heard: Float32Array): number {
  let most = 0;
  for (let i = 1; i < heard.length; i++) most = Math.max(most, Math.abs((heard[i] ?? 0) - (heard[i - 1] ?? 0)));
  return most;
}

test.each([44_100, 96_000])(
  'at %i Hz, 200 switches leave every sample at its frame and make no step',
  { tags: 'long' },
  async (rate) => {
    const fade = Math.round(rate * 0.005);
    const next = numbers();
    const actions = new Map<number, ToWorklet[]>();
    const takes: { readonly from: number; readonly take: number }[] = [{ from: 0, take: 0 }];
    for (let at = quantum(rate * 0.1); takes.length <= SWITCHES; at += quantum(fade + QUANTUM * (2 + 20 * next()))) {
      const take = ((takes.at(-1)?.take ?? 0) + 1 + Math.floor(next() * (TAKES - 1))) % TAKES;
      actions.set(at, [{ kind: 'select', take }]);
      takes.push({ from: at, take });
    }
    const frames = quantum((takes.at(-1)?.from ?? 0) + rate / 4);
    const options = { sources: TAKES, lengthFrames: rate * 60 };
    const { left, right } = await renderOffline({ rate, frames, options, sampleOf, actions });
    let turn = 0;
    const takeOf = (index: number): number => {
      while ((takes[turn + 1]?.from ?? Number.POSITIVE_INFINITY) <= index) turn += 1;
      return takes[turn]?.take ?? 0;
    };
    // A crossfade is over after its length.
    const isFading = (index: number) => takes.some(({ from }) => index >= from && index < from + fade);
    expect(offBy(left, (index) => (isFading(index) ? null : index), takeOf)).toBe(0);
    expect(right).toEqual(left);
    expect(steepest(left)).toBeLessThan(STEEPEST);
  },
);

test.each([44_100, 48_000])('at %i Hz, 50 seeks arrive at their exact frames', { tags: 'long' }, async (rate) => {
  const fade = Math.round(rate * 0.005);
  const lengthFrames = rate * 60;
  const next = numbers();
  const actions = new Map<number, ToWorklet[]>();
  const seeks: { readonly at: number; readonly frame: number }[] = [];
  for (let at = quantum(rate * 0.1); seeks.length < SEEKS; at += quantum(rate * 0.04 + QUANTUM * 8 * next())) {
    const frame = Math.floor(next() * (lengthFrames - rate));
    seeks.push({ at, frame });
    actions.set(at, [{ kind: 'seek', frame, epoch: seeks.length }]);
  }
  const frames = quantum((seeks.at(-1)?.at ?? 0) + rate / 10);
  const { left } = await renderOffline({ rate, frames, options: { sources: 1, lengthFrames }, sampleOf, actions });
  let off = 0;
  for (const [turn, { at, frame }] of seeks.entries()) {
    const until = seeks[turn + 1]?.at ?? frames;
    // The old place fades out, the new one in.
    for (let index = at + 2 * fade; index < until; index++) {
      if (left[index] !== sampleOf(0, frame + index - at - fade)) off += 1;
    }
  }
  expect(off).toBe(0);
  expect(steepest(left)).toBeLessThan(STEEPEST);
});

test('a loop turns back at its exact frame in every round, with switches in between', async () => {
  const rate = 48_000;
  const fade = 240;
  const loop = { from: 20_003, to: 44_444 };
  const actions = new Map<number, ToWorklet[]>([[0, [{ kind: 'loop', loop }]]]);
  const switches = Array.from({ length: 20 }, (_, turn) => quantum(10_000 + turn * 15_000));
  for (const [turn, at] of switches.entries()) actions.set(at, [{ kind: 'select', take: (turn + 1) % TAKES }]);
  const options = { sources: TAKES, lengthFrames: rate * 60 };
  const { left } = await renderOffline({ rate, frames: quantum(rate * 7), options, sampleOf, actions });
  const length = loop.to - loop.from;
  const frameOf = (index: number): number | null => {
    const frame = index < loop.to ? index : loop.from + ((index - loop.to) % length);
    const isFading = index < fade || frame >= loop.to - fade || switches.some((at) => index >= at && index < at + fade);
    return isFading ? null : frame;
  };
  expect(offBy(left, frameOf, (index) => switches.filter((at) => at <= index).length % TAKES)).toBe(0);
  // At the seam, both ends of the loop are crossfaded: no faster than the fade.
  expect(steepest(left)).toBeLessThan(STEEPEST + 0.8 / fade);
});

test('at other speeds all takes stay in lockstep, and at 1 every sample is exact again', async () => {
  const rate = 48_000;
  const actions = new Map<number, ToWorklet[]>([
    [quantum(rate), [{ kind: 'rate', rate: 1.5 }]],
    [quantum(rate * 2), [{ kind: 'select', take: 1 }]],
    [quantum(rate * 3), [{ kind: 'select', take: 2 }]],
    [quantum(rate * 4), [{ kind: 'rate', rate: 1 }]],
  ]);
  const options = { sources: TAKES, lengthFrames: rate * 60 };
  const { left, positions } = await renderOffline({ rate, frames: quantum(rate * 5), options, sampleOf, actions });
  const last = positions.at(-1);
  // Three seconds at 1.5 and two at 1, give or take a piece.
  const frame = (last?.frame ?? 0) + quantum(rate * 5) - Math.round((last?.time ?? 0) * rate);
  expect(Math.abs(frame - 6.5 * rate)).toBeLessThan(rate * 0.04);
  const from = quantum(rate * 5) - rate / 2;
  // One shift for the whole rest: every sample is that of its frame.
  const shifts = new Set<number>();
  for (let shift = -2500; shift <= 2500; shift++) {
    const place = Math.round(6 * rate) + shift;
    if ([0, 1, 2, 3, 500].every((ahead) => left[from + ahead] === sampleOf(2, place + ahead))) shifts.add(shift);
  }
  const [shift = Number.NaN] = shifts;
  let off = 0;
  for (let index = 0; index < rate / 2; index++) {
    if (left[from + index] !== sampleOf(2, Math.round(6 * rate) + shift + index)) off += 1;
  }
  expect(off).toBe(0);
  expect(steepest(left)).toBeLessThan(STEEPEST * 2);
});
