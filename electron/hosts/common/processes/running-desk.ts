/** Where the desk that holds a data folder listens, for a second start by the same user. The file's privacy is what protects it. */

import { rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { readPrivateFile, writePrivateFile } from '../vault/private-file.ts';

const FILE = 'running-desk.json';

/** Loopback alone: nothing is ever told to another computer, whatever the file says. */
const runningDesk = z.object({
  origin: z.string().regex(/^http:\/\/127\.0\.0\.1:\d{1,5}$/),
  /** Hands files over, and nothing else. Made for this run. */
  token: z.string().min(1),
});
export type RunningDesk = z.infer<typeof runningDesk>;

/** @param dataDirectory locked by the caller @throws CleartakeError keyFileUnsafe when others could read the folder */
export async function announceDesk(dataDirectory: string, desk: RunningDesk): Promise<void> {
  await writePrivateFile(path.join(dataDirectory, FILE), JSON.stringify(desk));
}

/** At the end of a run. */
export async function withdrawDesk(dataDirectory: string): Promise<void> {
  await rm(path.join(dataDirectory, FILE), { force: true });
}

/**
 * Removes what a killed run left, so that the file is always by whoever holds the lock: its port may be another program's by now.
 * @param dataDirectory locked by the caller
 */
export function forgetEarlierDesk(dataDirectory: string): void {
  rmSync(path.join(dataDirectory, FILE), { force: true });
}

/** @returns null when there is none, or the file could be another user's */
export async function findRunningDesk(dataDirectory: string): Promise<RunningDesk | null> {
  try {
    const text = await readPrivateFile(path.join(dataDirectory, FILE));
    return text === null ? null : runningDesk.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
