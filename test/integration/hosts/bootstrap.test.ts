import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';

const BUILD = path.resolve(import.meta.dirname, '../../../build');
const TOOLS = ['chromium', 'ffmpeg', 'espeak-ng', 'sox', 'strace', 'curl'];
let clone = '';
let programs = '';

/** A clone with nothing in it but what the bootstrap reads, and an npm that notes what it was asked for. */
beforeEach(() => {
  clone = mkdtempSync(path.join(tmpdir(), 'cleartake-clone-'));
  programs = path.join(clone, 'programs');
  mkdirSync(path.join(clone, 'build/start'), { recursive: true });
  mkdirSync(programs);
  cpSync(path.join(BUILD, 'bootstrap.mjs'), path.join(clone, 'build/bootstrap.mjs'));
  for (const name of ['is-alive.mjs', 'packages.mjs', 'system-tools.mjs']) {
    cpSync(path.join(BUILD, 'start', name), path.join(clone, 'build/start', name));
  }
  writeFileSync(path.join(clone, 'package-lock.json'), '{"lockfileVersion":3}');
  writeNpm('0');
});
afterEach(() => rmSync(clone, { recursive: true }));

function writeNpm(status: string): void {
  const runtime = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  writeFileSync(
    path.join(clone, 'npm.cjs'),
    `const fs = require('node:fs'); const path = require('node:path');
     fs.appendFileSync('npm-calls', process.argv.slice(2).join(' ') + '\\n');
     console.log('added 500 packages');
     const bin = path.join('node_modules', ${JSON.stringify(runtime)}, 'bin');
     fs.mkdirSync(bin, { recursive: true });
     fs.symlinkSync(process.execPath, path.join(bin, 'node'));
     process.exit(${status});`,
  );
}

function bootstrap(words: readonly string[] = [], environment: Readonly<Record<string, string>> = {}) {
  const done = spawnSync(process.execPath, [path.join(clone, 'build/bootstrap.mjs'), ...words], {
    cwd: clone,
    env: { PATH: process.env.PATH, npm_execpath: path.join(clone, 'npm.cjs'), ...environment },
    encoding: 'utf8',
  });
  return { code: done.status, out: done.stdout, errors: done.stderr };
}

const npmCalls = () => readFileSync(path.join(clone, 'npm-calls'), 'utf8').trim().split('\n');

test('the first run installs with one line on standard error, the second does nothing', () => {
  expect(bootstrap()).toEqual({
    code: 0,
    out: '',
    errors: 'Installing the packages Cleartake needs (once, about a minute)…\n',
  });
  expect(npmCalls()).toEqual([
    'ci --ignore-scripts --include=dev --include=optional --no-audit --no-fund --loglevel=error',
  ]);
  expect(bootstrap()).toEqual({ code: 0, out: '', errors: '' });
  expect(npmCalls()).toHaveLength(1);
});

test('a changed lock is installed again', () => {
  bootstrap();
  rmSync(path.join(clone, 'node_modules'), { recursive: true });
  mkdirSync(path.join(clone, 'node_modules'));
  writeFileSync(path.join(clone, 'node_modules/.cleartake-lock-sha256'), 'of another lock');
  expect(bootstrap().errors).toBe('The pinned packages changed. Installing them…\n');
  expect(npmCalls()).toHaveLength(2);
});

test('a lock file of the same content is not installed again, whatever its time', () => {
  bootstrap();
  utimesSync(path.join(clone, 'package-lock.json'), 1, 2);
  expect(bootstrap()).toEqual({ code: 0, out: '', errors: '' });
  expect(npmCalls()).toHaveLength(1);
});

