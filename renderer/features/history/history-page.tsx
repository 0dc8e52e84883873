/** Every recording ever restored, newest first, with search as you type, filters, and groups with sums. */

import { Button, CloseButton, Menu, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconDownload, IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { HistoryEntry } from '../../../shared/contract/history.ts';
import { isFiltering, SORTS } from '../../../shared/domain/history/filter.ts';
import { FIRST_VIEW, GROUPINGS } from '../../../shared/domain/history/filter-address.ts';
import { formatUsd } from '../../../shared/domain/money.ts';
import { QuietText } from '../../components/layout/layout.tsx';
import { exportTable } from '../../components/messages/export-table.tsx';
import { showRefusal } from '../../components/messages/saving.tsx';
import { useShortcuts } from '../../components/shortcuts/use-shortcuts.ts';
import { useDesk } from '../../state/desk-context.ts';
import { useFoundSources } from '../../state/page-stores.ts';
import { BulkBar } from './bulk/bulk-bar.tsx';
import { DetailPanel } from './detail/detail-panel.tsx';
import { FilterBar } from './filters/filter-bar.tsx';
import { SavedSearches } from './filters/saved-searches.tsx';
import { GroupsList } from './groups/groups-list.tsx';
import classes from './history.module.css';
import { HistoryList } from './list/history-list.tsx';
import { loadedEntries } from './list/history-rows.ts';
import type { RowMarks } from './list/row-marks.ts';
import { type History, type Shown, useHistory, useView, type ViewControl } from './list/use-history.ts';
import { useHistoryMarks } from './list/use-marks.ts';
import { Refused } from './parts.tsx';
import { GROUP_WORDS, HISTORY_EXPORT, HISTORY_PAGE, HISTORY_REFUSED, SORT_WORDS } from './strings.ts';

const NONE: ReadonlySet<string> = new Set();

/** As many as one call takes. */
const MOST_LOOKED_FOR = 1000;

const TYPING_MS = 80;

export function HistoryPage() {
  const control = useView();
  const [settled] = useDebouncedValue(control.address, TYPING_MS);
  const history = useHistory(settled);
  const { shown, refusal } = history;
  return (
    <>
      <header className={classes.header}>
        <h1>{HISTORY_PAGE.title}</h1>
        <SearchField control={control} />
        <span className={classes.total} role="status">
          {shown !== null && <Total shown={shown} />}
        </span>
        <span className={classes.choices}>
          <SortChoice control={control} />
          <GroupChoice control={control} />
          {shown !== null && shown.found.count > 0 && <ExportMenu address={settled} />}
        </span>
      </header>
      <div className={classes.filters}>
        <FilterBar control={control} changes={shown?.total ?? 0} />
        <SavedSearches control={control} />
      </div>
      {shown !== null && shown.indexing !== null && (
        <QuietText m="0 18px 10px" role="status">
          {HISTORY_PAGE.indexing(shown.indexing.done, shown.indexing.total)}
        </QuietText>
      )}
      {refusal !== null && <Refused what={HISTORY_REFUSED.list} sentence={refusal} onAgain={history.reload} />}
      {shown === null && refusal === null && <p className={classes.empty}>{HISTORY_PAGE.loading}</p>}
      {shown !== null && <Content shown={shown} control={control} history={history} />}
    </>
  );
}

function Content({ shown, control, history }: { shown: Shown; control: ViewControl; history: History }) {
  const { address, groups, rows } = shown;
  const entries = useMemo(() => loadedEntries(rows), [rows]);
  const missing = useMissing(entries);
  const { marks, onPick, onAll, clear, close } = useHistoryMarks(address, rows);
  const open = useOpenEntry(entries, marks);
  if (rows.count === 0) return <Nothing shown={shown} control={control} />;
  if (groups !== null) return <GroupsList groups={groups} control={control} />;

  function leave(event: KeyboardEvent<HTMLElement>): void {
    if (event.key !== 'Escape') return;
    if (open === undefined) clear();
    else {
      close();
      event.currentTarget.querySelector<HTMLElement>(`[data-job="${open.jobId}"]`)?.focus();
    }
  }

  /** @param deleted their details are gone with them */
  function changed(deleted: readonly string[] = []): void {
    if (marks.current !== null && deleted.includes(marks.current)) close();
    history.reload();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leaves the detail or the selection from anywhere in it
    <div className={classes.body} onKeyDown={leave}>
      <div className={classes.list}>
        <BulkBar selected={marks.selected} onClear={clear} onChanged={changed} />
        <HistoryList
          shown={shown}
          missing={missing}
          marks={marks}
          onAll={onAll}
          onPick={onPick}
          control={control}
          onLook={history.look}
          onChanged={changed}
        />
      </div>
      {open !== undefined && (
        <DetailPanel entry={open} search={control.view.filter.search} onClose={close} onChanged={history.reload} />
      )}
    </div>
  );
}

/** The entry whose detail is open. It stays while other rows are in view and its own isn't loaded. */
function useOpenEntry(entries: readonly HistoryEntry[], { current, isOpen }: RowMarks): HistoryEntry | undefined {
  const last = useRef<HistoryEntry | undefined>(undefined);
  if (!isOpen) last.current = undefined;
  else {
    const loaded = entries.find(({ jobId }) => jobId === current);
    if (loaded !== undefined || last.current?.jobId !== current) last.current = loaded;
  }
  return last.current;
}

function Nothing({ shown, control }: { shown: Shown; control: ViewControl }) {
  const desk = useDesk();
  const { filter } = control.view;
  if (!isFiltering(filter) || shown.total === 0) {
    return (
      <div className={classes.empty}>
        <h2>{HISTORY_PAGE.emptyTitle}</h2>
        <p>{HISTORY_PAGE.emptyText}</p>
        <Button mt="md" variant="filled" onClick={() => desk.goTo('desk')}>
          {HISTORY_PAGE.toDesk}
        </Button>
      </div>
    );
  }
  const search = filter.search.trim();
  return (
    <div className={classes.empty}>
      <h2>{HISTORY_PAGE.noneTitle}</h2>
      <p>{search === '' ? HISTORY_PAGE.noneFiltered : HISTORY_PAGE.noneText(search)}</p>
      <Button mt="md" variant="default" onClick={() => control.show(FIRST_VIEW)}>
        {HISTORY_PAGE.clear}
      </Button>
    </div>
  );
}

function Total({ shown: { found, total } }: { shown: Shown }) {
  return (
    <>
      {HISTORY_PAGE.found(found.count, found.isMore, total)}
      {found.cost > 0 && !found.isMore && (
        <span className={classes.spent}>{` · ${HISTORY_PAGE.spent(formatUsd(found.cost))}`}</span>
      )}
    </>
  );
}

function SearchField({ control }: { control: ViewControl }) {
  const input = useRef<HTMLInputElement>(null);
  const { search } = control.view.filter;
  const clear = () => control.filterBy({ search: '' }, true);
  useShortcuts([['/', () => input.current?.focus()]]);
  return (
    <TextInput
      ref={input}
      className={classes.search}
      size="sm"
      autoFocus
      maxLength={200}
      aria-label={HISTORY_PAGE.search}
      placeholder={HISTORY_PAGE.search}
      leftSection={<IconSearch size={16} stroke={1.8} />}
      rightSection={
        search === '' ? null : <CloseButton size="sm" aria-label={HISTORY_PAGE.clearSearch} onClick={clear} />
      }
      value={search}
      onChange={(event) => control.filterBy({ search: event.currentTarget.value }, true)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || search === '') return;
        event.stopPropagation();
        clear();
      }}
    />
  );
}

