import path from 'node:path';
import { startProcess } from '../../harness/electron/drive.ts';
import { FAULTS, SHIM_VARIABLES } from '../../harness/electron/environment.ts';
import { expect, test } from './desktop-test.ts';

test('the self-check goes through its list, prints it, and leaves nothing in the data folder that was named', async ({
  folder,
}) => {
  const desktop = startProcess({ dataDirectory: path.join(folder, 'data'), words: ['--self-check'] });
  expect(await desktop.exited).toBe(0);
  const lines = desktop.printed().trim().split('\n');
  expect(lines.filter((line) => !line.startsWith('ok '))).toEqual([
    'skip  the program’s fuses are set: the application is not packaged',
    '9 ok, 0 failed, 1 skipped',
  ]);
  expect(lines).toHaveLength(11);
});

test('the self-check shows no window itself: one that never appeared is told', async ({ folder }) => {
  const desktop = startProcess({
    dataDirectory: path.join(folder, 'data'),
    words: ['--self-check'],
    environment: { [SHIM_VARIABLES.faults]: FAULTS.lostShow },
  });
  expect(await desktop.exited).toBe(1);
  const lines = desktop.printed().trim().split('\n');
  expect(lines.filter((line) => line.startsWith('FAIL'))).toEqual([
    'FAIL  the window is visible: the window is shown: not within 15 seconds',
  ]);
});
