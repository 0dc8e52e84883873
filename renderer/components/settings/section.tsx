/** A place of Settings, its sections and their rows: what is set, what it does, its default, and the way back to it. */

import { Button } from '@mantine/core';
import { createContext, type ReactNode, type RefObject, useContext, useLayoutEffect, useRef, useState } from 'react';
import { QuietText } from '../layout/layout.tsx';
import { SETTING } from '../strings.ts';
import classes from './settings.module.css';

/** The title of the place around a section: a search for it finds all of its sections. */
const PlaceTitle = createContext('');

/** Lower case; empty shows everything. */
export const SettingsQuery = createContext('');

/** How a section goes back to its defaults. */
export interface SectionReset {
  readonly isDefault: boolean;
  onReset(): void;
}

interface SettingsSectionProps {
  /** Names the region. */
  readonly title: string;
  readonly text?: ReactNode;
  readonly reset?: SectionReset;
  /** Without a frame, for content that has its own. */
  readonly plain?: boolean;
  readonly children: ReactNode;
}

export function SettingsSection({ title, text, reset, plain = false, children }: SettingsSectionProps) {
  const ref = useRef<HTMLElement>(null);
  const place = usePlaceTitle();
  const hidden = useHidden(ref, `${place} ${title}`);
  const isAlone = place === title;
  return (
    <section ref={ref} className={classes.section} aria-label={title} hidden={hidden} data-plain={plain}>
      {(!isAlone || reset !== undefined) && (
        <div className={classes.title}>
          {!isAlone && <h3>{title}</h3>}
          {reset?.isDefault === false && (
            <Button
              size="compact-sm"
              fz={12}
              variant="subtle"
              color="gray"
              aria-label={SETTING.resetNamed(title)}
              onClick={reset.onReset}
            >
              {SETTING.reset}
            </Button>
          )}
        </div>
      )}
      {text !== undefined && (
        <QuietText m="2px 0 6px" maw="88ch">
          {text}
        </QuietText>
      )}
      {children}
    </section>
  );
}

interface SettingRowProps {
  readonly label: string;
  readonly note?: ReactNode;
  /** The default in words. */
  readonly standard?: string;
  /** Below the whole row, at its full width: an error, a hint. */
  readonly below?: ReactNode;
  /** The control. Its own accessible name is the label. */
  readonly children: ReactNode;
}

export function SettingRow({ label, note, standard, below, children }: SettingRowProps) {
  return (
    <div className={classes.row}>
      <div className={classes.words}>
        <span className={classes.label}>{label}</span>
        {(note !== undefined || standard !== undefined) && (
          <span className={classes.note}>
            {note} {standard !== undefined && SETTING.standard(standard)}
          </span>
        )}
      </div>
      <div className={classes.control}>{children}</div>
      {below !== undefined && <div className={classes.below}>{below}</div>}
    </div>
  );
}

/** Every word of the query is somewhere in the text. Pure. */
export function matchesQuery(text: string, query: string): boolean {
  const within = text.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => within.includes(word));
}

/** Whether the element is to be hidden. @param words what it goes by besides its text */
export function useHidden(ref: RefObject<HTMLElement | null>, words: string): boolean {
  const query = useContext(SettingsQuery);
  const [hidden, setHidden] = useState(false);
  useLayoutEffect(() => {
    setHidden(!matchesQuery(`${words} ${ref.current?.textContent ?? ''}`, query));
  }, [query, words, ref]);
  return hidden;
}

interface SettingsPlaceProps {
  readonly title: string;
  readonly lead?: string;
  /** At the right of the heading. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

export function SettingsPlace({ title, lead, action, children }: SettingsPlaceProps) {
  return (
    <>
      <header className={classes.heading}>
        <h2 tabIndex={-1}>{title}</h2>
        {lead !== undefined && <p>{lead}</p>}
        {action !== undefined && <div className={classes.action}>{action}</div>}
      </header>
      <PlaceTitle.Provider value={title}>{children}</PlaceTitle.Provider>
    </>
  );
}

/** For what is in a place and isn't a section. */
function usePlaceTitle(): string {
  return useContext(PlaceTitle);
}
