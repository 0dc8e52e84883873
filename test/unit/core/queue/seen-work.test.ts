import { expect, test } from 'vitest';
import {
  createLearnedSpeeds,
  endOf,
  type Reports,
  reportedMs,
} from '../../../../electron/core/queue/parts/learned-speeds.ts';

const NOTHING: Reports = { firstSeen: null, lastSeen: null, underWayAt: null };
/** It began at 0 and takes 1024 ms. */
const seen = (...moments: number[]): Reports => {
  const reports = moments.map((at) => ({ at, progress: at / 1024 }));
  return { firstSeen: reports[0] ?? null, lastSeen: reports.at(-1) ?? null, underWayAt: moments.at(-1) ?? null };
};

test.each([
  ['two reports tell its speed, however late the desk hears of the end', seen(256, 768), null, 5000, null, 1024],
  ['one report and its beginning tell it too', seen(512), 0, 5000, null, 1024],
  ['it had not ended when it was last under way', { ...seen(256, 768), underWayAt: 1400 }, null, 5000, null, 1400],
  ['nor after the desk heard of it', seen(256, 768), null, 900, null, 900],
  ['without a report it takes what such a one takes', { ...NOTHING, underWayAt: 300 }, 100, 5000, 800, 900],
  ['with nothing known it ended between two answers', { ...NOTHING, underWayAt: 300 }, 100, 700, null, 500],
  ['never seen under way, it ended when the desk heard of it', NOTHING, 100, 700, 300, 700],
] as const)('the end of a generation: %s', (_, reports, since, now, expected, end) => {
  expect(endOf(reports, since, now, expected)).toBe(end);
});

test('reports that are close together tell no speed', () => {
  expect([reportedMs(seen(200, 600)), reportedMs(seen(200, 300)), reportedMs(seen(200))]).toEqual([1024, null, null]);
});

test('what the desk’s own pauses cost is not learned as the service’s time', () => {
  const speeds = createLearnedSpeeds({ settings: { get: () => undefined, set: () => undefined } } as never);
  const takes = (seconds: number) => 10 * seconds;
  let began = 0;
  const lengths = [100, 40, 150, 60, 120, 80, 100, 50];
  for (const [index] of lengths.entries()) speeds.started('studio', `${index}`);
  for (const [index, seconds] of lengths.entries()) {
    const at = (progress: number) => ({ at: began + progress * takes(seconds), progress });
    const end = began + takes(seconds);
    // Every second end is heard of late: the next one is at work meanwhile.
    const heard = end + (index % 2 === 0 ? 390 : 0);
    const reports = { firstSeen: at(0.2), lastSeen: at(0.8), underWayAt: at(0.8).at };
    const of = { connectionId: 'studio', generationId: `${index}`, model: 'service-2', seconds } as const;
    speeds.completed(of, reports, heard, heard, heard, 1);
    began = end;
  }
  const { baseMs = 0, msPerSecond = 0 } = speeds.get('studio', 'service-2') ?? {};
  for (const seconds of [50, 100, 150]) {
    const off = Math.abs(baseMs + msPerSecond * seconds - takes(seconds)) / takes(seconds);
    expect(off, `${seconds}`).toBeLessThan(0.2);
  }
});
