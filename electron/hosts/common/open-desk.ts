/** Composes the desk for every host: lock, ports, settings, media. */

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import { networkOver } from '../../core/api/network.ts';
import { createDesk } from '../../core/desk.ts';
import type { DeskPorts, DeskSettings, Watching } from '../../core/ports.ts';
import { createScope } from '../../platform/disposal.ts';
import { answeringFiles, createAsker, requireAnswer } from '../../platform/files/answering.ts';
import { nodeFiles } from '../../platform/files/files.ts';
import { type IdentifyFolder, identifyFolder } from '../../platform/files/folder-identity.ts';
import { openForWriting } from '../../platform/files/open-for-writing.ts';
import { watchTree } from '../../platform/files/watch-tree.ts';
import { freshId } from '../../platform/fresh-id.ts';
import type { Log } from '../../platform/log.ts';
import type { FileLock } from '../../platform/sqlite.ts';
import { systemClock } from '../../platform/time/clock.ts';
import { systemUptime } from '../../platform/time/uptime.ts';
import { explainDisk, lockDataFolder } from './data-folder-lock.ts';
import type { DeskHost, DeskHostOptions } from './desk-host.ts';
import { createMediaHandler } from './media/media-handler.ts';
import { pathSurroundings } from './paths.ts';
import { openEgress } from './processes/egress.ts';
import { helperEnvironment } from './processes/helper-environment.ts';
import { forgetEarlierDesk } from './processes/running-desk.ts';
import { systemFacts } from './system-facts.ts';

const TIME_LIMIT_MS = 5 * 60_000;

const MOST_OUTPUT_BYTES = 64 * 1024;

/** Of its output in the log. */
const MOST_LOGGED = 2000;

/** One for the process: a place that doesn't answer the queue doesn't answer a watch folder. */
const asker = createAsker(systemClock);

const RETRY_BASE_MS = 1000;
const ABANDONED_EVERY_MS = 60_000;
const LOCK_TRIES = 10;
const LOCK_WAIT_MS = 200;
const WATCH_TIMES = { stableMs: 5000, presenceMs: 2000, lookMs: 60_000 };
const QUARANTINE_MS = { builtIn: 5000, remote: 600_000 };

/** @throws CleartakeError dataFolderBusy when another program holds the data folder */
export async function openDesk(options: DeskHostOptions): Promise<DeskHost> {
  const { info } = options;
  const scope = createScope();
  try {
    await requireAnswer(systemClock, info.dataDirectory);
    const lock = await lockWithPatience(info.dataDirectory);
    scope.add(() => lock.release());
    forgetEarlierDesk(info.dataDirectory);
    const desk = createDesk(ports(options), settings(options));
    scope.add(() => desk.close());
    return { ...desk, media: createMediaHandler(desk), close: () => scope.close() };
  } catch (failure) {
    await scope.close().catch(() => undefined);
    throw explainDisk(info.dataDirectory, failure);
  }
}

/** A program that just ended may hold the lock for a moment longer. */
async function lockWithPatience(dataDirectory: string): Promise<FileLock> {
  for (let left = LOCK_TRIES - 1; ; left--) {
    try {
      return lockDataFolder(dataDirectory);
    } catch (failure) {
      const isBusy = failure instanceof CleartakeError && failure.code === 'dataFolderBusy';
      if (!isBusy || left === 0) throw failure;
      await systemClock.sleep(LOCK_WAIT_MS);
    }
  }
}

