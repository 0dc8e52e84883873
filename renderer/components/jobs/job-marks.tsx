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
import { hueOf } from '../models/hue.ts';
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
  const { label } = modelOf(generation.model);
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
        figure={figure === '' ? word : figure}
        hue={hueOf(generation.model)}
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
  /** What it says of itself, for screen readers and on hovering. */
  readonly figure: string;
  /** 0 to 1. */
  readonly fraction: number;
  readonly failed?: boolean;
  readonly still?: boolean;
  /** Name of a color variable. */
  readonly hue?: string;
}

export function Bar({ name, figure, fraction, failed = false, still = false, hue }: BarProps) {
  return (
    <span
      className={classes.bar}
      role="progressbar"
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(fraction * 100)}
      aria-valuetext={figure}
      title={`${name}: ${figure}`}
      data-still={still || undefined}
    >
      <ProgressTrack fraction={fraction} height={4} failed={failed} hue={hue} />
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
