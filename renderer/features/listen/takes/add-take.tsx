/** Adds results that other jobs have of the same content to the comparison. */

import { Button, Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { MOST_TAKES, type OtherTake } from '../../../../shared/contract/listening.ts';
import { formatMoment } from '../../../components/text/format.ts';
import { useNow } from '../../../state/clock-store.ts';
import { OTHERS } from '../strings.ts';
import classes from './takes.module.css';

export interface AddTakeProps {
  readonly others: readonly OtherTake[];
  /** Those that are in the comparison. */
  readonly added: readonly string[];
  /** How many takes there are. */
  readonly count: number;
  add(takeId: string): void;
}

/** Nothing without other results. */
export function AddTake({ others, added, count, add }: AddTakeProps) {
  const now = useNow();
  const left = others.filter(({ takeId }) => !added.includes(takeId));
  if (left.length === 0 || count >= MOST_TAKES) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button h={28} className={classes.add} leftSection={<IconPlus size={14} stroke={2} />}>
          {OTHERS.add}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={OTHERS.note}>
        <Menu.Label>{OTHERS.note}</Menu.Label>
        {left.map(({ at, label, takeId }) => (
          <Menu.Item
            key={takeId}
            rightSection={<span className={classes.when}>{formatMoment(at, now)}</span>}
            onClick={() => add(takeId)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
