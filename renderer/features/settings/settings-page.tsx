/** Settings: a list of places at the left, the places themselves below each other, and a search over all of them. */

import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ComponentType, useCallback, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { SettingsQuery } from '../../components/settings/query.ts';
import { useDesk } from '../../state/desk-context.ts';
import type { SettingsPlaceName } from '../../state/route-store.ts';
import classes from './settings-page.module.css';
import { SETTINGS } from './strings.ts';
import { useCurrentPlace } from './use-current-place.ts';
import { useFreshPreferences } from './use-preferences.ts';

export interface SettingsPlace {
  readonly id: SettingsPlaceName;
  readonly title: string;
  readonly Icon: ComponentType<{ size?: number; stroke?: number }>;
  /** A `SettingsPlace` with its sections. */
  readonly Content: ComponentType;
}

/** @param places in their order; the app puts them together, because features don't know each other */
export function SettingsPage({ places }: { places: readonly SettingsPlace[] }) {
  const desk = useDesk();
  useFreshPreferences();
  const [query, setQuery] = useState('');
  const content = useRef<HTMLDivElement>(null);
  // At once: what the search hides can't be gone to.
  const showAll = useCallback(() => flushSync(() => setQuery('')), []);
  const current = useCurrentPlace(content, places[0]?.id ?? '', showAll);
  return (
    <div className={classes.page}>
      <div className={classes.side}>
        <h1>{SETTINGS.title}</h1>
        <TextInput
          size="xs"
          type="search"
          leftSection={<IconSearch size={15} stroke={1.8} />}
          placeholder={SETTINGS.find}
          aria-label={SETTINGS.find}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
        <nav aria-label={SETTINGS.places} className={classes.list}>
          {places.map(({ id, title, Icon }) => (
            <button
              key={id}
              type="button"
              className={classes.entry}
              aria-current={id === current ? 'true' : undefined}
              onClick={() => desk.goToSettings(id)}
            >
              <Icon size={17} stroke={1.7} />
              <span>{title}</span>
            </button>
          ))}
        </nav>
        <p className={classes.saving}>{SETTINGS.savedAtOnce}</p>
      </div>
      <div ref={content} className={classes.content}>
        <SettingsQuery.Provider value={query.trim()}>
          {places.map(({ id, Content }) => (
            <div key={id} id={placeId(id)} className={classes.place} data-place={id}>
              <Content />
            </div>
          ))}
        </SettingsQuery.Provider>
        <p className={classes.none} role="status">
          {query.trim() === '' ? '' : SETTINGS.noneFound(query.trim())}
        </p>
      </div>
    </div>
  );
}

function placeId(id: string): string {
  return `settings-${id}`;
}
