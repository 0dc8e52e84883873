/** What a search of the settings finds in presets: where it is, and the way there. */

import { Button } from '@mantine/core';
import { useState } from 'react';
import { BatchSettings } from '../../components/presets/preset-picker.tsx';
import { SETTINGS_DIALOG } from '../../components/presets/strings.ts';
import { matchesQuery } from '../../components/settings/section.tsx';
import { useDesk } from '../../state/desk-context.ts';
import classes from './settings-page.module.css';
import { PRESET_HITS, SETTINGS } from './strings.ts';

/** One letter is in nearly every word. */
const SHORTEST = 2;

type Hit = (typeof PRESET_HITS.topics)[number];

/** Settings that every preset has, by name and by the words that people know them by. Pure. */
export function presetHits(query: string): readonly Hit[] {
  if (query.length < SHORTEST) return [];
  return PRESET_HITS.topics.filter(({ label, words }) => matchesQuery(`${label} ${words}`, query));
}

export function PresetHits({ hits }: { readonly hits: readonly Hit[] }) {
  const desk = useDesk();
  const [opened, setOpened] = useState<Hit['section'] | null>(null);
  return (
    <section className={classes.hits} aria-label={PRESET_HITS.title}>
      <header>
        <h2>{PRESET_HITS.title}</h2>
        <Button variant="subtle" size="compact-sm" fz={12} onClick={() => desk.goToSettings('presets')}>
          {PRESET_HITS.openPresets}
        </Button>
      </header>
      <ul>
        {hits.map(({ label, section }) => (
          <li key={label}>
            <span>
              <b>{label}</b> {PRESET_HITS.where(SETTINGS_DIALOG.sections[section][0])}
            </span>
            <Button size="xs" aria-label={PRESET_HITS.changeNamed(label)} onClick={() => setOpened(section)}>
              {PRESET_HITS.change}
            </Button>
          </li>
        ))}
      </ul>
      {opened !== null && <BatchSettings section={opened} onClose={() => setOpened(null)} />}
    </section>
  );
}

/** Announced, and seen where nothing was found. */
export function FoundWords({ hits, query }: { readonly hits: readonly Hit[]; readonly query: string }) {
  const words = query === '' ? '' : hits.length > 0 ? PRESET_HITS.found(hits.length) : SETTINGS.noneFound(query);
  return (
    <p className={classes.none} role="status" data-quiet={hits.length > 0}>
      {words}
    </p>
  );
}
