/** What is known of newer versions of Cleartake, and why some installations don’t look for them. */

import { z } from 'zod';

/** What keeps this Cleartake from updating itself. */
export const UPDATE_OBSTACLES = [
  /** It runs from its sources. */
  'not-packaged',
  /** Whoever made the package named no address for updates. */
  'no-address',
  /** The address isn't encrypted. */
  'open-address',
  /** The package names no publisher, so that nothing says who made an update. */
  'no-publisher',
  /** The system's package manager installed it. */
  'system-package',
  /** Nothing is installed that could be replaced. */
  'portable',
] as const;
export type UpdateObstacle = (typeof UPDATE_OBSTACLES)[number];

const version = z.string();

export const updateStateSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('impossible'), obstacle: z.enum(UPDATE_OBSTACLES) }),
  z.object({ kind: z.literal('off') }),
  z.object({ kind: z.literal('checking') }),
  /** Nothing newer was there at this time. */
  z.object({ kind: z.literal('current'), checkedAt: z.number() }),
  z.object({ kind: z.literal('available'), version }),
  /** `share` from 0 to 1. */
  z.object({ kind: z.literal('downloading'), version, share: z.number() }),
  z.object({ kind: z.literal('ready'), version }),
  /** `version` is that of the download that failed; null when the search did. `sentence`: what happened, what is safe, what to do next. */
  z.object({ kind: z.literal('failed'), version: version.nullable(), sentence: z.string() }),
]);
export type UpdateState = z.infer<typeof updateStateSchema>;
