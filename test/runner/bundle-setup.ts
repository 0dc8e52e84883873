/** Bundles what changed before the first test, and tells the tests where the bundle is. */

import { buildParts } from '../../build/build.ts';

export async function setup(): Promise<void> {
  const { folders } = await buildParts(['node']);
  process.env.CLEARTAKE_TEST_BUNDLE = folders.node ?? '';
}
