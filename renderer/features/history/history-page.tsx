/** Every recording ever restored, newest first, with search as you type. */

import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './history.module.css';
import { HistoryList } from './history-list.tsx';
import { HISTORY } from './strings.ts';
import { useHistory } from './use-history.ts';

const TYPING_MS = 80;

export function HistoryPage() {
  const [search, setSearch] = useState('');
  const [settled] = useDebouncedValue(search, TYPING_MS);
  const { state, refusal, more } = useHistory(settled.trim());
  return (
    <>
      <header className={classes.header}>
        <h1>{HISTORY.title}</h1>
        <span className={classes.total} role="status">
          {state !== null && HISTORY.count(state.total)}
        </span>
        <TextInput
          className={classes.search}
          size="sm"
          autoFocus
          aria-label={HISTORY.search}
          placeholder={HISTORY.search}
          leftSection={<IconSearch size={16} stroke={1.8} />}
          rightSection={
            search === '' ? null : (
              <CloseButton size="sm" aria-label={HISTORY.clearSearch} onClick={() => setSearch('')} />
            )
          }
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      </header>
      {refusal !== null && <p className={classes.refusal}>{refusal}</p>}
      {state !== null && state.entries.length === 0 && (
        <div className={classes.empty}>
          <h2>{state.search === '' ? HISTORY.emptyTitle : HISTORY.noneTitle}</h2>
          <p>{state.search === '' ? HISTORY.emptyText : HISTORY.noneText(state.search)}</p>
        </div>
      )}
      {state !== null && state.entries.length > 0 && <HistoryList entries={state.entries} onEnd={more} />}
    </>
  );
}
