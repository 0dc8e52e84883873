/** Opens the desk, in a desktop window if possible, else in the browser. Bundled; `start.mjs` calls it. */

import { spawn } from 'node:child_process';
import path from 'node:path';
import { waitForTermination } from '../electron/hosts/cli/termination.ts';
import { knownSecrets } from '../electron/hosts/common/vault/secret-tracking.ts';
import { installCrashHandler } from '../electron/platform/processes/crash-handler.ts';
import { toCleartakeError } from '../shared/domain/errors.ts';
import { countOf } from '../shared/domain/units.ts';
import { findElectron } from './start/electron.ts';
import { readStartOptions, type StartOptions, USAGE } from './start/options.ts';

/** What `npm start` prepared. */
export interface StartPlace {
  /** Absolute folder of the checkout. */
  readonly root: string;
  /** Folder of the bundled page. */
  readonly pageDirectory: string;
  /** Bundles what Electron runs. */
  buildDesktop(): Promise<unknown>;
}

const EXIT_FAILED = 1;
const EXIT_USAGE = 2;
const EXIT_NEEDS_PERSON = 3;

/** Longest time without a byte of Electron's program, in milliseconds. */
const DOWNLOAD_PATIENCE_MS = 30_000;

const ENDING = { monotonic: () => performance.now(), onInsist: () => process.exit(EXIT_FAILED) };

/** Ends the process with its status when the desk could not be opened, or was closed. */
export async function start(place: StartPlace): Promise<void> {
  installCrashHandler(knownSecrets.redact);
  // The reader of the ready line may be gone by now; that must not interrupt closing.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  try {
    await open(place);
  } catch (failure) {
    const inUse = failure instanceof Error && 'code' in failure && failure.code === 'EADDRINUSE';
    const error = toCleartakeError(failure);
    // For an unexpected failure its own message says the most.
    const text = failure instanceof Error && error.code === 'unexpected' ? failure.message : error.userMessage;
    end(
      error.code === 'dataFolderBusy' ? EXIT_NEEDS_PERSON : EXIT_FAILED,
      inUse ? 'Another program is using that port. Choose another one with --port, or leave it out.' : text,
    );
    process.exit();
  }
}

async function open(place: StartPlace): Promise<void> {
  // npm runs scripts in the project's folder; INIT_CWD is the person's working directory.
  const options = readStartOptions(process.argv.slice(2), process.env.INIT_CWD ?? process.cwd());
  if ('kind' in options) return end(EXIT_USAGE, `${options.reason}\n\n${USAGE}`);
  if (options.host !== 'desktop' && (await handOver(options))) return;
  if (options.host === 'browser') return await openBrowser(place, options);
  const files = {
    package: path.join(place.root, 'node_modules/electron'),
    reporter: path.join(place.root, 'build/start/report-download.mjs'),
    patienceMs: DOWNLOAD_PATIENCE_MS,
    failureStamp: path.join(place.root, 'out/stamps/electron-download-failed.json'),
  };
  const electron = await findElectron(files, options.host === 'desktop', Date.now(), say);
  if ('program' in electron) return await openDesktop(place, electron.program, options);
  if (options.host === 'desktop') return end(EXIT_FAILED, `The desktop window can’t be opened: ${electron.missing}.`);
  say(`Opening in the browser, because ${electron.missing}.`);
  await openBrowser(place, options);
}

/** @returns whether a desk that runs in the browser with the same data folder has taken the files, or was shown */
async function handOver({ dataDirectory, files, open: opens, port, rehearsal }: StartOptions): Promise<boolean> {
  const { handToRunningDesk } = await import('../electron/hosts/browser/hand-over.ts');
  const taken = await handToRunningDesk(dataDirectory, { files: [...files], open: opens });
  if (taken === null) return false;
  for (const sentence of taken.skipped) say(sentence);
  if (port !== 0 || rehearsal) say('Cleartake is already running, so --port and --rehearsal change nothing.');
  const what = files.length === 0 ? '.' : `: ${takenWords(taken)}.`;
  say(`Cleartake is already running at ${taken.origin}${what}`);
  if (taken.isMissing) process.exitCode = EXIT_FAILED;
  if (taken.address !== null) process.stdout.write(`Open it at this address, which works once: ${taken.address}\n`);
  return true;
}

function takenWords({ added, already }: { readonly added: number; readonly already: number }): string {
  const before = already === 0 ? [] : [`${already} ${already === 1 ? 'was' : 'were'} there already`];
  return [added === 0 ? 'nothing added' : `${countOf(added, 'recording')} added`, ...before].join(', ');
}

async function openDesktop(place: StartPlace, program: string, options: StartOptions): Promise<void> {
  await place.buildDesktop();
  const folder = options.dataDirectory === undefined ? [] : [`--data-dir=${options.dataDirectory}`];
  const rehearsal = options.rehearsal ? ['--rehearsal'] : [];
  const words = [place.root, ...folder, ...rehearsal, ...options.files];
  // Electron has an engine of its own: compiled code of this Node is of no use to it.
  const environment = { ...process.env, NODE_COMPILE_CACHE: undefined };
  const child = spawn(program, words, { env: environment, stdio: 'inherit' });
  void waitForTermination(ENDING).then(() => child.kill('SIGTERM'));
  child.once('error', (failure) => end(EXIT_FAILED, `Electron didn’t start: ${failure.message}`));
  child.once('exit', (code) => {
    process.exitCode = code ?? EXIT_FAILED;
  });
}

async function openBrowser({ pageDirectory }: StartPlace, options: StartOptions): Promise<void> {
  const asked = waitForTermination(ENDING);
  let open = false;
  // Before the desk is open there is nothing to close.
  void asked.then(() => open || process.exit(EXIT_FAILED));
  const { startBrowserHost } = await import('../electron/hosts/browser/main.ts');
  const host = await startBrowserHost({ ...options, pageDirectory });
  open = true;
  for (const sentence of host.skipped) say(sentence);
  process.stdout.write(`Cleartake is ready: ${host.url}\n`);
  await asked;
  say('Closing…');
  await host.close();
  process.exit(0);
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

function end(status: number, text: string): void {
  say(text);
  process.exitCode = status;
}
