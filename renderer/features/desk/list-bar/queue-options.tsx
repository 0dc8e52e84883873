/** How many recordings each stage takes at once, and how high rows are: in a small panel, effective at once. */

import { ActionIcon, NumberInput, Popover, SegmentedControl } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import {
  type Concurrency,
  DENSITIES,
  MOST_AT_ONCE,
  type Preferences,
  USUAL_AT_ONCE,
} from '../../../../shared/domain/preferences.ts';
import { QuietText } from '../../../components/layout/layout.tsx';
import { showRefusal } from '../../../components/messages/saving.tsx';
import { useDesk, useSession } from '../../../state/desk-context.ts';
import { OPTIONS } from '../strings.ts';
import classes from './list-bar.module.css';
import { ClearFinished } from './whole-queue.tsx';

const STAGES: readonly (keyof Concurrency)[] = ['uploads', 'restorations', 'downloads'];

export function QueueOptions() {
  const desk = useDesk();
  const { concurrency, density } = useSession((state) => state.preferences);

  function change(changes: Partial<Preferences>): void {
    desk.setPreferences(changes).catch(showRefusal);
  }

  return (
    <Popover position="bottom-end" width={300} trapFocus>
      <Popover.Target>
        <ActionIcon size={28} aria-label={OPTIONS.title} title={OPTIONS.title}>
          <IconAdjustmentsHorizontal size={16} stroke={1.8} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.options}>
        <div className={classes.optionsTitle}>{OPTIONS.atOnce}</div>
        {STAGES.map((stage) => (
          <NumberInput
            key={stage}
            size="xs"
            classNames={{ root: classes.stage, wrapper: classes.stepper }}
            label={OPTIONS.stages[stage]}
            min={1}
            max={MOST_AT_ONCE}
            clampBehavior="strict"
            allowDecimal={false}
            allowNegative={false}
            startValue={2}
            placeholder={OPTIONS.automatic}
            value={concurrency[stage] ?? (stage === 'restorations' ? '' : USUAL_AT_ONCE[stage])}
            onChange={(value) => {
              change({ concurrency: { ...concurrency, [stage]: typeof value === 'number' ? value : null } });
            }}
          />
        ))}
        <QuietText m="0 0 6px" fz={12} lh={1.4}>
          {OPTIONS.note}
        </QuietText>
        <div className={classes.optionsTitle}>{OPTIONS.rows}</div>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={OPTIONS.rows}
          value={density}
          data={DENSITIES.map((value) => ({ value, label: OPTIONS.densities[value] }))}
          onChange={(value) => {
            change({ density: DENSITIES.find((one) => one === value) ?? density });
          }}
        />
        <ClearFinished />
      </Popover.Dropdown>
    </Popover>
  );
}
