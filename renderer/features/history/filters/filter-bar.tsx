/** The filters of History. They combine, and the address keeps them. */

import { Button, Checkbox, CloseButton, Group, Popover, Radio, TextInput } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useCallback, useState } from 'react';
import type { DeskClient } from '../../../../shared/contract/index.ts';
import { markedName } from '../../../../shared/domain/connections/marks.ts';
import {
  chosenFilters,
  type HistoryFilter,
  NO_FILTER,
  PERIODS,
  SHOWN_STATES,
  SHOWN_VERDICTS,
} from '../../../../shared/domain/history/filter.ts';
import { MODEL_IDS, modelOf } from '../../../../shared/domain/models.ts';
import { formatUsd, MICRO_USD_PER_USD, type MicroUsd } from '../../../../shared/domain/money.ts';
import { ConnectionName, markOf } from '../../../components/connections/connection-name.tsx';
import { QuietText } from '../../../components/layout/layout.tsx';
import { readUsdField } from '../../../components/text/usd.ts';
import { useDesk, useSession } from '../../../state/desk-context.ts';
import type { SessionState } from '../../../state/session-store.ts';
import { useAsked } from '../../../state/use-asked.ts';
import classes from '../history.module.css';
import type { ViewControl } from '../list/use-history.ts';
import { HISTORY_FILTERS } from '../strings.ts';

type Choices = Awaited<ReturnType<DeskClient['history']['choices']>>;
/** Filters with a list of values. */
type Listed = 'connections' | 'models' | 'states' | 'verdicts' | 'tags';
interface Option {
  readonly value: string;
  readonly label: string;
  /** Instead of the label, in the list. */
  readonly shown?: ReactNode;
}

/** @param props.changes grows whenever the choices may have become others */
export function FilterBar({ control, changes }: { control: ViewControl; changes: number }) {
  const choices = useChoices(changes);
  const session = useSession((state) => state);
  const { view, filterBy } = control;
  const { filter } = view;
  const lists: readonly { readonly name: Listed; readonly options: readonly Option[] }[] = [
    { name: 'connections', options: choices.connections.map((one) => connectionOption(session, one)) },
    { name: 'models', options: MODEL_IDS.map((id) => ({ value: id, label: modelOf(id).label })) },
    { name: 'states', options: SHOWN_STATES.map((value) => ({ value, label: HISTORY_FILTERS.states[value] })) },
    { name: 'verdicts', options: SHOWN_VERDICTS.map((value) => ({ value, label: HISTORY_FILTERS.verdicts[value] })) },
    { name: 'tags', options: choices.tags.map((tag) => ({ value: tag, label: tag })) },
  ];
  return (
    <fieldset className={classes.bar} aria-label={HISTORY_FILTERS.title}>
      <DateFilter dates={filter.dates} onChange={(dates) => filterBy({ dates })} />
      {lists.map(({ name, options }) => (
        <ListFilter
          key={name}
          name={HISTORY_FILTERS.names[name]}
          options={options}
          chosen={filter[name]}
          onChange={(values) => filterBy({ [name]: values })}
        />
      ))}
      <CostFields
        least={filter.leastCost}
        most={filter.mostCost}
        onChange={(leastCost, mostCost) => filterBy({ leastCost, mostCost })}
      />
      {filter.show !== null && (
        <FilterChip name={HISTORY_FILTERS.names.show} value={filter.show} onClear={() => filterBy({ show: null })}>
          {filter.show}
        </FilterChip>
      )}
      {filter.batch !== null && (
        <FilterChip
          name={HISTORY_FILTERS.names.batch}
          value={HISTORY_FILTERS.one}
          onClear={() => filterBy({ batch: null })}
        >
          {HISTORY_FILTERS.oneBatch}
        </FilterChip>
      )}
      {chosenFilters(filter).length > 0 && (
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => control.show({ ...view, filter: { ...NO_FILTER, search: filter.search } })}
        >
          {HISTORY_FILTERS.clearAll}
        </Button>
      )}
    </fieldset>
  );
}

function connectionOption(session: SessionState, { id, name }: Choices['connections'][number]): Option {
  const { label } = markOf(session, id);
  return { value: id, label: markedName({ name, label }), shown: <ConnectionName id={id} name={name} /> };
}

const NO_CHOICES: Choices = { connections: [], tags: [], shows: [] };

function useChoices(changes: number): Choices {
  const { client } = useDesk();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the history changes the answer
  const ask = useCallback(() => client.history.choices(), [client, changes]);
  return useAsked(ask).answer ?? NO_CHOICES;
}

interface ListFilterProps {
  readonly name: string;
  readonly options: readonly Option[];
  readonly chosen: readonly string[];
  readonly onChange: (values: string[]) => void;
}

