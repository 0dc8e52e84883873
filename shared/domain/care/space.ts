/** What a data folder contains, and what of it may be removed. */

/** In the order in which they are shown. */
export const SPACE_KINDS = [
  'results',
  'service',
  'copies',
  'listening',
  'excerpts',
  'waveforms',
  'saved',
  'parts',
  'previews',
  'set-aside',
  'unfinished',
  'database',
  'backups',
  'damaged',
  'logs',
  'other',
] as const;
export type SpaceKind = (typeof SPACE_KINDS)[number];

/**
 * What a clean-up can remove. The first ones cost nothing: Cleartake makes them again, or nobody needs them. `service-copies`: projects of the
 * built-in service whose results are in the library, or whose rows were deleted. `delivered`: results of which
 * the output folder has the same bytes. `converted`: results that were delivered in another form. `only-here`: results that are nowhere else.
 */
export const CLEANUPS = [
  'waveforms',
  'listening',
  'saved',
  'set-aside',
  'unfinished',
  'old-logs',
  'damaged',
  'service-copies',
  'delivered',
  'converted',
  'only-here',
] as const;
export type Cleanup = (typeof CLEANUPS)[number];

/** For so many days an output that was set aside stays, so that Undo can bring it back. */
export const SET_ASIDE_DAYS = 30;

/** What can't be had back without the service: the person names these one by one. */
export const LOSSES: readonly Cleanup[] = ['converted', 'only-here'];

/** What speaks against a place for the data folder, without ruling it out. */
export const MOVE_WARNINGS = ['network', 'removable'] as const;
export type MoveWarning = (typeof MOVE_WARNINGS)[number];
