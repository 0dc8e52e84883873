/** How a job's state is drawn: an icon, and one thin progress bar for each of its generations. */

import {
  IconAlertTriangle,
  IconArrowDown,
  IconArrowUp,
  IconCheck,
  IconCircle,
  IconClock,
  IconDeviceFloppy,
  IconFileSearch,
  IconHelpCircle,
  IconPlayerPause,
  IconPlayerStop,
  IconRefresh,
  IconRotate,
} from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import type { GenerationView } from '../../../shared/contract/views.ts';
import { modelOf } from '../../../shared/domain/models.ts';
import { ProgressTrack } from '../marks/marks.tsx';
import { TEST_IDS } from '../text/test-ids.ts';
import { generationWords, type StateIconName as IconName, type StateTone } from './job-words.ts';
import classes from './jobs.module.css';

const STATE_ICONS: Readonly<Record<IconName, ComponentType<{ size?: number; stroke?: number; className?: string }>>> = {
  circle: IconCircle,
  clock: IconClock,
  search: IconFileSearch,
  upload: IconArrowUp,
  wave: IconRefresh,
  download: IconArrowDown,
  disk: IconDeviceFloppy,
  check: IconCheck,
  again: IconRotate,
  pause: IconPlayerPause,
  stop: IconPlayerStop,
  alert: IconAlertTriangle,
  question: IconHelpCircle,
};

/** @param props.still whether nothing moves at the moment */
export function GenerationBars({
  generations,
  still = false,
}: {
  generations: readonly GenerationView[];
  still?: boolean;
}) {
  return (
    <ProgressBars>
      {generations.map((generation) => (
        <GenerationBar key={generation.id} generation={generation} still={still} />
      ))}
    </ProgressBars>
  );
}

export function ProgressBars({ children }: { children: ReactNode }) {
  return <span className={classes.bars}>{children}</span>;
}

export function GenerationBar({ generation, still = false }: { generation: GenerationView; still?: boolean }) {
  const { word, figure, fraction } = generationWords(generation);
  const { label, shortLabel } = modelOf(generation.model);
  return (
    <span
      className={classes.bar}
      data-testid={TEST_IDS.generationProgress}
      data-model={generation.model}
      data-state={generation.state}
      data-progress={fraction.toFixed(3)}
    >
      <Bar
        name={`${label}, ${word}`}
        label={shortLabel}
        figure={figure === '' ? word : figure}
        fraction={fraction}
        failed={generation.state === 'failed'}
        still={still}
      />
    </span>
  );
}

interface BarProps {
  /** For screen readers. */
  readonly name: string;
  /** Before the bar. */
  readonly label: string;
  /** After the bar. */
  readonly figure: string;
  /** 0 to 1. */
  readonly fraction: number;
  readonly failed?: boolean;
  readonly still?: boolean;
}

export function Bar({ name, label, figure, fraction, failed = false, still = false }: BarProps) {
  return (
    <span
      className={classes.bar}
      role="progressbar"
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(fraction * 100)}
      aria-valuetext={figure}
      data-still={still || undefined}
    >
      <span className={classes.barLabel}>{label}</span>
      <span className={classes.barTrack}>
        <ProgressTrack fraction={fraction} height={4} failed={failed} />
      </span>
      <span className={classes.barFigure}>{figure}</span>
    </span>
  );
}

export function StateIcon({ icon, tone }: { icon: IconName; tone: StateTone }) {
  const Icon = STATE_ICONS[icon];
  return (
    <span className={classes.icon} data-tone={tone} aria-hidden="true">
      <Icon size={16} stroke={1.8} />
    </span>
  );
}
