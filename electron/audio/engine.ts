/** The audio engine's request handlers, used by its process and the `engine` command: what other rooms import of it. */

import type { EngineProgress, EngineRequests } from '../../shared/engine-api/messages.ts';
import type { RequestHandlers } from '../platform/processes/helper-server.ts';
import { type Clock, systemClock } from '../platform/time/clock.ts';
import { checkModel } from './chains/own-model/check-model.ts';
import { previewExport, writeExport } from './export/export.ts';
import { extract, scanDifference } from './export/extract.ts';
import { join, partFacts } from './export/joining/join.ts';
import { measureLength, probeFile } from './input/source-file.ts';
import { compare } from './integrity/compare.ts';
import { paced } from './output/progress.ts';
import { cut, makeListeningCopy } from './passes/copies.ts';
import { createPcmSource, measurePassage } from './passes/pcm.ts';
import { restore } from './passes/restore.ts';
import { scan } from './passes/scan.ts';
import { sketch } from './passes/sketch.ts';
import { createTileSource } from './passes/tile.ts';
import { copySide, copyTrack } from './passes/track-copies.ts';
import { tracksOf } from './passes/tracks.ts';

/** Requests may be called in any order; `pcm` keeps a few recordings open between calls. */
export function createEngine(clock: Clock = systemClock): RequestHandlers<EngineRequests, EngineProgress> {
  const pcm = createPcmSource();
  const tiles = createTileSource(pcm);
  return {
    probe: ({ path }) => probeFile(path),
    length: ({ path }) => measureLength(path),
    sketch: ({ path, columns }) => sketch(path, columns),
    scan: (params, report) => scan(params, paced(report, clock)),
    restore: (params, report) => restore(params, paced(report, clock)),
    checkModel: (params) => checkModel(params, clock),
    export: (params, report) => writeExport(params, paced(report, clock)),
    preview: (params) => previewExport(params),
    partFacts: async (params) => partFacts(params),
    join: (params, report) => join(params, paced(report, clock)),
    cut: (params) => cut(params),
    listeningCopy: (params) => makeListeningCopy(params),
    tracks: (params) => tracksOf(params),
    copyTrack: (params) => copyTrack(params),
    copySide: (params) => copySide(params),
    extract: (params, report) => extract(params, paced(report, clock)),
    scanDifference: (params) => scanDifference(params),
    compare: (params) => compare(params, pcm),
    pcm: (params) => pcm.read(params),
    tile: (params) => tiles.draw(params),
    loudness: (params) => measurePassage(params, pcm),
  };
}
