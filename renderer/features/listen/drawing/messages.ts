/** Messages between the page and the worker that draws waveforms and spectrograms. Times are seconds of the recording. */

import type { Peaks } from '../../../../shared/engine-api/peaks-format.ts';
import type { TileScale } from '../../../../shared/engine-api/tile-messages.ts';

export interface PicturedTake {
  readonly id: string;
  /** The recording's own rate in Hz. */
  readonly sampleRate: number;
  readonly durationSeconds: number;
}

/** What is shown of every take. */
export type PictureKind = 'wave' | 'spectrogram';

export interface PictureLook {
  readonly kind: PictureKind;
  readonly from: number;
  readonly to: number;
  readonly scale: TileScale;
  /** 0 to 1: how much of the quiet is left dark. */
  readonly contrast: number;
  /** Vertical scale of waves. */
  readonly gain: number;
  /** CSS colors of the waves, one for each take. */
  readonly colors: readonly string[];
  /** Of the original behind a result. */
  readonly ghost: string;
  /** Device pixels in a CSS pixel. */
  readonly pixelRatio: number;
}

/** Two takes, by index. */
export type TakePair = readonly [number, number];

export interface PictureSetup {
  readonly takes: readonly PicturedTake[];
  /** Of every request. */
  readonly headers: Readonly<Record<string, string>>;
  /** Twice the highest frequency of every spectrogram, Hz. */
  readonly topRate: number;
}

export type ToPictures =
  | ({ readonly kind: 'setup' } & PictureSetup)
  | { readonly kind: 'canvas'; readonly take: number; readonly canvas: OffscreenCanvas }
  | { readonly kind: 'gone'; readonly take: number }
  /** In device pixels. */
  | { readonly kind: 'size'; readonly take: number; readonly width: number; readonly height: number }
  | { readonly kind: 'look'; readonly look: PictureLook }
  /** Asks for the level at a place; the height is 0 to 1. */
  | { readonly kind: 'probe'; readonly take: number; readonly second: number; readonly height: number }
  /** Asks where two takes differ most. */
  | { readonly kind: 'compare'; readonly pair: TakePair };

/** The whole of a take, as the overview shows it. */
export interface WholeTake {
  readonly peaks: Peaks;
  /** The highest sample, 0 to 1. */
  readonly peak: number;
  /** Whether it has left and right by themselves. */
  readonly hasLanes: boolean;
}

export type FromPictures =
  /** `hidden`: nothing; `coarse`: all of the view, some of it blurred; `sharp`: all; `failed`: nothing can be read. */
  | { readonly kind: 'drawn'; readonly take: number; readonly state: DrawnState }
  /** Null when the desk has no peaks of the take. */
  | { readonly kind: 'whole'; readonly take: number; readonly whole: WholeTake | null }
  | { readonly kind: 'level'; readonly decibels: number | null }
  /** In seconds, the largest difference first. */
  | { readonly kind: 'differences'; readonly seconds: readonly number[] };

export type DrawnState = 'hidden' | 'coarse' | 'sharp' | 'failed';
