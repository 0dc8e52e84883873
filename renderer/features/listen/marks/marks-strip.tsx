/** The marks over the whole recording as buttons, and the buttons that go from one to the next. */

import { ActionIcon, Tooltip } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
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
import { GROUP_WIDTH, groupMarks, MARK_WIDTH, type MarkGroup, type MarkKind } from './find-marks.ts';
import classes from './marks.module.css';
import type { Marks } from './use-marks.ts';

const ICONS: Readonly<Record<MarkKind, TablerIcon>> = {
  clipping: IconBolt,
  'worst-minute': IconCloudRain,
  difference: IconArrowsDiff,
  held: IconAlertTriangle,
};

/** Marks that a tooltip names. */
const MOST_NAMED = 8;

/** Nothing without marks. */
export function MarksStrip({ marks, goToOne, duration }: Pick<Marks, 'marks' | 'goToOne'> & { duration: number }) {
  const { ref, width } = useElementSize();
  if (marks.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div ref={ref} className={classes.strip} role="group" aria-label={MARKS.title}>
      {groupMarks(marks, duration, width).map((group) => (
        <GroupButton key={keyOf(group)} group={group} onClick={() => goToOne(group.marks)} />
      ))}
    </div>
  );
}

function keyOf({ marks: [first] }: MarkGroup): string {
  return `${first?.kind} ${first?.label} ${first?.second}`;
}

function GroupButton({ group, onClick }: { group: MarkGroup; onClick: () => void }) {
  const { kind, marks, place } = group;
  const Icon = ICONS[kind];
  const count = marks.length;
  const named = marks.slice(0, MOST_NAMED).map((mark) => MARKS.at(mark.label, formatDuration(mark.second)));
  const more = count > named.length ? [MARKS.more(count - named.length)] : [];
  const lines = [...named, ...more];
  const label = count === 1 ? lines.join('') : `${MARKS.several(count)}: ${lines.join('; ')}`;
  const width = count === 1 ? MARK_WIDTH : GROUP_WIDTH;
  return (
    <Tooltip label={lines.join('\n')} classNames={{ tooltip: classes.names ?? '' }}>
      <button
        type="button"
        className={classes.mark}
        data-kind={kind}
        aria-label={label}
        style={{ left: `${place * 100}%`, width, marginLeft: -width / 2 }}
        onClick={onClick}
      >
        <Icon size={13} stroke={2} aria-hidden="true" />
        {count > 1 && count}
      </button>
    </Tooltip>
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
