/** How takes are shown: kept while the page is open, for every recording. */

import { createStore } from 'zustand/vanilla';
import type { TileScale } from '../../../../shared/engine-api/tile-messages.ts';
import type { PictureKind } from '../drawing/messages.ts';

export interface PictureSettings {
  readonly kind: PictureKind;
  readonly scale: TileScale;
  /** 0 to 1. */
  readonly contrast: number;
}

export const USUAL: PictureSettings = { kind: 'wave', scale: 'mel', contrast: 0.4 };

export const pictureSettings = createStore<PictureSettings>(() => USUAL);

export function switchPicture(): void {
  pictureSettings.setState(({ kind }) => ({ kind: kind === 'wave' ? 'spectrogram' : 'wave' }));
}