function ListFilter({ name, options, chosen, onChange }: ListFilterProps) {
  const labels = chosen.map((value) => options.find((option) => option.value === value)?.label ?? value);
  return (
    <FilterChip name={name} value={labels.length === 0 ? null : labels.join(', ')} onClear={() => onChange([])}>
      {options.length === 0 ? (
        <QuietText span>{HISTORY_FILTERS.none}</QuietText>
      ) : (
        <Checkbox.Group aria-label={name} value={[...chosen]} onChange={onChange}>
          {options.map(({ value, label, shown = label }) => (
            <Checkbox key={value} size="xs" className={classes.option} value={value} label={shown} />
          ))}
        </Checkbox.Group>
      )}
    </FilterChip>
  );
}

interface DateFilterProps {
  readonly dates: HistoryFilter['dates'];
  readonly onChange: (dates: HistoryFilter['dates']) => void;
}

function DateFilter({ dates, onChange }: DateFilterProps) {
  const days = typeof dates === 'object' && dates !== null ? dates : { from: null, to: null };
  const setDay = (side: 'from' | 'to', text: string) => {
    const next = { ...days, [side]: text === '' ? null : text };
    onChange(next.from === null && next.to === null ? null : next);
  };
  return (
    <FilterChip name={HISTORY_FILTERS.names.dates} value={dateWords(dates)} onClear={() => onChange(null)}>
      <Radio.Group
        aria-label={HISTORY_FILTERS.names.dates}
        value={typeof dates === 'string' ? dates : ''}
        onChange={(value) => onChange(PERIODS.find((period) => period === value) ?? null)}
      >
        {PERIODS.map((period) => (
          <Radio
            key={period}
            size="xs"
            className={classes.option}
            value={period}
            label={HISTORY_FILTERS.periods[period]}
          />
        ))}
      </Radio.Group>
      <Group gap={10} wrap="nowrap" align="stretch" pt={6}>
        {(['from', 'to'] as const).map((side) => (
          <TextInput
            key={side}
            type="date"
            size="xs"
            label={HISTORY_FILTERS[side]}
            value={days[side] ?? ''}
            onChange={(event) => setDay(side, event.currentTarget.value)}
          />
        ))}
      </Group>
    </FilterChip>
  );
}

function dateWords(dates: HistoryFilter['dates']): string | null {
  if (dates === null) return null;
  return typeof dates === 'string' ? HISTORY_FILTERS.periods[dates] : HISTORY_FILTERS.days(dates.from, dates.to);
}

interface CostFieldsProps {
  readonly least: MicroUsd | null;
  readonly most: MicroUsd | null;
  readonly onChange: (least: MicroUsd | null, most: MicroUsd | null) => void;
}

function CostFields({ least, most, onChange }: CostFieldsProps) {
  const isSet = least !== null || most !== null;
  return (
    <FilterChip
      name={HISTORY_FILTERS.names.cost}
      value={isSet ? HISTORY_FILTERS.costs(words(least), words(most)) : null}
      onClear={() => onChange(null, null)}
    >
      <Group gap={10} wrap="nowrap" align="stretch" pt={6}>
        <Amount label={HISTORY_FILTERS.least} value={least} onChange={(value) => onChange(value, most)} />
        <Amount label={HISTORY_FILTERS.most} value={most} onChange={(value) => onChange(least, value)} />
      </Group>
    </FilterChip>
  );
}

interface AmountProps {
  readonly label: string;
  readonly value: MicroUsd | null;
  readonly onChange: (value: MicroUsd | null) => void;
}

function Amount({ label, value, onChange }: AmountProps) {
  return (
    <TextInput
      inputMode="decimal"
      size="xs"
      label={label}
      defaultValue={value === null ? '' : value / MICRO_USD_PER_USD}
      onChange={(event) => {
        const amount = readUsdField(event.currentTarget.value);
        if (amount !== 'invalid') onChange(amount);
      }}
    />
  );
}

function words(amount: MicroUsd | null): string | null {
  return amount === null ? null : formatUsd(amount);
}

interface FilterChipProps {
  readonly name: string;
  /** What it is set to, in words; null while it is not. */
  readonly value: string | null;
  readonly onClear: () => void;
  /** The panel. */
  readonly children: ReactNode;
}

function FilterChip({ name, value, onClear, children }: FilterChipProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <span className={classes.chip} data-set={value !== null || undefined}>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus shadow="md" withinPortal={false}>
        <Popover.Target>
          <Button
            size="compact-sm"
            variant="transparent"
            miw={0}
            c="var(--ct-text)"
            fw={500}
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
      {value !== null && <CloseButton size="xs" aria-label={HISTORY_FILTERS.clear(name)} onClick={onClear} />}
    </span>
  );
}
