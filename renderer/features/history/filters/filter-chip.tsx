/** A filter as a chip: what it is set to, a panel to set it, and a button that takes it away. */

import { Button, CloseButton, Popover } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { FILTERS } from '../strings.ts';
import classes from './filters.module.css';

interface FilterChipProps {
  readonly name: string;
  /** What it is set to, in words; null while it is not. */
  readonly value: string | null;
  readonly onClear: () => void;
  /** The panel. */
  readonly children: ReactNode;
}

export function FilterChip({ name, value, onClear, children }: FilterChipProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <span className={classes.chip} data-set={value !== null || undefined}>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus shadow="md" withinPortal={false}>
        <Popover.Target>
          <Button
            size="compact-sm"
            variant="transparent"
            className={classes.open}
            rightSection={value === null ? <IconChevronDown size={13} /> : null}
            onClick={() => setOpen(!isOpen)}
          >
            {name}
            {value !== null && <b className={classes.value}>{value}</b>}
          </Button>
        </Popover.Target>
        <Popover.Dropdown className={classes.panel} aria-label={name}>
          {children}
        </Popover.Dropdown>
      </Popover>
      {value !== null && <CloseButton size="xs" aria-label={FILTERS.clear(name)} onClick={onClear} />}
    </span>
  );
}
