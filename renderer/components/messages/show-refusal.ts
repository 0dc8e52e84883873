/** Says so when the desk refuses something. */

import { notifications } from '@mantine/notifications';
import { sentenceOf } from '../../bridge/refusal.ts';

export function showRefusal(thrown: unknown): void {
  notifications.show({ color: 'red', message: sentenceOf(thrown) });
}
