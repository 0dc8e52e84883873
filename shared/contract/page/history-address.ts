/** The address of what History shows as a file, and how the desk reads it. */

import { z } from 'zod';
import { MEDIA_PATHS } from './media-addresses.ts';

/** What the address may ask for: `view` is a view of History as text, as its own address has it. */
export const historyQuery = z.object({
  format: z.enum(['csv', 'json']),
  view: z.string().max(6000).default(''),
});

/** GET: the recordings that a view shows, in its order. */
export function historyFileAddress(format: 'csv' | 'json', view: string): string {
  return `${MEDIA_PATHS.history}?format=${format}&view=${encodeURIComponent(view)}`;
}
