/** Whether History stays smooth while a person scrolls through a long past. */

import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { writeLongPast } from '../harness/history/long-past.ts';
import { type HistoryScroll, type ScrollFigures, scrollHistory } from '../harness/history/scroll-history.ts';
import type { Bench } from './bench.ts';

const PROJECTS = Number(process.env.CLEARTAKE_HISTORY_PROJECTS ?? 100_000);
const UNTIL = Date.parse('2026-11-23T12:00:00Z');
const TARGETS = { taskMs: 50, waitMs: 300, heapGrowthMiB: 20 };

export const bench: Bench = {
  measures: `The worst of three figures against its own target, in the bundled page with the real browser host over ${PROJECTS} projects, scrolled through all rows by wheel, and by the scrollbar to the end and back: a task of ${TARGETS.taskMs} ms (0 if none is over 50 ms); ${TARGETS.waitMs} ms until the rows are there where the scrollbar is held; ${TARGETS.heapGrowthMiB} MiB that the page's memory grows by`,
  unit: '× its target',
  target: 1,
  better: 'lower',
  run: async (folder) => {
    // Made once, with its search index, where a folder for it is named.
    const data = process.env.CLEARTAKE_HISTORY_STORE ?? path.join(folder, 'data');
    const database = path.join(data, 'cleartake.sqlite');
    mkdirSync(data, { recursive: true });
    if (!existsSync(database)) writeLongPast(database, PROJECTS, UNTIL);
    const { drag, firstRowMs, heap, stopsMs, wheel } = await scrollHistory(data, PROJECTS);
    const found = {
      taskMs: Math.max(0, ...wheel.tasks, ...drag.tasks),
      waitMs: Math.max(...stopsMs),
      heapGrowthMiB: Math.max(0, ...heap.map((bytes) => bytes - heap[0])) / 2 ** 20,
    };
    const details = {
      ...found,
      firstRowMs,
      ...named('wheel', wheel),
      ...named('drag', drag),
      heapMiB: heap[0] / 2 ** 20,
    };
    return {
      value: Math.max(...Object.entries(TARGETS).map(([name, target]) => found[name as keyof typeof found] / target)),
      details: Object.fromEntries(Object.entries(details).map(([name, value]) => [name, Number(value.toPrecision(3))])),
    };
  },
};

function named(way: keyof Pick<HistoryScroll, 'wheel' | 'drag'>, figures: ScrollFigures): Record<string, number> {
  const { longestCpuMs, longestWaitMs, shownShare, tasks, waitingShare } = figures;
  return {
    [`${way}LongTasks`]: tasks.length,
    [`${way}LongestTaskMs`]: Math.max(0, ...tasks),
    [`${way}LongestTaskCpuMs`]: longestCpuMs,
    [`${way}LongestWaitMs`]: longestWaitMs,
    [`${way}WaitingShare`]: waitingShare,
    [`${way}ShownShare`]: shownShare,
  };
}
