/** `cleartake cleanup`: what takes space in the data folder, and, with `--remove`, the clean-up of what is named. */

import type { CleanupPart, SpaceView } from '../../../../../shared/contract/care.ts';
import { type Cleanup, LOSSES } from '../../../../../shared/domain/care/space.ts';
import { CLEANUP_WORDS, SPACE_WORDS } from '../../../../../shared/domain/care/strings.ts';
import { formatUsd, tableUsd } from '../../../../../shared/domain/money.ts';
import { countOf, formatBytes } from '../../../../../shared/domain/units.ts';
import { removeOldFolder } from '../../../../core/features/data/move/old-folder.ts';
import { cleanupParts } from '../../../../core/features/data/space/space-keeper.ts';
import { surveySpace } from '../../../../core/features/data/space/survey.ts';
import { systemClock } from '../../../../platform/time/clock.ts';
import { nodeHostInfo } from '../../../common/paths.ts';
import { EXIT, type ExitStatus } from '../../exit-status.ts';
import { openForWork } from '../../open-desk.ts';
import { openForReading, type ReadOptions } from '../../open-store.ts';
import { print } from '../../output/printer.ts';
import { csvLine, jsonLine } from '../../reports/printable.ts';
import { CLEANUP, MOVE } from '../../strings/care.ts';

export interface CleanupOptions extends ReadOptions {
  readonly remove?: readonly Cleanup[];
  readonly csv?: boolean;
  readonly oldFolder?: boolean;
}

type Seen = Pick<SpaceView, 'used' | 'cleanups'>;

export async function cleanupCommand(options: CleanupOptions): Promise<ExitStatus> {
  if (options.oldFolder === true) return await removeOld(options);
  return options.remove === undefined ? await look(options) : await remove(options.remove, options);
}

/** What stays behind where the desk was moved from; with kinds, those are removed as well. */
async function removeOld(options: CleanupOptions): Promise<ExitStatus> {
  const { dataDirectory } = nodeHostInfo('cli', options.dataDir);
  const { bytes, files, folder } = await removeOldFolder(dataDirectory, () => undefined);
  if (options.json === true) print(jsonLine({ event: 'removed', files, bytes, kept: 0, folder }));
  else if (options.csv === true) print(csvLine(['removed', 'old-folder', files, bytes, '', '', folder]));
  else print(MOVE.removed(folder, formatBytes(bytes)));
  return options.remove === undefined ? EXIT.done : await remove(options.remove, options);
}

/** Needs no lock and changes nothing. */
async function look(options: CleanupOptions): Promise<ExitStatus> {
  const { dataDirectory } = nodeHostInfo('cli', options.dataDir);
  const store = openForReading(options.dataDir);
  try {
    const { removables, used } = await surveySpace(dataDirectory, store, systemClock.now());
    tell({ used: [...used], cleanups: cleanupParts(removables) }, options);
    return EXIT.done;
  } finally {
    store?.close();
  }
}

/** Says what goes before it goes. */
async function remove(kinds: readonly Cleanup[], options: CleanupOptions): Promise<ExitStatus> {
  const desk = await openForWork({ dataDirectory: options.dataDir, leavesEarlierWork: true });
  try {
    const { cleanups, surveyId, used } = await desk.client.care.space();
    const chosen = cleanups.filter(({ kind }) => kinds.includes(kind));
    tell({ used, cleanups: chosen }, options);
    const cleaned = await desk.client.care.clean({ surveyId, kinds: [...kinds] });
    const { bytes, files, kept } = cleaned;
    if (options.json === true) print(jsonLine({ event: 'removed', ...cleaned }));
    else if (options.csv === true) print(csvLine(['removed', '', files, bytes, '', '', '']));
    else print(CLEANUP.removed(countOf(files, 'file'), formatBytes(bytes), kept));
    return EXIT.done;
  } finally {
    await desk.close();
  }
}

function tell({ cleanups, used }: Seen, options: CleanupOptions): void {
  if (options.json === true) {
    for (const part of used) print(jsonLine({ event: 'used', ...part }));
    for (const part of cleanups) print(jsonLine({ event: 'removable', ...part }));
  } else if (options.csv === true) {
    print('what,kind,files,bytes,paid usd,without price,examples');
    for (const { bytes, files, kind } of used) print(csvLine(['used', kind, files, bytes, '', '', '']));
    for (const part of cleanups) print(row(part));
  } else {
    for (const { bytes, files, kind } of used) print(CLEANUP.used(SPACE_WORDS[kind], formatBytes(bytes), files));
    print(cleanups.length === 0 ? CLEANUP.nothing : CLEANUP.removable);
    for (const part of cleanups) for (const line of inWords(part)) print(line);
  }
}

function row({ bytes, examples, files, kind, paid, unpriced }: CleanupPart): string {
  return csvLine(['removable', kind, files, bytes, tableUsd(paid), unpriced, examples.join('; ')]);
}

function inWords({ bytes, examples, files, kind, paid, unpriced }: CleanupPart): string[] {
  const { note, title } = CLEANUP_WORDS[kind];
  const cost = LOSSES.includes(kind) ? [`  ${CLEANUP.paid(formatUsd(paid), unpriced)}`] : [];
  const names = examples.map((name) => `  ${name}`);
  const more = files > examples.length ? [`  ${CLEANUP.more(files - examples.length)}`] : [];
  return [
    `${kind}: ${title}, ${countOf(files, 'file')}, ${formatBytes(bytes)}`,
    `  ${note}`,
    ...cost,
    ...names,
    ...more,
  ];
}
