/** What the terminal says of the errors that a service documents: the message on standard error, the exit status, and `--json`. */

import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { parksConnection } from '../../../electron/core/queue/retry-policy.ts';
import { statusCommand } from '../../../electron/hosts/cli/commands/looking/status.ts';
import { restoreCommand } from '../../../electron/hosts/cli/commands/restoring/restore.ts';
import { resumeCommand } from '../../../electron/hosts/cli/commands/restoring/resume.ts';
import { ERROR_MESSAGES } from '../../../shared/domain/error-messages/table.ts';
import { textOf } from '../../../shared/domain/errors.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { writeTone } from '../../fixtures/tone.ts';
import { runHere } from '../../harness/cli/run-here.ts';
import { scriptedService } from '../../harness/desk/scripted-stage.ts';
import { SCRIPTED_KEY } from '../../harness/remote/scripted-service.ts';
import { answerTo, QUEUE_ERRORS, rowCode } from '../../harness/service/queue-errors.ts';
import { someOf } from '../depth.ts';

/** A lost restoration is asked for again at once: one wait may be over before the terminal looks. */
const LOST_TIMES = 4;

afterEach(() => {
  vi.unstubAllEnvs();
});

/** One error for each message that a recording can get. */
const ONE_OF_EACH = [...new Map(QUEUE_ERRORS.map((error) => [rowCode(error), error])).entries()];

test.each(someOf(ONE_OF_EACH, 5))('%s', { tags: 'long' }, async (code, error) => {
  // Long enough for a crowded machine to say what it waits for.
  vi.stubEnv('CLEARTAKE_START_QUARANTINE_S', '3');
  const { message, retryable } = ERROR_MESSAGES[code];
  const service = await scriptedService();
  const times = code === 'generationUnknown' ? LOST_TIMES : 1;
  let answers = retryable ? times : Number.POSITIVE_INFINITY;
  service.override(error.path, () => (answers-- > 0 ? answerTo(error) : null));
  const folder = temporaryFolder();
  writeTone(path.join(folder, 'take.wav'), { seconds: 1 });
  const words = { type: 'audio', out: path.join(folder, 'out'), dataDir: path.join(folder, 'data') } as const;
  const told = await runHere(
    () => restoreCommand([path.join(folder, 'take.wav')], { ...words, baseUrl: service.baseUrl }),
    SCRIPTED_KEY,
  );
  const { final = message } = ERROR_MESSAGES[code];
  // What is safe stands between, as the ledger has it.
  const said = [message, final].some(
    ({ what, next }) => told.stderr.includes(what) && told.stderr.includes(textOf({ next: next ?? '' }, 'terminal')),
  );
  expect(said, told.stderr).toBe(true);
  expect(told.status, told.stderr).toBe(retryable ? 0 : parksConnection(code) ? 3 : 1);
  expect(service.startRequests.length).toBeLessThan(3);
  if (retryable) return;
  // Later, too, what is on record about the money is said.
  const line = told.stderr.slice(told.stderr.indexOf(final.what)).split('\n', 1)[0];
  expect((await runHere(() => statusCommand({ dataDir: words.dataDir }))).stdout).toContain(line);
  // The same for programs: the code, the message, and the service's own answer behind.
  const inJson = runHere(() => resumeCommand({ dataDir: words.dataDir, failed: true, json: true }), SCRIPTED_KEY);
  const { status, stdout } = await inJson;
  expect(status).toBe(told.status);
  expect(stdout).toContain(`"code":"${code}"`);
  expect(stdout).toContain(JSON.stringify(textOf({ what: message.what }, 'terminal')).slice(1, -1));
  expect(stdout).toContain(`"detail":"${error.status}`);
});
