import { expect, test } from 'vitest';
import { firstState, reported } from '../../../renderer/components/playback/player-state.ts';

const START = {
  ...{ frame: 0, take: 0, delivered: new Set<number>(), matched: true, loop: null },
  ...{ speed: 1, volume: 1, device: '', playing: false },
};

test('a report that changes nothing leaves the state as it is, so that nothing is rendered again', () => {
  const state = firstState([], [], START);
  expect(reported(state, { playing: false, starved: false })).toBe(state);
  const playing = reported(state, { playing: true, starved: false });
  expect(playing).toEqual({ ...state, playing: true });
  expect(reported(playing, { playing: true, starved: false })).toBe(playing);
  expect(reported(playing, { playing: true, starved: true })).toEqual({ ...playing, buffering: true });
});
