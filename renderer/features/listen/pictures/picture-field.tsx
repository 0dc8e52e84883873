/** The field of one take: its waveform, over which the picture worker draws single samples or the spectrogram. */

import { type ReactNode, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { LISTEN } from '../strings.ts';
import { FrequencyAxis } from './frequency-axis.tsx';
import { pictureSettings } from './picture-settings.ts';
import classes from './pictures.module.css';
import type { Pictures } from './pictures.ts';

interface PictureFieldProps {
  readonly take: number;
  readonly pictures: Pictures;
  /** The waveform of peaks. */
  readonly children: ReactNode;
}

export function PictureField({ take, pictures, children }: PictureFieldProps) {
  const host = useRef<HTMLDivElement>(null);
  const drawn = useStore(pictures.store, (state) => state.drawn.get(take) ?? 'hidden');
  const { kind, scale } = useStore(pictureSettings);
  useEffect(() => (host.current === null ? undefined : pictures.attach(take, host.current)), [pictures, take]);
  const isSpectrogram = kind === 'spectrogram';
  return (
    <>
      {!isSpectrogram && (
        <div className={classes.peaks} data-covered={drawn === 'sharp'}>
          {children}
        </div>
      )}
      <div
        ref={host}
        className={classes.field}
        aria-hidden="true"
        data-picture={kind}
        data-drawn={drawn}
        data-take-index={take}
      />
      {isSpectrogram && drawn === 'failed' && <p className={classes.failed}>{LISTEN.noSpectrogram}</p>}
      {isSpectrogram && (drawn === 'coarse' || drawn === 'sharp') && (
        <FrequencyAxis scale={scale} top={pictures.topFrequency} />
      )}
    </>
  );
}
