/**
 * The person's own program that runs when the queue has ended. It is a file in the data folder and never a text from a page: whoever can write
 * there may run programs anyway.
 */

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Log } from '../../platform/log.ts';
import { helperEnvironment } from './processes/helper-environment.ts';

const TIME_LIMIT_MS = 5 * 60_000;
const MOST_OUTPUT_BYTES = 64 * 1024;
/** Of its output in the log. */
const MOST_LOGGED = 2000;

/** Where the program has to be. */
export function endScriptPath(dataDirectory: string, platform: string): string {
  return path.join(dataDirectory, platform === 'win32' ? 'when-queue-ends.cmd' : 'when-queue-ends');
}

/**
 * Runs it with these variables, without arguments and without a shell where the system needs none. Nobody waits for it; what it prints, and
 * how it ended, is in the log.
 */
export function runEndScript(script: string, variables: Readonly<Record<string, string>>, log: Log): void {
  if (!existsSync(script)) {
    log.warn('There is nothing to run at the end of the queue', { script });
    return;
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
    if (failure === null) log.info('The program at the end of the queue has run', { said });
    else
      log.warn('The program at the end of the queue failed', { said, reason: failure.message.slice(0, MOST_LOGGED) });
  });
}

/** Programs look for their settings there. */
function homeOf({ HOME, USERPROFILE }: NodeJS.ProcessEnv): Record<string, string> {
  return { ...(HOME === undefined ? {} : { HOME }), ...(USERPROFILE === undefined ? {} : { USERPROFILE }) };
}
