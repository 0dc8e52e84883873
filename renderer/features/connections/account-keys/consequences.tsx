/** Two columns of a question: what stops working, and what keeps working. */

import { IconCircleCheckFilled, IconCircleX } from '@tabler/icons-react';
import classes from './account-keys.module.css';
import { ROTATION } from './strings.ts';

/** What happens, and what that means. */
export type Consequence = readonly [what: string, note: string];

interface ConsequencesProps {
  readonly stops: readonly Consequence[];
  readonly keeps: readonly Consequence[];
}

export function Consequences({ stops, keeps }: ConsequencesProps) {
  return (
    <div className={classes.consequences}>
      <Column heading={ROTATION.stops} items={stops} stops />
      <Column heading={ROTATION.keeps} items={keeps} />
    </div>
  );
}

interface ColumnProps {
  readonly heading: string;
  readonly items: readonly Consequence[];
  readonly stops?: boolean;
}

function Column({ heading, items, stops = false }: ColumnProps) {
  const Icon = stops ? IconCircleX : IconCircleCheckFilled;
  return (
    <div>
      <h3>{heading}</h3>
      <ul>
        {items.map(([what, note]) => (
          <li key={what} data-stops={stops}>
            <Icon size={16} aria-hidden />
            <span>
              {what}
              <small>{note}</small>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
