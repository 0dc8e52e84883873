/** electron-builder runs this before it packs: what a package needs beside the bundles. */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { BeforePackContext } from 'app-builder-lib';
import { configurationsIn, requireRedistributable } from './ffmpeg-license.ts';
import { prepareNatives } from './natives.ts';
import { writeNotices } from './notices.ts';
import { targetOf } from './targets.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** @throws Error with a sentence, which ends the packaging */
export function beforePack(context: BeforePackContext): void {
  const ffmpeg = prepareNatives(ROOT, targetOf(context));
  requireRedistributable(ffmpeg);
  writeNotices(ROOT, configurationsIn(readFileSync(ffmpeg)));
}
