import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMemoryVault } from '../../../electron/core/vault/vault.ts';
import { endChecks } from '../../../electron/hosts/desktop/self-check/end-checks.ts';
import { type CheckedWindow, pageChecks } from '../../../electron/hosts/desktop/self-check/page-checks.ts';
import { runChecks } from '../../../electron/hosts/desktop/self-check/run-checks.ts';
import { type CheckedWork, LONG_SAMPLE, workChecks } from '../../../electron/hosts/desktop/self-check/work-checks.ts';
import type { SpawnHelper } from '../../../electron/platform/processes/helper-process.ts';
import { systemClock } from '../../../electron/platform/time/clock.ts';
import type { ToHelper } from '../../../shared/engine-api/helper-envelope.ts';

const SAMPLE = `/samples/${LONG_SAMPLE}`;
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const GOOD_FUSES = '010011';

/** A computer on which everything holds, with what a test changes. */
interface Computer {
  visible: boolean;
  address: string;
  facts: object;
  shown: boolean;
  pathOfFile: string;
  energies: readonly number[];
  state: string;
  threads: { startedThreads: number; failedThreads: number };
  backsUp: boolean;
  keeps: boolean;
  fuses: string;
  helpersAfter: number;
}

const HEALTHY: Computer = {
  visible: true,
  address: 'app://cleartake/',
  facts: { secure: true, leaks: [], policy: true, worklet: 'function' },
  shown: true,
  pathOfFile: SAMPLE,
  energies: [2, 1],
  state: 'done',
  threads: { startedThreads: 1, failedThreads: 0 },
  backsUp: true,
  keeps: true,
  fuses: GOOD_FUSES,
  helpersAfter: 0,
};

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'cleartake-check-'));
  // Nothing here takes time: what isn't so at once never is.
  let now = 0;
  vi.spyOn(systemClock, 'monotonic').mockImplementation(() => now);
  vi.spyOn(systemClock, 'sleep').mockImplementation(async (milliseconds, signal) => {
    if (signal !== undefined) await new Promise(() => undefined);
    now += milliseconds;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

function windowOf(computer: Computer): CheckedWindow {
  return {
    isVisible: () => computer.visible,
    address: () => computer.address,
    chooseFile: async () => undefined,
    evaluate: async (script) => {
      if (script.includes('isSecureContext')) return computer.facts;
      if (script.includes('innerText')) return computer.shown;
      if (script.includes('pathsForFiles')) return computer.pathOfFile;
      return script.includes('arrayBuffer') ? computer.energies : undefined;
    },
  };
}

/** Helpers that answer as the engine and the backup do. */
function spawnOf(computer: Computer): SpawnHelper {
  return (entry) => {
    const listeners: ((message: unknown) => void)[] = [];
    return {
      send: (message) => {
        const { id, params } = message as Extract<ToHelper, { kind: 'request' }>;
        if (entry === 'backup' && computer.backsUp) writeFileSync((params as { copy: string }).copy, '');
        const shape = { frames: 1, sampleRate: 1, channels: 1, hasVideo: false, outputs: [], residentBytes: 1 };
        const result = entry === 'backup' ? null : { ...shape, ...computer.threads };
        for (const listener of listeners) listener({ kind: 'result', id, result });
      },
      onMessage: (listener) => {
        listeners.push(listener);
        return () => undefined;
      },
      onExit: () => () => undefined,
      stop: async () => undefined,
    };
  };
}

function deskOf(computer: Computer): CheckedWork['desk'] {
  const error = { userMessage: 'The restoration failed.' };
  const jobs = [{ id: '1', name: LONG_SAMPLE, state: { kind: computer.state, error } }];
  const desk = {
    queue: { list: async () => ({ jobs }), start: async () => ({ changed: 1 }), addSamples: async () => undefined },
    listening: { takes: async () => ({ takes: [{ id: 'original:1' }, { id: 'result:1' }] }) },
  };
  return desk as unknown as CheckedWork['desk'];
}

/** @returns a line for each check */
async function check(
  computer: Computer,
  packaged = true,
): Promise<{ lines: string[]; failed: number; skipped: number }> {
  const program = path.join(folder, 'program');
  writeFileSync(program, `code ${SENTINEL}\u0001${String.fromCharCode(computer.fuses.length)}${computer.fuses} code`);
  const window = windowOf(computer);
  const desk = deskOf(computer);
  let helpers = 2;
  const memory = createMemoryVault();
  const vault: CheckedWork['vault'] = {
    ...memory,
    kind: 'keychain',
    get: async (name) => (computer.keeps ? memory.get(name) : 'another'),
  };
  const work = { desk, spawn: spawnOf(computer), vault, database: '/db', sample: SAMPLE, folder };
  const end = {
    program: packaged ? program : null,
    helpers: () => helpers,
    closeDesk: async () => {
      helpers = computer.helpersAfter;
    },
  };
  const lines: string[] = [];
  const pageDesk = desk as unknown as Parameters<typeof pageChecks>[1];
  const checks = [...pageChecks(window, pageDesk, SAMPLE), ...workChecks(work, window), ...endChecks(end)];
  return { lines, ...(await runChecks(checks, (line) => lines.push(line))) };
}

test('on a computer where everything holds, every check says so', async () => {
  const { lines, failed, skipped } = await check(HEALTHY);
  expect(lines.filter((line) => !line.startsWith('ok '))).toEqual([]);
  expect({ checks: lines.length, failed, skipped }).toEqual({ checks: 10, failed: 0, skipped: 0 });
});

const FAULTS: Readonly<Record<string, Partial<Computer>>> = {
  'the window is visible': { visible: false },
  'the page has its own address, a secure context and a policy, and nothing of Node': {
    facts: { ...HEALTHY.facts, leaks: ['require'] },
  },
  'what the desk holds appears in the window': { shown: false },
  'a chosen file has its path': { pathOfFile: '' },
  'a helper restores a recording, and the page can play it': { energies: [1, 1] },
  'threads work beside a restoration': { threads: { startedThreads: 0, failedThreads: 1 } },
  'a helper backs up the history': { backsUp: false },
  'a key is kept and read back': { keeps: false },
  'the program’s fuses are set': { fuses: '110011' },
  'every helper is gone after the desk has closed': { helpersAfter: 1 },
};

test.for(Object.entries(FAULTS))('%s, or the check fails', async ([name, fault]) => {
  const { lines, failed } = await check({ ...HEALTHY, ...fault });
  expect(lines.filter((line) => line.startsWith('FAIL')).map((line) => line.slice(6).startsWith(name))).toEqual([true]);
  expect(failed).toBe(1);
});

test('silence, a failed restoration, a foreign address and a program without fuses are failures too', async () => {
  for (const fault of [{ energies: [1, 0] }, { state: 'failed' }, { address: 'https://example.com/' }, { fuses: '' }]) {
    expect((await check({ ...HEALTHY, ...fault })).failed).toBe(1);
  }
});

test('what cannot be checked says why', async () => {
  const { lines, skipped } = await check(HEALTHY, false);
  expect(lines.filter((line) => line.startsWith('skip'))).toEqual([
    'skip  the program’s fuses are set: the application is not packaged',
  ]);
  expect(skipped).toBe(1);
});
