import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { openStoreForReading } from '../../../electron/core/store/open-store.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { writeTone } from '../../fixtures/tone.ts';
import { runCli, startCli } from '../../harness/cli/run-cli.ts';
import { depth, someOf } from '../depth.ts';

const FILES = depth(5, 10);
/** Far more than a slow machine needs. */
const LONGEST_MS = 3 * 60_000;

/** All that descends from a process, from the kernel's own table. */
function descendantsOf(root: number): number[] {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  const parents = new Map(pids.map((pid) => [pid, parentOf(pid)]));
  const found = new Set([root]);
  for (let before = 0; before !== found.size; ) {
    before = found.size;
    for (const [pid, parent] of parents) if (parent !== null && found.has(parent)) found.add(pid);
  }
  found.delete(root);
  return [...found];
}

function parentOf(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ');
    return Number(fields?.[1]);
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

test.each(someOf([1, 4], 1))(
  `killed after %d results and resumed: ${FILES} results, each generation started once, no helper left`,
  { tags: 'long', retry: 0 },
  async (after) => {
    const folder = temporaryFolder('kill');
    const [input, out, data] = ['in', 'out', 'data'].map((name) => path.join(folder, name)) as [string, string, string];
    mkdirSync(input);
    for (let index = 0; index < FILES; index++)
      writeTone(path.join(input, `take ${index}.wav`), { seconds: 4 + index, frequency: 200 + 20 * index });

    const first = startCli(['restore', input, '--out', out, '--data-dir', data, '--json']);
    await vi.waitFor(
      () => expect(readdirSync(out).filter((name) => name.endsWith('.wav')).length).toBeGreaterThanOrEqual(after),
      { timeout: LONGEST_MS, interval: 10 },
    );
    const helpers = descendantsOf(first.child.pid ?? 0);
    expect(helpers.length).toBeGreaterThan(0);
    first.child.kill('SIGKILL');
    await first.result;
    expect(readdirSync(out).length).toBeLessThan(FILES);
    await vi.waitFor(() => expect(helpers.filter(isAlive)).toEqual([]), { timeout: 30_000, interval: 20 });

    const second = await runCli(['resume', '--data-dir', data, '--json'], {
      environment: { CLEARTAKE_START_QUARANTINE_S: '1' },
    });
    expect(second.status, second.stderr).toBe(0);
    expect(readdirSync(out).sort()).toEqual(
      Array.from({ length: FILES }, (_, index) => `take ${index} (service-2).wav`),
    );

    // What the service itself counts: one generation a project that was uploaded to.
    const service = new Database(path.join(data, 'service/service.sqlite'), { readonly: true });
    expect(service.prepare('select count(*) as count from generations').get()).toEqual({ count: FILES });
    service.close();
    const store = openStoreForReading(path.join(data, 'cleartake.sqlite'));
    expect(store.jobs.page(0, 100).map((job) => job.stateKind)).toEqual(Array(FILES).fill('done'));
    expect(store.generations.inState('stored')).toHaveLength(FILES);
    store.close();
  },
);
