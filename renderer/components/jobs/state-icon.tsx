/** The icon beside a state's word. */

import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconClockHour4,
  IconDeviceFloppy,
  IconDownload,
  IconFileSearch,
  IconHelpCircleFilled,
  IconPlayerPause,
  IconPlayerStop,
  IconRotate,
  IconUpload,
  IconWaveSine,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { StateIcon as IconName, Tone } from './job-words.ts';
import classes from './jobs.module.css';

const ICONS: Readonly<Record<IconName, ComponentType<{ size?: number; stroke?: number; className?: string }>>> = {
  circle: IconCircleDashed,
  clock: IconClockHour4,
  search: IconFileSearch,
  upload: IconUpload,
  wave: IconWaveSine,
  download: IconDownload,
  disk: IconDeviceFloppy,
  check: IconCircleCheckFilled,
  again: IconRotate,
  pause: IconPlayerPause,
  stop: IconPlayerStop,
  alert: IconAlertTriangleFilled,
  question: IconHelpCircleFilled,
};

export function StateIcon({ icon, tone }: { icon: IconName; tone: Tone }) {
  const Icon = ICONS[icon];
  return (
    <span className={classes.icon} data-tone={tone} aria-hidden="true">
      <Icon size={16} stroke={1.8} />
    </span>
  );
}
