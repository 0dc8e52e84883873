/** All connections by name, with what a person chooses between: prices, and what keeps one from working. */

import type { ConnectionView } from '../../../shared/contract/connections.ts';
import { formatUsd } from '../../../shared/domain/money.ts';
import { ConnectionLabel } from '../../components/connections/connection-name.tsx';
import { connectionAddress } from '../../state/route-store.ts';
import { isStoppedByBilling, keyProblem } from '../../state/session-store.ts';
import classes from './connections-page.module.css';
import { CONNECTIONS, LIST } from './strings.ts';

interface ConnectionListProps {
  readonly connections: readonly ConnectionView[];
  /** The id of the one that is shown. */
  readonly shown: string | undefined;
}

export function ConnectionList({ connections, shown }: ConnectionListProps) {
  return (
    <nav aria-label={CONNECTIONS.title}>
      <ul className={classes.list}>
        {connections.map((connection) => (
          <li key={connection.id}>
            <a
              className={classes.entry}
              href={connectionAddress(connection.id)}
              aria-current={connection.id === shown ? 'page' : undefined}
              ref={connection.id === shown ? bringIntoView : undefined}
            >
              <span className={classes.name}>
                <span
                  className={classes.dot}
                  data-tone={troubleOf(connection) === null ? 'good' : 'warn'}
                  data-color={connection.color}
                />
                <span className={`${classes.words} cut`}>{connection.name}</span>
                {connection.label !== null && <ConnectionLabel color={connection.color} label={connection.label} />}
              </span>
              <small data-trouble={troubleOf(connection) !== null}>
                {troubleOf(connection) ?? pricesOf(connection)}
              </small>
              {connection.chosen && <small className={classes.chosen}>{CONNECTIONS.selected}</small>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** One that is shown, or was just added, may be beyond the end of a long list. */
function bringIntoView(entry: HTMLElement | null): void {
  entry?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** What keeps it from working, in a few words; null if nothing does. */
function troubleOf(connection: ConnectionView): string | null {
  const key = keyProblem(connection);
  if (key !== null) return LIST.key[key];
  return isStoppedByBilling(connection) ? LIST.onHold : null;
}

/** Dollars a minute of both models, where they are known. */
function pricesOf({ prices }: ConnectionView): string {
  const known = [...new Set(Object.values(prices).filter((price) => price !== null))].sort((one, two) => one - two);
  if (known.length === 0) return LIST.noPrices;
  return known.at(-1) === 0 ? LIST.free : LIST.aMinute(known.map((price) => formatUsd(price * 60)));
}
