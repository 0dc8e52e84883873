import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

const PLATFORM = path.resolve(import.meta.dirname, '../../../electron/platform');

/** A program that ends of an error that holds what errors of HTTP libraries hold. */
function endOf(guard: string, end: string) {
  const script = `
    import { createRedactor } from ${JSON.stringify(path.join(PLATFORM, 'security/redaction.ts'))};
    import { installCrashHandler } from ${JSON.stringify(path.join(PLATFORM, 'processes/crash-handler.ts'))};
    const redactor = createRedactor();
    redactor.conceal('known-key-0123456789');
    ${guard}
    const cause = Object.assign(new Error('other side closed'), { headers: ['x-echo', 'hidden-in-headers'] });
    const failure = Object.assign(new TypeError('refused known-key-0123456789', { cause }), { body: 'hidden-in-body' });
    ${end}
    setTimeout(() => {}, 60_000);`;
  const words = ['--input-type=module', '-e', script];
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  return { status, stderr };
}

test.each(['setTimeout(() => { throw failure; });', 'void Promise.reject(failure);'])(
  'what nobody caught ends a program with its words, without secrets: %s',
  (end) => {
    const { status, stderr } = endOf('installCrashHandler(redactor.redact);', end);
    expect(status).toBe(1);
    expect(stderr).toContain('Cleartake has to close: TypeError: refused [secret]');
    expect(stderr).toContain('because of Error: other side closed');
    expect(stderr).not.toMatch(/known-key|hidden-in/s);
    // Without the guard all of it is printed: there is something to leave out.
    expect(endOf('', end).stderr).toMatch(/known-key.*hidden-in/s);
  },
);
