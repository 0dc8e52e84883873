/** Which types of events an endpoint gets. */

import { Checkbox, Group } from '@mantine/core';
import { EVENT_TYPES } from '../../../../shared/service-api/webhooks.ts';
import { ENDPOINTS, EVENT_WORDS } from './strings.ts';

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
      <Group gap="8px 18px" align="stretch" mt={6}>
        {EVENT_TYPES.map((type) => (
          <Checkbox key={type} value={type} label={EVENT_WORDS[type]} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

/** Whether it can be an endpoint's address. */
export function isAddress(text: string): boolean {
  return /^https:\/\/[^\s/]+/.test(text.trim());
}
