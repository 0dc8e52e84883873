/** strace, where it runs: the system calls of a program, its threads and everything it starts, in a file. */

import { execFileSync } from 'node:child_process';

/** Why system calls cannot be watched here, or null when they can. */
export function whyNoTrace(): string | null {
  try {
    execFileSync('strace', ['-f', '--seccomp-bpf', '-e', 'trace=write', '-o', '/dev/null', 'true'], {
      stdio: 'ignore',
    });
    return null;
  } catch (failure) {
    return `strace does not run here (${failure instanceof Error ? failure.message : 'unknown'})`;
  }
}

/**
 * The words that stand before a command.
 * @param calls their names
 * @param log file to write
 * @param options further ones of strace
 */
export function traced(calls: readonly string[], log: string, options: readonly string[] = []): string[] {
  const trace = ['-e', `trace=${calls.join()}`, '-e', 'signal=none', '-o', log];
  return ['strace', '-f', '--seccomp-bpf', ...options, ...trace];
}
