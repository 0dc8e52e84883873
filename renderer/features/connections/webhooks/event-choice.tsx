/** Which types of events an endpoint gets. */

import { Checkbox } from '@mantine/core';
import { EVENT_TYPES } from '../../../../shared/service-api/webhooks.ts';
import { ENDPOINTS, EVENT_WORDS } from './strings.ts';
import classes from './webhooks.module.css';

interface EventChoiceProps {
  readonly events: readonly string[];
  /** Whether none chosen is told as a mistake. */
  readonly tried: boolean;
  onChange(events: readonly string[]): void;
}

export function EventChoice({ events, tried, onChange }: EventChoiceProps) {
  return (
    <Checkbox.Group
      label={ENDPOINTS.events}
      error={tried && events.length === 0 ? ENDPOINTS.noEvents : null}
      value={[...events]}
      onChange={onChange}
    >
      <div className={classes.choices}>
        {EVENT_TYPES.map((type) => (
          <Checkbox key={type} value={type} label={EVENT_WORDS[type]} />
        ))}
      </div>
    </Checkbox.Group>
  );
}

/** Whether it can be an endpoint's address. */
export function isAddress(text: string): boolean {
  return /^https:\/\/[^\s/]+/.test(text.trim());
}
