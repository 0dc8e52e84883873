/** Runs a command of the command line in this process: quicker than a process of its own. */

import { vi } from 'vitest';
import { sentenceOfFailure, statusOfFailure } from '../../../electron/hosts/cli/exit-status.ts';

/** What a command printed, its status, and the sentence when it was refused. @param key what CLEARTAKE_API_KEY holds */
export async function runHere(command: () => Promise<number> | number, key = '') {
  vi.stubEnv('CLEARTAKE_API_KEY', key);
  let stdout = '';
  let stderr = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    stdout += String(text);
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    stderr += String(text);
    return true;
  });
  try {
    const status = await command();
    return { status, stdout, stderr, sentence: '' };
  } catch (failure) {
    return { status: statusOfFailure(failure), stdout, stderr, sentence: sentenceOfFailure(failure) };
  } finally {
    vi.restoreAllMocks();
  }
}
