/** Above the takes: waveform or spectrogram, how it is drawn, what is under the pointer, and how to zoom. */

import { SegmentedControl, Slider } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useStore } from 'zustand';
import { KeyCap } from '../../../components/marks/marks.tsx';
import { TEST_IDS } from '../../../components/text/test-ids.ts';
import { LISTEN } from '../strings.ts';
import classes from './pictures.module.css';
import type { TakePictures } from './pictures.ts';
import { pictureSettings } from './use-pictures.ts';

const KINDS = [
  { value: 'wave', label: LISTEN.waveform },
  { value: 'spectrogram', label: LISTEN.spectrogram },
] as const;
const SCALES = [
  { value: 'mel', label: LISTEN.mel },
  { value: 'linear', label: LISTEN.linear },
] as const;
const PERCENT = 100;

interface PictureBarProps {
  readonly pictures: TakePictures;
  /** At its end. */
  readonly children: ReactNode;
}

export function PictureBar({ pictures, children }: PictureBarProps) {
  const { kind, scale } = useStore(pictureSettings);
  return (
    <div className={classes.bar}>
      <SegmentedControl
        size="xs"
        aria-label={LISTEN.picture}
        value={kind}
        onChange={(value) => pictureSettings.setState({ kind: value })}
        data={[...KINDS]}
      />
      <KeyCap>S</KeyCap>
      {kind === 'spectrogram' ? (
        <>
          <SegmentedControl
            size="xs"
            aria-label={LISTEN.frequencies}
            value={scale}
            onChange={(value) => pictureSettings.setState({ scale: value })}
            data={[...SCALES]}
          />
          <Contrast />
          <Readout pictures={pictures} />
        </>
      ) : (
        <span className={`${classes.hint} cut`} title={LISTEN.wheelHint}>
          {LISTEN.wheelHint}
        </span>
      )}
      <span className={classes.end}>{children}</span>
    </div>
  );
}

function Contrast() {
  const contrast = useStore(pictureSettings, (state) => state.contrast);
  const id = useId();
  return (
    <span className={classes.contrast}>
      <span id={id}>{LISTEN.contrast}</span>
      <Slider
        className={classes.slider}
        size={4}
        label={null}
        aria-labelledby={id}
        thumbProps={{ 'aria-labelledby': id }}
        value={Math.round(contrast * PERCENT)}
        onChange={(value) => pictureSettings.setState({ contrast: value / PERCENT })}
      />
    </span>
  );
}

/** The frequency and the level under the pointer. */
function Readout({ pictures }: { pictures: TakePictures }) {
  const { cursor, level } = useStore(pictures.store);
  const words = cursor === null ? LISTEN.wheelHint : LISTEN.underPointer(cursor.frequency, level);
  return (
    <output
      className={`${cursor === null ? classes.hint : classes.readout} cut`}
      title={words}
      aria-live="off"
      data-testid={TEST_IDS.readout}
    >
      {words}
    </output>
  );
}