function SortChoice({ control: { view, show } }: { control: ViewControl }) {
  const options = SORTS.flatMap((by) =>
    (by === 'name' ? (['asc', 'desc'] as const) : (['desc', 'asc'] as const)).map((order) => ({
      value: `${by}-${order}`,
      label: SORT_WORDS[by][order],
      sort: { by, order },
    })),
  );
  return (
    <NativeSelect
      size="xs"
      aria-label={HISTORY_PAGE.sort}
      data={options.map(({ value, label }) => ({ value, label }))}
      value={`${view.sort.by}-${view.sort.order}`}
      onChange={(event) => {
        const chosen = options.find(({ value }) => value === event.currentTarget.value);
        if (chosen !== undefined) show({ ...view, sort: chosen.sort });
      }}
    />
  );
}

function GroupChoice({ control: { view, show } }: { control: ViewControl }) {
  return (
    <NativeSelect
      size="xs"
      aria-label={HISTORY_PAGE.group}
      data={GROUPINGS.map((value) => ({ value, label: GROUP_WORDS[value] }))}
      value={view.grouping}
      onChange={(event) => {
        const grouping = GROUPINGS.find((known) => known === event.currentTarget.value);
        if (grouping !== undefined) show({ ...view, grouping });
      }}
    />
  );
}

/** @param props.address the view, as text */
function ExportMenu({ address }: { readonly address: string }) {
  const desk = useDesk();
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<IconDownload size={14} />}>
          {HISTORY_EXPORT.button}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(['csv', 'json'] as const).map((format) => (
          <Menu.Item
            key={format}
            onClick={() => exportTable(desk, { list: 'history', format, view: address }).catch(showRefusal)}
          >
            {HISTORY_EXPORT.formats[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Ids of their jobs. @param entries those that are loaded; others are forgotten */
function useMissing(entries: readonly HistoryEntry[]): ReadonlySet<string> {
  const { client } = useDesk();
  const found = useFoundSources();
  const [missing, setMissing] = useState(NONE);
  const asked = useRef({ found, ids: NONE });

  useEffect(() => {
    if (asked.current.found !== found) {
      asked.current = { found, ids: NONE };
      setMissing(NONE);
    }
    const { ids } = asked.current;
    const loaded = new Set(entries.map(({ jobId }) => jobId));
    const some = [...loaded].filter((id) => !ids.has(id)).slice(0, MOST_LOOKED_FOR);
    if (some.length === 0) return;
    const round = { found, ids: new Set([...[...ids].filter((id) => loaded.has(id)), ...some]) };
    asked.current = round;
    client.sources
      .missing({ jobIds: some })
      .then(({ jobIds }) => {
        if (asked.current.found !== round.found) return;
        setMissing((known) => new Set([...known, ...jobIds].filter((id) => asked.current.ids.has(id))));
      })
      .catch(() => undefined);
  }, [client, entries, found]);

  return missing;
}
