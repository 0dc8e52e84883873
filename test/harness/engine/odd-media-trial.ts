/** Puts odd files before a real engine process, one after the other, and says what became of each. */

import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { silentLog } from '../../../electron/platform/log.ts';
import { createEngineClient, type EngineClient } from '../../../electron/platform/processes/engine-client.ts';
import { toCleartakeError } from '../../../shared/domain/errors.ts';
import type { EngineRequests } from '../../../shared/engine-api/messages.ts';
import type { OddMedium, Originals } from '../../fixtures/odd-media/odd-medium.ts';

const ENTRY = path.resolve(import.meta.dirname, '../../../electron/audio/entry.ts');

/** Of one file; most take a tenth of a second. */
export const DEADLINE_MS = 60_000;
/** What the process may hold at most, whatever it is given. */
export const MOST_MEGABYTES = 300;

export interface Row {
  readonly name: string;
  /** `restored 96000`, or the code with which it was refused, of the scan and the restoration alike. */
  readonly outcome: string;
  /** Megabytes that the engine's process held at most while it had the file; null where the system does not tell. */
  readonly megabytes: number | null;
  readonly milliseconds: number;
  /** What should not have been; empty for a file that was treated rightly. */
  readonly faults: readonly string[];
}

export interface Engine {
  readonly child: ChildProcess;
  readonly client: EngineClient;
  readonly ended: () => boolean;
}

export function startEngine(): Engine {
  const child = fork(ENTRY, [], { serialization: 'advanced', execArgv: [], stdio: ['ignore', 2, 2, 'ipc'] });
  let ended = false;
  child.once('exit', () => {
    ended = true;
  });
  const client = createEngineClient(
    {
      send: (message) => {
        if (child.connected) child.send(message as object);
      },
      onMessage: (listener) => {
        child.on('message', listener);
        return () => void child.off('message', listener);
      },
      onExit: (listener) => {
        child.once('exit', listener);
        return () => void child.off('exit', listener);
      },
      stop: async () => {
        child.kill('SIGKILL');
      },
    },
    silentLog,
  );
  return { child, client, ended: () => ended };
}

/** Lets the system forget how much the process ever held. */
function forgetMost({ child }: Engine): void {
  if (process.platform === 'linux') writeFileSync(`/proc/${child.pid}/clear_refs`, '5');
}

function mostMegabytes({ child }: Engine): number | null {
  const file = `/proc/${child.pid}/status`;
  if (process.platform !== 'linux' || !existsSync(file)) return null;
  const found = /VmHWM:\s+(\d+) kB/.exec(readFileSync(file, 'utf8'));
  return found === null ? null : Math.round(Number(found[1]) / 1024);
}

type Answer<Result> = { readonly ok: Result } | { readonly code: string; readonly sentence: string };

/**
 * Asks one engine for everything about one file after the other; a new engine follows one that died or was late.
 * @param folder that nothing else is in
 * @param each told as soon as a file is judged
 */
export async function tryAll(
  media: readonly OddMedium[],
  originals: Originals,
  folder: string,
  each: (row: Row) => void = () => undefined,
): Promise<Row[]> {
  const rows: Row[] = [];
  let engine = startEngine();
  try {
    for (const medium of media) {
      const file = path.join(folder, medium.name);
      medium.make(file, originals);
      if (engine.ended()) engine = startEngine();
      const row = await tryOne(engine, medium, file);
      if (row.faults.some((fault) => fault.includes('deadline'))) {
        await engine.client.stop();
        engine = startEngine();
      }
      rmSync(file, { recursive: true, force: true });
      rows.push(row);
      each(row);
    }
  } finally {
    await engine.client.stop();
  }
  return rows;
}

