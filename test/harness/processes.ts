/** The system's processes, as /proc tells them: which of them a desktop started, and whether they are gone. */

import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessFacts {
  readonly pid: number;
  readonly parent: number;
  /** Program and words, separated by spaces. */
  readonly command: string;
}

/** Null when there is no such process, or only its remains. */
export function processFacts(pid: number): ProcessFacts | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    if (/^State:\s*Z/m.test(status)) return null;
    const parent = Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]);
    return { pid, parent, command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') };
  } catch {
    return null;
  }
}

/** Everything that `pid` started, and what that started. */
export function descendants(pid: number): ProcessFacts[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => processFacts(Number(name)))
    .filter((facts) => facts !== null);
  const below = (parent: number): ProcessFacts[] =>
    all.filter((facts) => facts.parent === parent).flatMap((facts) => [facts, ...below(facts.pid)]);
  return below(pid);
}