function ports(options: DeskHostOptions): DeskPorts {
  const egress = options.egress ?? openEgress();
  const { attention, info, log, opened, openPage, quit, restart, reveal, spawn, trash, updater, vault } = options;
  const script = endScriptPath(info.dataDirectory, info.platform);
  const runScript = (variables: Readonly<Record<string, string>>) => void runProgram(script, variables, log);
  const program = programPath(info.dataDirectory, info.platform, 'after-recording');
  return {
    clock: systemClock,
    uptime: systemUptime,
    files: answeringFiles(nodeFiles, asker),
    network: networkOver(egress),
    egress,
    pass: () => undefined,
    random: Math.random,
    newId: () => freshId(systemClock.now()),
    newRequestId: () => freshId(systemClock.now()),
    newSecret: (bytes) => randomBytes(bytes).toString('hex'),
    spawn,
    vault,
    log,
    surroundings: pathSurroundings(),
    facts: systemFacts,
    afterRecording: { program, run: (variables) => runProgram(program, variables, log) },
    ...(trash === undefined ? {} : { trash }),
    watching: watching(process.env.CLEARTAKE_WATCH_STABLE_S),
    ...(reveal === undefined ? {} : { reveal }),
    ...(openPage === undefined ? {} : { openPage }),
    ...(attention === undefined ? {} : { attention }),
    ...(updater === undefined ? {} : { updater }),
    ...(opened === undefined ? {} : { opened }),
    ...(restart === undefined ? {} : { restart }),
    ...(quit === undefined ? {} : { whenEnded: { script, runScript, quit } }),
  };
}

/** @param stableSeconds tests shorten the wait for finished copies */
function watching(stableSeconds: string | undefined): Watching {
  const stableMs = secondsIn(stableSeconds) ?? WATCH_TIMES.stableMs;
  const identify: IdentifyFolder = (folder) => asker.ask(folder, () => identifyFolder(folder));
  return { tree: watchTree, openForWriting, identify, times: { ...WATCH_TIMES, stableMs } };
}

function settings(options: DeskHostOptions): DeskSettings {
  const { info } = options;
  return {
    ...info,
    concurrency: options.concurrency ?? null,
    retryBaseMs: RETRY_BASE_MS,
    abandonedEveryMs: ABANDONED_EVERY_MS,
    startQuarantineMs: quarantine(process.env.CLEARTAKE_START_QUARANTINE_S),
    leavesEarlierWork: options.leavesEarlierWork ?? false,
    ignoresPause: options.ignoresPause ?? false,
    patient: options.patient ?? true,
    rehearsal: options.rehearsal ?? false,
  };
}

/** Tests shorten the quarantine. A value that isn't a number of seconds is ignored. */
function quarantine(seconds: string | undefined): DeskSettings['startQuarantineMs'] {
  const milliseconds = secondsIn(seconds);
  return milliseconds === null ? QUARANTINE_MS : { builtIn: milliseconds, remote: milliseconds };
}

/** In milliseconds; null for what is no number. */
function secondsIn(text: string | undefined): number | null {
  return text === undefined || !/^\d+(\.\d+)?$/.test(text) ? null : Number(text) * 1000;
}

/** Where the program has to be. */
export function endScriptPath(dataDirectory: string, platform: string): string {
  return programPath(dataDirectory, platform, 'when-queue-ends');
}

function programPath(dataDirectory: string, platform: string, name: string): string {
  return path.join(dataDirectory, platform === 'win32' ? `${name}.cmd` : name);
}

/**
 * Runs it with these variables, without arguments and without a shell where the system needs none. What it prints, and how it ended, is in
 * the log. Resolves once it has ended.
 */
export function runProgram(script: string, variables: Readonly<Record<string, string>>, log: Log): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (!existsSync(script)) {
    log.warn('There is no program to run', { script });
    return Promise.resolve();
  }
  const options = {
    cwd: path.dirname(script),
    env: { ...helperEnvironment(variables), ...homeOf(process.env) },
    timeout: TIME_LIMIT_MS,
    killSignal: 'SIGKILL' as const,
    maxBuffer: MOST_OUTPUT_BYTES,
    windowsHide: true,
  };
  const [program, words] =
    process.platform === 'win32' ? (['cmd.exe', ['/d', '/c', script]] as const) : ([script, []] as const);
  execFile(program, [...words], options, (failure, output, errors) => {
    const said = `${output}${errors}`.trim().slice(0, MOST_LOGGED);
    if (failure === null) log.info('A program of yours has run', { script, said });
    else log.warn('A program of yours failed', { script, said, reason: failure.message.slice(0, MOST_LOGGED) });
    resolve();
  });
  return promise;
}

/** Programs look for their settings there. */
function homeOf({ HOME, USERPROFILE }: NodeJS.ProcessEnv): Record<string, string> {
  return { ...(HOME === undefined ? {} : { HOME }), ...(USERPROFILE === undefined ? {} : { USERPROFILE }) };
}
