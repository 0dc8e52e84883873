/** The programs that the tests and the samples need: finds them, installs them on Debian as root, or says how to get them. */

import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';

/**
 * Program → Debian package.
 * @type {Readonly<Record<string, string>>}
 */
const TOOLS = {
  chromium: 'chromium',
  ffmpeg: 'ffmpeg',
  'espeak-ng': 'espeak-ng',
  sox: 'sox',
  strace: 'strace',
  curl: 'curl',
};

/**
 * Installs missing programs on Debian as root; elsewhere says what is missing and how to get it. Never fails: tests that need a
 * missing program fail or are skipped by name.
 * @param {(text: string) => void} say
 */
export function provideTools(say) {
  const missing = missingTools();
  if (missing.length === 0) return;
  if (isDebian() && process.getuid?.() === 0) {
    say(`Installing programs for the tests: ${missing.join(', ')}…`);
    installWithApt(missing, say);
  }
  const still = missingTools();
  if (still.length > 0) say(`Missing for the tests: ${still.join(', ')}. ${howToGet(still)}`);
}

/** Programs that are not on PATH. */
function missingTools() {
  return Object.keys(TOOLS).filter((tool) => !isThere(tool));
}

/** @param {string} tool */
function isThere(tool) {
  // The tests use another Chromium if this variable names it.
  const chromium = process.env.CLEARTAKE_CHROMIUM;
  if (tool === 'chromium' && chromium !== undefined) return isExecutable(chromium);
  // strace exists only on Linux, and only Linux tests use it.
  if (tool === 'strace' && process.platform !== 'linux') return true;
  const endings = process.platform === 'win32' ? ['.exe', '.cmd'] : [''];
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders.some((folder) => endings.some((ending) => isExecutable(path.join(folder, tool + ending))));
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function isDebian() {
  return process.platform === 'linux' && existsSync('/etc/debian_version');
}

/**
 * @param {readonly string[]} tools
 * @param {(text: string) => void} say
 */
function installWithApt(tools, say) {
  const packages = tools.map((tool) => TOOLS[tool] ?? tool);
  const steps = [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=300', ...packages],
  ];
  for (const step of steps) {
    const done = spawnSync('apt-get', step, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    if (done.status === 0) continue;
    say(`apt-get ${step[0]} failed:\n${(done.stderr || done.error?.message || '').trim()}`);
    return;
  }
}

/** @param {readonly string[]} tools */
function howToGet(tools) {
  const others = tools.filter((tool) => tool !== 'chromium');
  if (isDebian()) return `Get them with: sudo apt-get install ${tools.map((tool) => TOOLS[tool]).join(' ')}`;
  const chromium = tools.includes('chromium')
    ? 'Set CLEARTAKE_CHROMIUM to the program of an installed Chromium or Chrome.'
    : '';
  if (others.length === 0) return chromium;
  const command = process.platform === 'darwin' ? `brew install ${others.join(' ')}` : `install ${others.join(', ')}`;
  return `Get them with: ${command}. ${chromium}`.trim();
}
