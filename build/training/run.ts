/**
 * `npm run training`: runs a script of this folder with a Python that has what it needs. `-- --check` proves in a minute that training
 * still works; `-- prepare.py …`, `-- train.py …` and `-- export.py …` are the steps that README.md describes.
 */

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { runStep, TOOLS } from '../start/run-step.ts';

const SCRIPTS = ['prepare.py', 'train.py', 'export.py'];
const USAGE = `Usage: npm run training -- --check
       npm run training -- ${SCRIPTS.join('|')} OPTIONS`;
const MISSING = `Training needs Python 3.9 or newer with numpy and PyTorch (1.13 or newer).
On Debian and Ubuntu: apt install python3-torch. Elsewhere: python3 -m pip install numpy torch.
CLEARTAKE_PYTHON names another Python than those in PATH.`;
/** The unit test compares the product's own kernel with the same vectors as check.py. */
const KERNEL_TEST = 'test/unit/audio/network.test.ts';
const TIMEOUT_MS = 300_000;
const CANNOT_RUN = 2;

/** They would lie among the sources. */
const NO_COMPILED_FILES = { PYTHONDONTWRITEBYTECODE: '1' } as const;
/** The check's steps are small: on a busy machine several threads spend most of their time waiting for each other. */
const ONE_THREAD = { OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1', MKL_NUM_THREADS: '1' } as const;

const [script, ...options] = process.argv.slice(2);
process.exitCode = await run();

async function run(): Promise<number> {
  const isCheck = script === '--check';
  if (script === undefined || !(isCheck || SCRIPTS.includes(script))) {
    console.error(USAGE);
    return CANNOT_RUN;
  }
  const python = findPython();
  if (python === null) {
    console.error(MISSING);
    return CANNOT_RUN;
  }
  const status = runPython(python, isCheck ? 'check.py' : script, options);
  return isCheck && status === 0 ? await checkKernel() : status;
}

/** The first Python in PATH that has numpy and PyTorch: Debian's has them where a newer one before it may not. */
function findPython(): string | null {
  const { CLEARTAKE_PYTHON, PATH = '' } = process.env;
  const names = process.platform === 'win32' ? ['python.exe'] : ['python3'];
  const found = PATH.split(path.delimiter).flatMap((folder) => names.map((name) => path.join(folder, name)));
  const candidates = CLEARTAKE_PYTHON === undefined ? found.filter((file) => existsSync(file)) : [CLEARTAKE_PYTHON];
  const question = 'import importlib.util, sys; sys.exit(not all(map(importlib.util.find_spec, ("numpy", "torch"))))';
  return candidates.find((python) => spawnSync(python, ['-c', question], { stdio: 'ignore' }).status === 0) ?? null;
}

function runPython(python: string, name: string, given: readonly string[]): number {
  const environment = name === 'check.py' ? { ...NO_COMPILED_FILES, ...ONE_THREAD } : NO_COMPILED_FILES;
  const { status } = spawnSync(python, [path.join(import.meta.dirname, name), ...given], {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  return status ?? 1;
}

async function checkKernel(): Promise<number> {
  const { output, seconds, succeeded } = await runStep({
    name: 'kernel',
    script: TOOLS.vitest,
    args: ['run', '--config', 'test/vitest.config.ts', '--project', 'unit', KERNEL_TEST],
    timeoutMs: TIMEOUT_MS,
    output: 'keep',
  });
  const sentence = succeeded
    ? 'the product’s kernel restores the same vectors'
    : 'the product’s kernel no longer passes its test';
  console.log(`${succeeded ? '✓' : '✗'} ${sentence} (${seconds.toFixed(1)} s)`);
  if (!succeeded) console.log(output);
  return succeeded ? 0 : 1;
}