test('a second program waits while the first one installs, and then has nothing to do', async () => {
  mkdirSync(path.join(clone, 'out'));
  const installing = path.join(clone, 'out/installing');
  writeFileSync(installing, String(process.pid));
  const waiting = spawn(process.execPath, [path.join(clone, 'build/bootstrap.mjs')], {
    env: { PATH: process.env.PATH, npm_execpath: path.join(clone, 'npm.cjs') },
    stdio: 'ignore',
  });
  await setTimeout(500);
  expect([waiting.exitCode, existsSync(path.join(clone, 'npm-calls'))]).toEqual([null, false]);
  const lock = readFileSync(path.join(clone, 'package-lock.json'));
  mkdirSync(path.join(clone, 'node_modules'));
  writeFileSync(
    path.join(clone, 'node_modules/.cleartake-lock-sha256'),
    createHash('sha256').update(lock).digest('hex'),
  );
  rmSync(installing);
  expect(await once(waiting, 'exit')).toEqual([0, null]);
  expect(existsSync(path.join(clone, 'npm-calls'))).toBe(false);
});

test('an installation that was killed does not keep the next one waiting', () => {
  mkdirSync(path.join(clone, 'out'));
  const { pid } = spawnSync(process.execPath, ['-e', '0']);
  writeFileSync(path.join(clone, 'out/installing'), String(pid));
  expect(bootstrap().code).toBe(0);
  expect(npmCalls()).toHaveLength(1);
});

test('a failed install shows what npm said, fails, and is tried again', () => {
  writeNpm('7');
  const { code, out, errors } = bootstrap();
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(errors).toContain('added 500 packages');
  expect(errors).toContain('run the same command again');
  expect(existsSync(path.join(clone, 'node_modules/.cleartake-lock-sha256'))).toBe(false);
});

test("the runtime that npm 10 does not link is linked, so that scripts run on the project's own Node", ({ skip }) => {
  skip(process.platform !== 'linux', 'only Linux has the runtime as a package with a link');
  bootstrap();
  const link = path.join(clone, 'node_modules/.bin/node');
  expect(spawnSync(link, ['--version'], { encoding: 'utf8' }).stdout.trim()).toBe(process.version);
});

test('missing programs are installed through apt on Debian as root, in one go and without a question', ({ skip }) => {
  skip(!existsSync('/etc/debian_version'), 'this is not Debian');
  skip(process.getuid?.() !== 0, 'only the root user installs');
  writeProgram('ffmpeg', 'exit 0');
  writeProgram(
    'apt-get',
    `echo "$DEBIAN_FRONTEND $*" >> ${clone}/apt-calls
     [ "$1" = install ] && for tool in ${TOOLS.join(' ')}; do : > ${programs}/$tool; chmod 755 ${programs}/$tool; done
     exit 0`,
  );
  const { code, out, errors } = bootstrap(['--tools'], { PATH: onlyPrograms() });
  expect({ code, out }).toEqual({ code: 0, out: '' });
  expect(errors).toContain('Installing programs for the tests: chromium, espeak-ng, sox, strace, curl…');
  expect(errors).not.toContain('Missing');
  const calls = readFileSync(path.join(clone, 'apt-calls'), 'utf8').trim().split('\n');
  expect(calls[0]).toMatch(/^noninteractive update /);
  expect(calls[1]).toMatch(
    /^noninteractive install -y .*--no-install-recommends .*chromium espeak-ng sox strace curl$/,
  );
});

test('what could not be installed is named, with how to get it, and does not end the command', ({ skip }) => {
  skip(!existsSync('/etc/debian_version'), 'this is not Debian');
  writeProgram('apt-get', 'echo "no network" >&2; exit 100');
  const { code, errors } = bootstrap(['--tools'], { PATH: onlyPrograms() });
  expect(code).toBe(0);
  expect(errors).toContain(`Missing for the tests: ${TOOLS.join(', ')}.`);
  expect(errors).toContain('sudo apt-get install chromium ffmpeg espeak-ng sox strace curl');
});

/** A PATH with the shell, but with none of the real programs. */
function onlyPrograms(): string {
  for (const tool of ['sh', 'chmod']) {
    const real = ['/bin', '/usr/bin'].map((folder) => path.join(folder, tool)).find((file) => existsSync(file));
    writeProgram(tool, `exec ${real} "$@"`);
  }
  return programs;
}

function writeProgram(name: string, script: string): void {
  const file = path.join(programs, name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
}
