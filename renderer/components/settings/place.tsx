/** One place of Settings: a heading with its sections. The list at the left leads to it. */

import { createContext, type ReactNode, useContext } from 'react';
import classes from './settings.module.css';

/** The title of the place around a section: a search for it finds all of its sections. */
const PlaceTitle = createContext('');

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
export function usePlaceTitle(): string {
  return useContext(PlaceTitle);
}
