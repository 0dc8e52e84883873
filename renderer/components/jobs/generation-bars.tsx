/** One progress bar for each generation of a job, side by side. */

import type { ReactNode } from 'react';
import type { GenerationView } from '../../../shared/contract/views.ts';
import { MODELS } from '../../../shared/domain/models.ts';
import { ProgressTrack } from '../marks/marks.tsx';
import { TEST_IDS } from '../text/test-ids.ts';
import { generationWords } from './job-words.ts';
import classes from './jobs.module.css';

export function GenerationBars({ generations }: { generations: readonly GenerationView[] }) {
  return (
    <Bars>
      {generations.map((generation) => (
        <GenerationBar key={generation.id} generation={generation} />
      ))}
    </Bars>
  );
}

export function Bars({ children }: { children: ReactNode }) {
  return <span className={classes.bars}>{children}</span>;
}

export function GenerationBar({ generation }: { generation: GenerationView }) {
  const { word, figure, fraction } = generationWords(generation);
  return (
    <span
      className={classes.bar}
      data-testid={TEST_IDS.generationProgress}
      data-model={generation.model}
      data-state={generation.state}
      data-progress={fraction.toFixed(3)}
    >
      <Bar
        label={MODELS[generation.model].label}
        note={figure === '' ? undefined : word}
        figure={figure === '' ? word : figure}
        fraction={fraction}
        failed={generation.state === 'failed'}
      />
    </span>
  );
}

interface BarProps {
  readonly label: string;
  readonly note?: string | undefined;
  readonly figure: string;
  /** 0 to 1. */
  readonly fraction: number;
  readonly failed?: boolean;
}

export function Bar({ label, note, figure, fraction, failed = false }: BarProps) {
  return (
    <span
      className={classes.bar}
      role="progressbar"
      aria-label={note === undefined ? label : `${label}, ${note}`}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(fraction * 100)}
      aria-valuetext={figure}
    >
      <span className={classes.barWords}>
        <span className={classes.barLabel}>
          <span className={classes.long}>{label.slice(0, label.lastIndexOf(' ') + 1)}</span>
          {label.slice(label.lastIndexOf(' ') + 1)}
          {note !== undefined && <span className={classes.barNote}> · {note}</span>}
        </span>
        <span className={classes.barFigure}>{figure}</span>
      </span>
      <ProgressTrack fraction={fraction} height={4} failed={failed} />
    </span>
  );
}
