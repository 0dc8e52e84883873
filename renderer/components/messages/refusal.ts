/** What the page says when a call to the desk fails. */

import { notifications } from '@mantine/notifications';
import { MESSAGES } from './strings.ts';

/** The desk's own sentence when it refused the call; otherwise a general one. Never technical text. */
export function sentenceOf(thrown: unknown): string {
  if (typeof thrown === 'object' && thrown !== null && 'data' in thrown) {
    const { data } = thrown;
    if (typeof data === 'object' && data !== null && 'userMessage' in data && typeof data.userMessage === 'string') {
      return data.userMessage;
    }
  }
  return MESSAGES.unreachable;
}

/** Shows why a question was refused, and passes it on. */
export function showAndThrow(thrown: unknown): never {
  showRefusal(thrown);
  throw thrown;
}

/** The code of a refusal of the desk; null for anything else. */
export function codeOf(thrown: unknown): string | null {
  if (typeof thrown !== 'object' || thrown === null || !('data' in thrown)) return null;
  const { data } = thrown;
  return typeof data === 'object' && data !== null && 'code' in data && typeof data.code === 'string'
    ? data.code
    : null;
}

export function showRefusal(thrown: unknown): void {
  notifications.show({ color: 'red', message: sentenceOf(thrown) });
}
