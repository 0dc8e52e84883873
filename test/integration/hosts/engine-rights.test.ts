import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ENGINE_RIGHTS, spawnNodeHelper } from '../../../electron/hosts/common/processes/node-helpers.ts';
import { silentLog } from '../../../electron/platform/log.ts';
import { createEngineClient } from '../../../electron/platform/processes/engine-client.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { writeTone } from '../../fixtures/tone.ts';
import { descendants } from '../../harness/processes.ts';

const ATTEMPTS = path.resolve(import.meta.dirname, '../../harness/engine/rights-attempts.ts');
const UNNEEDED = ['a program', 'a shell', 'an inspector', 'WASI'];

function recording(): string {
  const file = path.join(temporaryFolder(), 'tone.wav');
  writeTone(file, { seconds: 1 });
  return file;
}

function attempt(rights: readonly string[]): Record<string, string> {
  const said = execFileSync(process.execPath, [...rights, ATTEMPTS, recording()], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return JSON.parse(said) as Record<string, string>;
}

test('an engine’s JavaScript can do what restoring needs, and starts no program', { tags: 'long' }, () => {
  expect(ENGINE_RIGHTS).toContain('--permission');
  const free = attempt([]);
  const outcomes = attempt(ENGINE_RIGHTS);
  const refused = Object.keys(outcomes).filter((name) => outcomes[name] === 'ERR_ACCESS_DENIED');
  expect(refused).toEqual(UNNEEDED);
  expect(Object.values(outcomes).filter((outcome) => outcome === 'done')).toHaveLength(5);
  // Without these rights all of it is done: the attempts are real ones.
  expect(new Set(Object.values(free))).toEqual(new Set(['done']));
});

test.skipIf(process.platform !== 'linux')(
  'engines are started so, with no variable of the person’s shell',
  async () => {
    process.env.SECRET_OF_THE_SHELL = 'not for helpers';
    const engine = createEngineClient(spawnNodeHelper('engine', { OWN: 'yes' }), silentLog);
    try {
      await engine.request('probe', { path: recording() });
      const [child] = descendants(process.pid).filter(({ command }) => /\/(entry\.ts|engine\.js)/.test(command));
      expect(child?.command).toContain(ENGINE_RIGHTS.join(' '));
      const variables = readFileSync(`/proc/${child?.pid}/environ`, 'utf8').split('\0');
      const names = variables.map((variable) => variable.split('=', 1)[0]).filter((name) => name !== '');
      const known =
        /^(PATH|SystemRoot|TMPDIR|TEMP|TMP|LANG|LC_ALL|NODE_COMPILE_CACHE|MALLOC_\w+|OWN|NODE_CHANNEL_\w+)$/;
      expect(names.filter((name) => !known.test(name ?? ''))).toEqual([]);
      expect(names).toContain('OWN');
    } finally {
      delete process.env.SECRET_OF_THE_SHELL;
      await engine.stop();
    }
  },
);
