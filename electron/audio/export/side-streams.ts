/** What goes into an export beside its sound, and how much of it when its container does not take everything. */

import { type Carried, readCarried } from '../media/side-streams/metadata-reader.ts';
import { type Passengers, remuxCompany } from '../media/side-streams/remux.ts';
import type { Company } from '../media/side-streams/side-streams.ts';
import { carriedCompany } from '../media/side-streams/tags.ts';
import { soundBegins } from './audio-start.ts';
import { roomForChapters, writeChapters } from './chapters/chapters.ts';
import type { ExportPlan } from './formats.ts';

export interface Belongings {
  readonly carried: Carried;
  /** Seconds on the file's clock at which its sound is to begin. */
  readonly soundBegins: number;
  /** Calls `write` with what belongs to the file, and with less of it each time that a container refuses; then adds the chapters. */
  into<Result>(path: string, write: (company: Company) => Promise<Result>): Promise<Result>;
}

/** From everything to what no container of pictures refuses. */
const SELECTIONS: readonly Passengers[] = ['all', 'with-subtitles', 'pictures-and-sound'];

/** @throws CleartakeError mediaNotRecognized, and as openRecording does */
export async function belongingsOf(original: string, plan: ExportPlan): Promise<Belongings> {
  const carried = await readCarried(original);
  const { muxer } = plan.encoding;
  const begins = plan.isVideo ? soundBegins(original) : 0;
  const selections = plan.isVideo ? SELECTIONS : (['all'] as const);
  const open = (selection: Passengers) =>
    plan.isVideo
      ? remuxCompany(original, carried, muxer, begins, selection)
      : carriedCompany(carried, muxer, roomForChapters(muxer, carried.chapters));
  return {
    carried,
    soundBegins: begins,
    into: async (path, write) => {
      for (const selection of selections) {
        const company = open(selection);
        try {
          const result = await write(company);
          writeChapters(path, muxer, carried.chapters);
          return result;
        } catch (failure) {
          if (selection === selections.at(-1) || !isRefused(failure)) throw failure;
        } finally {
          company.close();
        }
      }
      throw new RangeError('No selection to try');
    },
  };
}

/** Whether the container said before anything was written that it cannot hold one of the streams. */
export function isRefused(failure: unknown): boolean {
  return failure instanceof Error && failure.message.startsWith('write the header');
}
