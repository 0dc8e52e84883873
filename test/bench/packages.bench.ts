/** What packages of four systems weigh without Electron, with node-av's published libraries: npm brings those of the other systems. */

import path from 'node:path';
import { ensureBuilt, PARTS } from '../../build/build.ts';
import { filesIn, refuseForeign, sizeReport } from '../../build/packaging/after-pack.ts';
import { prepareNatives } from '../../build/packaging/natives.ts';
import { writeNotices } from '../../build/packaging/notices.ts';
import { type Target, targetName } from '../../build/packaging/targets.ts';
import { pack } from '../harness/packages/pack.ts';
import type { Bench } from './bench.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const TARGETS: readonly Target[] = [
  { platform: 'linux', arch: 'x64' },
  { platform: 'linux', arch: 'arm64' },
  { platform: 'win32', arch: 'x64' },
  { platform: 'darwin', arch: 'arm64' },
];

export const bench: Bench = {
  measures: 'Size of the largest of four packages without Electron, each with the native code of its own system alone',
  unit: 'MB',
  target: 200,
  better: 'lower',
  run: async (folder) => {
    await ensureBuilt(PARTS);
    const details: Record<string, string> = {};
    let largest = 0;
    for (const target of TARGETS) {
      prepareNatives(ROOT, target);
      writeNotices(ROOT, []);
      const app = await pack(folder, target, { beforePack: () => undefined });
      const files = filesIn(app);
      refuseForeign(app, files, target);
      largest = Math.max(largest, files.reduce((bytes, { size }) => bytes + size, 0) / 1e6);
      details[targetName(target)] = sizeReport(targetName(target), files);
    }
    return { value: largest, details };
  },
};
