import { expect, test } from 'vitest';
import { shownFrame } from '../../../renderer/components/playback/playhead-frame.ts';
import { createMixer, type Mixer } from '../../../renderer/components/playback/sound/mixer.ts';

const CHUNK = 64;
const FADE = 8;
const LENGTH = CHUNK * 6;

/** Every sample names its frame. */
function feed(mixer: Mixer, chunks: readonly number[], source = 0): void {
  for (const chunk of chunks) {
    const samples = new Float32Array(CHUNK * 2);
    for (let index = 0; index < samples.length; index++) samples[index] = chunk * CHUNK + Math.floor(index / 2) + 1;
    mixer.push(0, source, chunk, samples);
  }
}

function render(mixer: Mixer, frames: number): Float32Array {
  const all = new Float32Array(frames);
  for (let done = 0; done < frames; done += 16) {
    mixer.fill(all.subarray(done, done + 16), new Float32Array(Math.min(16, frames - done)));
  }
  return all;
}

function playing(chunks: readonly number[], sources = 1): Mixer {
  const sizes = { lengthFrames: LENGTH, fadeFrames: FADE, chunkFrames: CHUNK, keepAhead: 6 };
  const mixer = createMixer({ ...sizes, sources });
  for (let source = 0; source < sources; source++) feed(mixer, chunks, source);
  mixer.play();
  return mixer;
}

test('a loop turns back at its exact frame, again and again, and fades only just before', () => {
  const mixer = playing([0, 1, 2, 3, 4, 5]);
  const loop = { from: 70, to: 203 };
  mixer.setLoop(loop);
  const heard = render(mixer, 1000);
  for (let index = FADE; index < heard.length; index++) {
    const frame = index < loop.to ? index : loop.from + ((index - loop.to) % (loop.to - loop.from));
    if (frame >= loop.to - FADE) continue;
    expect(heard[index]).toBe(frame + 1);
  }
  expect(mixer.state()).toMatchObject({ playing: true, starved: false });
});

test('the end and the beginning of a loop are crossfaded without a step', () => {
  const mixer = playing([0, 1, 2, 3, 4, 5]);
  mixer.setLoop({ from: 100, to: 180 });
  const heard = render(mixer, 600).slice(FADE);
  // The sound falls by 80 in eight steps, of a sound that rises by one.
  for (let index = 1; index < heard.length; index++) {
    expect(Math.abs((heard[index] ?? 0) - (heard[index - 1] ?? 0))).toBeLessThanOrEqual(80 / FADE);
  }
});

test('a loop that is set, moved or cleared in its seam makes no step', () => {
  const mixer = playing([0, 1, 2, 3, 4, 5]);
  const heard: number[] = [];
  const loops = [{ from: 0, to: 40 }, { from: 10, to: 52 }, null, { from: 20, to: 70 }];
  for (let turn = 0; turn < 60; turn++) {
    mixer.setLoop(loops[turn % loops.length] ?? null);
    const part = new Float32Array(5);
    mixer.fill(part, new Float32Array(5));
    heard.push(...part);
  }
  for (let index = FADE + 1; index < heard.length; index++) {
    expect(Math.abs((heard[index] ?? 0) - (heard[index - 1] ?? 0))).toBeLessThanOrEqual(60 / FADE);
  }
});

test('past the end of a loop, the recording plays on', () => {
  const mixer = playing([0, 1, 2, 3, 4, 5]);
  mixer.setLoop({ from: 0, to: 64 });
  mixer.seek(100, 0);
  expect(render(mixer, 200).at(-1)).toBe(300);
});

test('waits for the beginning of a loop before its end fades, and never starves while it has both', () => {
  const mixer = playing([2, 3]);
  mixer.seek(180, 0);
  mixer.setLoop({ from: 20, to: 200 });
  render(mixer, 64);
  expect(mixer.state().starved).toBe(true);
  feed(mixer, [0]);
  const stopped = mixer.state().position;
  render(mixer, 32);
  expect(mixer.state().starved).toBe(false);
  expect(mixer.state().position).not.toBe(stopped);
  expect(mixer.needs()).toMatchObject({ loop: { from: 12, to: 200 } });
});

test('a take is a weighted sum of sources, each skipped by its lag', () => {
  const sizes = { lengthFrames: LENGTH, fadeFrames: FADE, chunkFrames: CHUNK, keepAhead: 6 };
  const mixes = [
    [{ source: 0, weight: 1, lag: 0 }],
    [
      { source: 0, weight: 0.25, lag: 0 },
      { source: 1, weight: 0.75, lag: 20 },
    ],
    [
      { source: 0, weight: 1, lag: 0 },
      { source: 1, weight: -1, lag: 0 },
    ],
  ];
  const mixer = createMixer({ ...sizes, sources: 2, mixes });
  for (const source of [0, 1]) feed(mixer, [0, 1, 2, 3, 4, 5], source);
  mixer.play();
  mixer.select(1);
  const heard = render(mixer, 128);
  for (let frame = FADE; frame < 128; frame++) expect(heard[frame]).toBe(frame + 1 + 0.75 * 20);
  mixer.select(2);
  expect(
    render(mixer, 64)
      .slice(FADE)
      .every((value) => value === 0),
  ).toBe(true);
});

test('a changed mix of the audible take moves there in a straight line', () => {
  const mixer = playing([0, 1, 2, 3, 4, 5]);
  render(mixer, 64);
  mixer.setMixes([[{ source: 0, weight: 0.5, lag: 0 }]]);
  const heard = render(mixer, 64);
  for (let index = 0; index < 64; index++) {
    const share = Math.min(1, (index + 1) / FADE);
    expect(heard[index]).toBeCloseTo((64 + index + 1) * (1 - share / 2), 3);
  }
});

test('the playhead goes on between reports at the speed that is heard, and turns with the loop', () => {
  const last = { frame: 1000, epoch: 0, take: 0, time: 2, playing: true, starved: false, ended: false };
  const line = { rate: 48_000, lengthFrames: 1_000_000, speed: 1.5, loop: null };
  expect(shownFrame(last, 2.1, line)).toBe(1000 + 7200);
  expect(shownFrame(last, 2.1, { ...line, loop: { from: 500, to: 4000 } })).toBe(500 + ((1000 + 7200 - 500) % 3500));
  expect(shownFrame({ ...last, starved: true }, 2.1, line)).toBe(1000);
});
