/** The navigation rail. */

import { IconChartBar, IconHistory, IconLayoutList, IconPlugConnected, IconSettings } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { VoiceIcon } from '../../components/marks/marks.tsx';
import { useDesk, useQueue, useRoute } from '../../state/desk-context.ts';
import { PAGES, type PageName, pageAddress } from '../../state/route-store.ts';
import { PAGE_LABELS, SHELL } from '../strings.ts';
import classes from './shell.module.css';

const ICONS: Readonly<Record<PageName, ComponentType<{ size?: number; stroke?: number }>>> = {
  desk: IconLayoutList,
  listen: VoiceIcon,
  history: IconHistory,
  costs: IconChartBar,
  connections: IconPlugConnected,
  settings: IconSettings,
};

export function Rail() {
  const desk = useDesk();
  const current = useRoute((route) => route.name);
  const attention = useQueue((state) => state.counts.attention);
  return (
    <nav className={classes.rail} aria-label={SHELL.navigation}>
      {PAGES.map((name) => {
        const Icon = ICONS[name];
        const badge = name === 'desk' && attention > 0;
        return (
          <a
            key={name}
            href={pageAddress({ name, jobId: null, place: null })}
            className={classes.page}
            aria-current={name === current ? 'page' : undefined}
            onClick={(event) => {
              event.preventDefault();
              // Listen returns to the last comparison; clicked again, it shows the list of recordings.
              desk.goTo(name, name === current ? null : undefined);
            }}
          >
            <Icon size={20} stroke={1.7} />
            {PAGE_LABELS[name]}
            {badge && (
              <span className={classes.badge}>
                {attention > 99 ? '99+' : attention}
                <span className="visually-hidden"> {SHELL.needAttention(attention)}</span>
              </span>
            )}
          </a>
        );
      })}
    </nav>
  );
}
