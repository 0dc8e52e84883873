/** Settings: a list of places at the left, the places themselves below each other, and a search over all of them. */

import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ComponentType, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { SettingsQuery } from '../../components/settings/section.tsx';
import { useDesk } from '../../state/desk-context.ts';
import type { SettingsPlaceName } from '../../state/route-store.ts';
import { FoundWords, PresetHits, presetHits } from './preset-hits.tsx';
import classes from './settings-page.module.css';
import { SETTINGS } from './strings.ts';
import { useFreshPreferences } from './use-preferences.ts';

/** A place counts as the current one once its top is this near to the top of the page, in pixels. */
const NEAR_TOP_PX = 90;

export interface PlacePage {
  readonly id: SettingsPlaceName;
  readonly title: string;
  readonly Icon: ComponentType<{ size?: number; stroke?: number }>;
  /** A `SettingsPlace` with its sections. */
  readonly Content: ComponentType;
}

/** @param places in their order; the app puts them together, because features don't know each other */
export function SettingsPage({ places }: { places: readonly PlacePage[] }) {
  const desk = useDesk();
  useFreshPreferences();
  const [query, setQuery] = useState('');
  const content = useRef<HTMLDivElement>(null);
  // At once: what the search hides can't be gone to.
  const showAll = useCallback(() => flushSync(() => setQuery('')), []);
  const wanted = query.trim();
  const current = useCurrentPlace(content, places[0]?.id ?? '', wanted, showAll);
  const hits = presetHits(wanted);
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
        {hits.length > 0 && <PresetHits hits={hits} />}
        <SettingsQuery.Provider value={wanted}>
          {places.map(({ id, Content }) => (
            <div key={id} id={placeId(id)} className={classes.place} data-place={id}>
              <Content />
            </div>
          ))}
        </SettingsQuery.Provider>
        <FoundWords hits={hits} query={wanted} />
      </div>
    </div>
  );
}

function placeId(id: string): string {
  return `settings-${id}`;
}

/** @param reveal makes all places visible; @returns the place in view; none where the query hides all of them */
function useCurrentPlace(
  content: RefObject<HTMLElement | null>,
  first: string,
  query: string,
  reveal: () => void,
): string | null {
  const { route } = useDesk();
  const [current, setCurrent] = useState<string | null>(first);
  /** A place near the end can't reach the top: the scrolling that a click caused decides nothing. */
  const jumped = useRef(false);

  useEffect(() => {
    const box = content.current;
    if (box === null) return;
    const follow = (): void => {
      if (jumped.current) {
        jumped.current = false;
        return;
      }
      setCurrent((before) => placeInView(box) ?? before);
    };
    box.addEventListener('scroll', follow, { passive: true });
    return () => box.removeEventListener('scroll', follow);
  }, [content]);

  const before = useRef(query);
  const looking = useRef(0);
  useEffect(() => {
    if (before.current === query) return;
    before.current = query;
    // Sections hide what a new query doesn't find once they are drawn.
    looking.current = requestAnimationFrame(() => {
      if (content.current !== null) setCurrent(placeInView(content.current) ?? null);
    });
    return () => cancelAnimationFrame(looking.current);
  }, [content, query]);

  const goTo = useCallback(
    (id: string) => {
      const box = content.current;
      const place = placesOf(box).find(({ dataset }) => dataset.place === id);
      if (box === null || place === undefined) return;
      cancelAnimationFrame(looking.current);
      setCurrent(id);
      const before = box.scrollTop;
      place.scrollIntoView({ block: 'start' });
      jumped.current = box.scrollTop !== before;
      place.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
    },
    [content],
  );

  useEffect(() => {
    const { place: asked } = route.getState();
    if (asked !== null) goTo(asked);
    // Also the same place once more: it may have been scrolled away.
    return route.subscribe(({ place }) => {
      if (place === null) return;
      reveal();
      goTo(place);
    });
  }, [goTo, reveal, route]);

  return current;
}

function placesOf(box: HTMLElement | null): HTMLElement[] {
  return box === null ? [] : [...box.querySelectorAll<HTMLElement>('[data-place]')];
}

function placeInView(box: HTMLElement): string | undefined {
  const top = box.getBoundingClientRect().top + NEAR_TOP_PX;
  const shown = placesOf(box).filter((place) => place.offsetHeight > 0);
  const reached = shown.filter((place) => place.getBoundingClientRect().top <= top);
  return (reached.at(-1) ?? shown[0])?.dataset.place;
}
