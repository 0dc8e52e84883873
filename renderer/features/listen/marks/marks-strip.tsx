/** The marks over the whole recording, each a button, and the buttons that go from one to the next. */

import { ActionIcon, Tooltip } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowsDiff,
  IconBolt,
  IconChevronLeft,
  IconChevronRight,
  IconCloudRain,
  type TablerIcon,
} from '@tabler/icons-react';
import { formatDuration } from '../../../../shared/domain/units.ts';
import { KeyCap } from '../../../components/marks/marks.tsx';
import { MARKS } from '../strings.ts';
import type { MarkKind } from './find-marks.ts';
import classes from './marks.module.css';
import type { Marks } from './use-marks.ts';

const ICONS: Readonly<Record<MarkKind, TablerIcon>> = {
  clipping: IconBolt,
  'worst-minute': IconCloudRain,
  difference: IconArrowsDiff,
  held: IconAlertTriangle,
};

/** Nothing without marks. */
export function MarksStrip({ marks, goTo, duration }: Pick<Marks, 'marks' | 'goTo'> & { duration: number }) {
  if (marks.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className={classes.strip} role="group" aria-label={MARKS.title}>
      {marks.map((mark) => {
        const Icon = ICONS[mark.kind];
        const label = MARKS.at(mark.label, formatDuration(mark.second));
        return (
          <Tooltip key={`${mark.kind} ${mark.label} ${mark.second}`} label={label}>
            <button
              type="button"
              className={classes.mark}
              data-kind={mark.kind}
              data-second={mark.second}
              aria-label={label}
              style={{ left: `${(mark.second / Math.max(duration, 0.001)) * 100}%` }}
              onClick={() => goTo(mark)}
            >
              <Icon size={13} stroke={2} aria-hidden="true" />
            </button>
          </Tooltip>
        );
      })}
    </div>
  );
}

export function MarkSteps({ marks, jump }: Pick<Marks, 'marks' | 'jump'>) {
  if (marks.length === 0) return null;
  return (
    <>
      <KeyCap>P</KeyCap>
      <Step label={MARKS.previous} onClick={() => jump('previous')}>
        <IconChevronLeft size={17} stroke={1.8} />
      </Step>
      <Step label={MARKS.next} onClick={() => jump('next')}>
        <IconChevronRight size={17} stroke={1.8} />
      </Step>
      <KeyCap>N</KeyCap>
    </>
  );
}

interface StepProps {
  readonly label: string;
  readonly onClick: () => void;
  readonly children: React.ReactNode;
}

function Step({ label, onClick, children }: StepProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon size={26} aria-label={label} onClick={onClick} bg="transparent">
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
