/** Takes for comparison. Their data (peaks, samples, files) is served at the media addresses, not here. */

import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { batchPresetSchema, soundSettings } from '../../domain/batch/batch-preset.ts';
import { partRequest } from '../../domain/listening/part.ts';
import { previewSchema, soundFigures } from '../../engine-api/answer-schemas.ts';
import { call } from '../refusals.ts';
import { jobView, takeView } from '../views.ts';

export const savingEvent = z.object({
  /** 0 to 1. */
  fraction: z.number(),
  /** Null until the file is there. */
  fileName: z.string().nullable(),
});
export type SavingEvent = z.infer<typeof savingEvent>;

export const partEvent = z.object({
  /** 0 to 1. */
  fraction: z.number(),
  /** Null until the file is there; the save address gives it by its id. */
  made: z.object({ id: z.string(), fileName: z.string() }).nullable(),
});
export type PartEvent = z.infer<typeof partEvent>;

export const limitedPreviewEvent = z.object({
  /** 0 to 1. */
  fraction: z.number(),
  /** Null until it can be played: its take at the media addresses, and how loud it is. */
  made: z.object({ id: z.string(), figures: soundFigures }).nullable(),
});
export type LimitedPreviewEvent = z.infer<typeof limitedPreviewEvent>;

/** The settings of a job since its Start, and the name that their preset had; null where it had none. */
const startedWith = z.object({ settings: batchPresetSchema, presetName: z.string().nullable() });

const otherTake = z.object({
  takeId: z.string(),
  label: z.string(),
  /** When it was stored, in milliseconds since the epoch. */
  at: z.number(),
});
export type OtherTake = z.infer<typeof otherTake>;

/** Takes have the keys 1 to 9. */
export const MOST_TAKES = 9;

/** Columns of a recording's waveform: enough for a card, and two of them for each bar of a row. */
export const OVERVIEW_COLUMNS = 98;

/** Waveforms that one call gives: more rows than a large screen shows, with three takes each. */
export const MOST_OVERVIEWS = 200;

/** The highest sample of each column. */
const overview = z.array(z.int().min(0).max(127)).length(OVERVIEW_COLUMNS);

export const listeningContract = {
  /**
   * The takes of a job: the original first, then the results in the order of the models, then what was asked for of other jobs with the same
   * content, then what was delivered; those other results; and what the job was started with.
   */
  takes: call
    .input(
      z.object({
        jobId: z.string(),
        /** From `others`. */
        added: z.array(z.string()).max(MOST_TAKES).optional(),
      }),
    )
    .output(
      z.object({
        job: jobView,
        takes: z.array(takeView),
        others: z.array(otherTake),
        startedWith: startedWith.nullable(),
      }),
    ),
  /**
   * The waveforms of takes in a few columns, from what their scans have drawn: the highest sample of each, 0 to 127. Null where nothing is drawn
   * yet; nothing is made for it.
   */
  overviews: call
    .input(z.object({ takes: z.array(z.string()).max(MOST_OVERVIEWS) }))
    .output(z.array(overview.nullable())),
  /** The rough waveform of a recording that wasn't scanned yet, from a few places of its file; null where there is none. */
  sketch: call.input(z.object({ jobId: z.string() })).output(overview.nullable()),
  /** A person has heard a result of this recording. */
  heard: call.input(z.object({ jobId: z.string() })).output(z.void()),
  /** Makes what a `delivered` take needs to be played and drawn. It may take as long as decoding it, and stops when nobody listens. */
  prepare: call.input(z.object({ takeId: z.string() })).output(z.void()),
  /**
   * Frames at which a take clips, for one whose measures only count its clipped samples. It may take as long as decoding the take. Asked again,
   * it answers at once.
   */
  clipping: call.input(z.object({ takeId: z.string() })).output(z.object({ places: z.array(z.int()) })),
  /** How late a take comes after its original. Asked again, it answers at once. */
  lag: call.input(z.object({ difference: z.string() })).output(
    z.object({
      /** Frames; null when the two are too different to tell. */ lag: z.int().nullable(),
      /** Hz. */ sampleRate: z.number(),
    }),
  ),
  /**
   * What an export of a result would mix: the result's lag and the mix's loudness, measured by the export's own code. It may take as long as
   * decoding both recordings, and stops when nobody listens. Asked again, it answers at once.
   */
  preview: call
    .input(
      z.object({
        takeId: z.string(),
        strength: z.number().min(0).max(1),
      }),
    )
    .output(previewSchema),
  /**
   * Renders what an export with these settings will sound like, for those that limit peaks, and reports its progress. It stops when nobody
   * listens. Asked again, it answers at once.
   */
  limitedPreview: call
    .input(z.object({ takeId: z.string(), settings: soundSettings }))
    .output(eventIterator(limitedPreviewEvent)),
  /**
   * Makes the output of a result, as its preset says, and reports its progress. The last event has the file's name; the save address then
   * gives the file at once. It stops when nobody listens.
   */
  save: call.input(z.object({ takeId: z.string() })).output(eventIterator(savingEvent)),
  /** Makes a file of a take, of a passage of it, or of what was removed, and reports its progress. It stops when nobody listens. */
  part: call.input(partRequest).output(eventIterator(partEvent)),
};
