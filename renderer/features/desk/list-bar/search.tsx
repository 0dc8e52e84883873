/** Find by name or folder. The key `/` leads here. */

import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { KeyCap } from '../../../components/marks/marks.tsx';
import { useShortcuts } from '../../../components/shortcuts/use-shortcuts.ts';
import { viewStore, wantSearch } from '../../../state/view-store.ts';
import { TABLE } from '../strings.ts';
import classes from './list-bar.module.css';

export function Search() {
  const search = useStore(viewStore, (view) => view.search);
  const input = useRef<HTMLInputElement>(null);
  const wanted = useStore(viewStore, (view) => view.searchWanted);
  useEffect(() => {
    if (!wanted) return;
    viewStore.setState({ searchWanted: false });
    input.current?.focus();
    input.current?.select();
  }, [wanted]);
  useShortcuts([
    ['/', wantSearch],
    ['shift+/', wantSearch],
  ]);
  return (
    <TextInput
      ref={input}
      size="xs"
      className={classes.search}
      aria-label={TABLE.search}
      placeholder={TABLE.searchHint}
      leftSection={<IconSearch size={14} stroke={1.8} />}
      rightSectionPointerEvents={search === '' ? 'none' : 'auto'}
      rightSection={
        search === '' ? (
          <span className={classes.slash} aria-hidden="true">
            <KeyCap>/</KeyCap>
          </span>
        ) : (
          <CloseButton size="xs" aria-label={TABLE.clearSearch} onClick={() => viewStore.setState({ search: '' })} />
        )
      }
      value={search}
      onChange={(event) => viewStore.setState({ search: event.currentTarget.value })}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || search === '') return;
        event.stopPropagation();
        viewStore.setState({ search: '' });
      }}
    />
  );
}
