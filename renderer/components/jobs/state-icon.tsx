/** The icon beside a state's word. */

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
import type { ComponentType } from 'react';
import type { StateIconName as IconName, StateTone } from './job-words.ts';
import classes from './jobs.module.css';

const ICONS: Readonly<Record<IconName, ComponentType<{ size?: number; stroke?: number; className?: string }>>> = {
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

export function StateIcon({ icon, tone }: { icon: IconName; tone: StateTone }) {
  const Icon = ICONS[icon];
  return (
    <span className={classes.icon} data-tone={tone} aria-hidden="true">
      <Icon size={16} stroke={1.8} />
    </span>
  );
}
