/** The field of one take, in which the picture worker draws its waveform or its spectrogram. */

import { Skeleton } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { SIDES } from '../../../../shared/domain/tracks/made-from.ts';
import { heightOf, type TileScale } from '../../../../shared/engine-api/tile-messages.ts';
import { QuietText } from '../../../components/layout/layout.tsx';
import type { Ear } from '../../../components/playback/heard-takes.ts';
import type { WholeTake } from '../drawing/messages.ts';
import { LISTEN, TRANSPORT } from '../strings.ts';
import classes from './pictures.module.css';
import type { TakePictures } from './pictures.ts';
import { pictureSettings } from './use-pictures.ts';

const TICKS: Readonly<Record<TileScale, readonly number[]>> = {
  linear: [5000, 10_000, 15_000, 20_000],
  mel: [500, 1000, 2000, 5000, 10_000],
};

/** Pixels of a label, with room around it. */
const LABEL_PIXELS = 17;

interface PictureFieldProps {
  readonly take: number;
  /** The side that is heard alone is told from the other one. */
  readonly ear: Ear;
  readonly pictures: TakePictures;
}

export function PictureField({ ear, take, pictures }: PictureFieldProps) {
  const host = useRef<HTMLDivElement>(null);
  const drawn = useStore(pictures.store, (state) => state.drawn.get(take) ?? 'hidden');
  const whole = useStore(pictures.store, (state) => state.wholes.get(take));
  const hasLanes = useStore(pictures.store, ({ wholes }) => hasLanesIn(wholes, take));
  const { kind, scale } = useStore(pictureSettings);
  useEffect(() => (host.current === null ? undefined : pictures.attach(take, host.current)), [pictures, take]);
  const isSpectrogram = kind === 'spectrogram';
  return (
    <>
      <div
        ref={host}
        className={classes.field}
        aria-hidden="true"
        data-picture={kind}
        data-drawn={drawn}
        data-take-index={take}
      />
      {!isSpectrogram && hasLanes && <Lanes ear={ear} />}
      {!isSpectrogram && drawn === 'hidden' && whole === undefined && <Skeleton className={classes.skeleton} />}
      {!isSpectrogram && drawn === 'hidden' && whole === null && <QuietText m={12}>{LISTEN.noPeaks}</QuietText>}
      {isSpectrogram && drawn === 'failed' && <p className={classes.failed}>{LISTEN.noSpectrogram}</p>}
      {isSpectrogram && (drawn === 'coarse' || drawn === 'sharp') && (
        <FrequencyAxis scale={scale} top={pictures.topFrequency} />
      )}
    </>
  );
}

/** As the worker draws it: left above right, where the original has both, too. */
function hasLanesIn(wholes: ReadonlyMap<number, WholeTake | null>, take: number): boolean {
  return wholes.get(0)?.hasLanes === true && wholes.get(take)?.hasLanes === true;
}

/** The names of the two lanes; the one that isn't heard is veiled. */
function Lanes({ ear }: { ear: Ear }) {
  return SIDES.map((side) => (
    <span key={side} className={classes.lane} data-side={side} data-heard={ear === 'both' || ear === side} aria-hidden>
      <span className={classes.laneName}>{TRANSPORT.earLetters[side]}</span>
    </span>
  ));
}

function FrequencyAxis({ scale, top }: { scale: TileScale; top: number }) {
  const { ref, height } = useElementSize();
  return (
    <div ref={ref} className={classes.axis} aria-hidden="true">
      {frequencyTicks(scale, top, height).map((frequency) => (
        <span key={frequency} style={{ bottom: `${heightOf(frequency, scale, top) * 100}%` }}>
          {LISTEN.kilohertz(frequency)}
        </span>
      ))}
    </div>
  );
}

/** Frequencies to label, in Hz, the lowest first: as many as fit. @param pixels of the height */
export function frequencyTicks(scale: TileScale, top: number, pixels: number): readonly number[] {
  const fitting: number[] = [];
  let below = 0;
  for (const frequency of TICKS[scale]) {
    const place = heightOf(frequency, scale, top) * pixels;
    if (place - below < LABEL_PIXELS || place > pixels - LABEL_PIXELS / 2) continue;
    fitting.push(frequency);
    below = place;
  }
  return fitting;
}
