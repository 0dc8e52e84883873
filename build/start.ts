/** `npm start`: builds what changed and opens the desk, in a desktop window if possible, else in the browser. */

import { spawn } from 'node:child_process';
import path from 'node:path';
import { waitForTermination } from '../electron/hosts/common/processes/termination.ts';
import { knownSecrets } from '../electron/hosts/common/vault/secret-tracking.ts';
import { installCrashHandler } from '../electron/platform/processes/crash-handler.ts';
import { toCleartakeError } from '../shared/domain/errors.ts';
import { ensureBuilt, PARTS } from './build.ts';
import { findElectron } from './start/electron.ts';
import { readStartOptions, type StartOptions, USAGE } from './start/options.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const ELECTRON = {
  package: path.join(ROOT, 'node_modules/electron'),
  failureStamp: path.join(ROOT, 'out/stamps/electron-download-failed.json'),
};

const EXIT_FAILED = 1;
const EXIT_USAGE = 2;
const EXIT_NEEDS_PERSON = 3;

const ENDING = { monotonic: () => performance.now(), onInsist: () => process.exit(EXIT_FAILED) };

async function main(): Promise<void> {
  // npm runs scripts in the project's folder; INIT_CWD is the person's working directory.
  const options = readStartOptions(process.argv.slice(2), process.env.INIT_CWD ?? process.cwd());
  if ('kind' in options) return end(EXIT_USAGE, `${options.reason}\n\n${USAGE}`);
  if (options.host === 'browser') return await openBrowser(options);
  const electron = await findElectron(ELECTRON, options.host === 'desktop', Date.now(), say);
  if ('program' in electron) return await openDesktop(electron.program, options);
  if (options.host === 'desktop') return end(EXIT_FAILED, `The desktop window can’t be opened: ${electron.missing}.`);
  say(`Opening in the browser, because ${electron.missing}.`);
  await openBrowser(options);
}

async function openDesktop(program: string, options: StartOptions): Promise<void> {
  await ensureBuilt(PARTS);
  const folder = options.dataDirectory === undefined ? [] : [`--data-dir=${options.dataDirectory}`];
  const rehearsal = options.rehearsal ? ['--rehearsal'] : [];
  const child = spawn(program, [ROOT, ...folder, ...rehearsal, ...options.files], { stdio: 'inherit' });
  void waitForTermination(ENDING).then(() => child.kill('SIGTERM'));
  child.once('error', (failure) => end(EXIT_FAILED, `Electron didn’t start: ${failure.message}`));
  child.once('exit', (code) => {
    process.exitCode = code ?? EXIT_FAILED;
  });
}

async function openBrowser(options: StartOptions): Promise<void> {
  const asked = waitForTermination(ENDING);
  let open = false;
  // Before the desk is open there is nothing to close.
  void asked.then(() => open || process.exit(EXIT_FAILED));
  // Loading the host and bundling the page are independent, so they run in parallel.
  const [{ startBrowserHost }] = await Promise.all([
    import('../electron/hosts/browser/main.ts'),
    ensureBuilt(['renderer']),
  ]);
  const host = await startBrowserHost(options);
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

installCrashHandler(knownSecrets.redact);
// The reader of the ready line may be gone by now; that must not interrupt closing.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

try {
  await main();
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
