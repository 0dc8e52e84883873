/** The audio engine's request handlers, used by the helper process and the `engine` command. */

import type { EngineProgress, EngineRequests } from '../../shared/engine-api/messages.ts';
import type { RequestHandlers } from '../platform/processes/helper-server.ts';
import { type Clock, systemClock } from '../platform/time/clock.ts';
import { exportResult } from './export/export.ts';
import { measureLength } from './input/length.ts';
import { probe } from './input/source-file.ts';
import { compare } from './integrity/compare.ts';
import { paced } from './output/progress.ts';
import { cut } from './passes/cut.ts';
import { createPcmSource } from './passes/pcm.ts';
import { restore } from './passes/restore.ts';
import { scan } from './passes/scan.ts';
import { createTileSource } from './passes/tile.ts';

/** Requests may be called in any order; `pcm` keeps a few recordings open between calls. */
export function createEngine(clock: Clock = systemClock): RequestHandlers<EngineRequests, EngineProgress> {
  const pcm = createPcmSource();
  const tiles = createTileSource(pcm);
  return {
    probe: ({ path }) => probe(path),
    length: ({ path }) => measureLength(path),
    scan: (params, report) => scan(params, paced(report, clock)),
    restore: (params, report) => restore(params, paced(report, clock)),
    export: (params, report) => exportResult(params, paced(report, clock)),
    cut: (params) => cut(params),
    compare: (params) => compare(params, pcm),
    pcm: (params) => pcm.read(params),
    tile: (params) => tiles.draw(params),
  };
}