async function tryOne(engine: Engine, medium: OddMedium, file: string): Promise<Row> {
  const began = performance.now();
  const faults: string[] = [];
  const late = new AbortController();
  const deadline = sleep(medium.deadlineMs ?? DEADLINE_MS, null, { signal: late.signal }).catch(() => null);

  async function ask<Kind extends keyof EngineRequests>(
    kind: Kind,
    params: EngineRequests[Kind]['params'],
  ): Promise<Answer<EngineRequests[Kind]['result']>> {
    const request = engine.client.request(kind, params).then(
      (ok) => ({ ok }),
      (failure: unknown) => {
        const error = toCleartakeError(failure);
        return { code: error.code as string, sentence: error.userMessage, detail: error.message };
      },
    );
    const answer = await Promise.race([request, deadline.then(() => null)]);
    if (answer === null) {
      faults.push(`${kind} passed the deadline`);
      return { code: 'deadline', sentence: '' };
    }
    if ('code' in answer) faults.push(...wrongRefusal(kind, answer));
    return answer;
  }

  // The end of the process is told before anything can be asked of it.
  await ask('probe', { path: '/nowhere' }).then(() => faults.splice(0));
  if (!engine.ended()) forgetMost(engine);
  const probe = await ask('probe', { path: file });
  const length = await ask('length', { path: file });
  const scan = await ask('scan', { path: file, peaksPath: `${file}.peaks`, indexPath: `${file}.index` });
  const outputs = [{ path: `${file}.out`, format: 'flac' as const }];
  const restore = await ask('restore', { input: file, model: 'service-2', outputs });
  late.abort();
  const megabytes = mostMegabytes(engine);
  if (megabytes !== null && megabytes > MOST_MEGABYTES) faults.push(`held ${megabytes} MB`);
  // What is mostly damaged is restored only once the person has seen what is there.
  const isToBeRepaired = 'ok' in scan && scan.ok.measures.isDamaged === true;
  if (!isToBeRepaired && 'ok' in scan !== 'ok' in restore)
    faults.push(`scan and restore differ: ${told(scan)}, ${told(restore)}`);
  if ('ok' in scan && 'ok' in restore && scan.ok.frames !== restore.ok.frames) {
    faults.push(`${scan.ok.frames} frames scanned, ${restore.ok.frames} restored`);
  }
  if ('ok' in scan && !('ok' in length && 'ok' in probe)) faults.push('what can be scanned has no length');
  if ('ok' in restore && !existsSync(`${file}.out`)) faults.push('no output');
  if ('code' in restore && existsSync(`${file}.out`)) faults.push('an output of a failure');
  for (const left of ['.peaks', '.index', '.out']) rmSync(`${file}${left}`, { force: true });
  const outcome = 'ok' in restore ? `restored ${restore.ok.frames}` : restore.code;
  const { fate } = medium;
  if (
    fate === 'restored'
      ? !('ok' in restore)
      : fate !== 'either' && !('code' in restore && (fate as readonly string[]).includes(restore.code))
  ) {
    faults.push(`${outcome} instead of ${String(fate)}`);
  }
  return { name: medium.name, outcome, megabytes, milliseconds: Math.round(performance.now() - began), faults };
}

function told(answer: Answer<unknown>): string {
  return 'code' in answer ? answer.code : 'done';
}

function wrongRefusal(
  kind: string,
  { code, sentence }: { readonly code: string; readonly sentence: string },
): string[] {
  if (code === 'unexpected' || code === 'engineCrashed') return [`${kind}: ${code}`];
  return /^[A-Z].{20,}\.$/s.test(sentence) && !/undefined|NaN|\[object/.test(sentence)
    ? []
    : [`${kind}: "${sentence}"`];
}

/** Rows as a table of plain text. */
export function tableOf(rows: readonly Row[]): string {
  const line = (name: string, outcome: string, megabytes: string, time: string, faults: string) =>
    `${name.replaceAll(/\s/g, ' ').padEnd(44)} ${outcome.padEnd(24)} ${megabytes.padStart(6)} ${time.padStart(7)}  ${faults}`.trimEnd();
  return [
    line('file', 'outcome', 'MB', 'ms', 'faults'),
    ...rows.map((row) =>
      line(row.name, row.outcome, String(row.megabytes ?? ''), String(row.milliseconds), row.faults.join('; ')),
    ),
  ].join('\n');
}
