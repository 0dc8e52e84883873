/** How many recordings each stage takes at once, and how high rows are: in a small panel, effective at once. */

import { ActionIcon, NumberInput, Popover, SegmentedControl, Tooltip } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import type { Concurrency } from '../../../../shared/domain/concurrency.ts';
import { MOST_AT_ONCE, USUAL_AT_ONCE } from '../../../../shared/domain/concurrency.ts';
import { DENSITIES, type Density } from '../../../../shared/domain/preferences.ts';
import { showRefusal } from '../../../components/messages/refusal.ts';
import { useDesk, useSession } from '../../../state/desk-context.ts';
import { OPTIONS } from '../strings.ts';
import classes from './list-bar.module.css';

const STAGES: readonly (keyof Concurrency)[] = ['uploads', 'restorations', 'downloads'];

export function QueueOptions() {
  const desk = useDesk();
  const { concurrency, density } = useSession((state) => state.preferences);

  function change(changes: Parameters<typeof desk.setPreferences>[0]): void {
    desk.setPreferences(changes).catch(showRefusal);
  }

  return (
    <Popover position="bottom-end" width={300} trapFocus>
      <Popover.Target>
        <Tooltip label={OPTIONS.title}>
          <ActionIcon size={28} aria-label={OPTIONS.title}>
            <IconAdjustmentsHorizontal size={16} stroke={1.8} />
          </ActionIcon>
        </Tooltip>
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
            value={concurrency[stage] ?? USUAL_AT_ONCE[stage]}
            onChange={(value) => {
              if (typeof value === 'number') change({ concurrency: { ...concurrency, [stage]: value } });
            }}
          />
        ))}
        <p className={classes.optionsNote}>{OPTIONS.note}</p>
        <div className={classes.optionsTitle}>{OPTIONS.rows}</div>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label={OPTIONS.rows}
          value={density}
          data={DENSITIES.map((value) => ({ value, label: OPTIONS.densities[value] }))}
          onChange={(value) => {
            const chosen = DENSITIES.find((one): one is Density => one === value);
            if (chosen !== undefined) change({ density: chosen });
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
