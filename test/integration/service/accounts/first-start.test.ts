import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../../harness/remote/listen.ts';
import { keptLog, startService, temporaryFolder } from '../../../harness/service/test-service.ts';

async function takenPort(): Promise<number> {
  const { close, port } = await listen(createServer());
  onTestFinished(close);
  return port;
}

/** Permissions by path below a folder, the folder's own first. */
async function modesIn(folder: string): Promise<[string, string][]> {
  const names = ['', ...(await readdir(folder, { recursive: true }))];
  const mode = async (name: string) => ((await stat(path.join(folder, name))).mode & 0o777).toString(8);
  return Promise.all(names.map(async (name): Promise<[string, string]> => [name, await mode(name)]));
}

test.each(['a port that is taken', 'certificates that are none'])(
  'a start that fails for %s takes no keys with it',
  async (fault) => {
    const dataDirectory = await temporaryFolder();
    const failing =
      fault === 'a port that is taken'
        ? startService({ dataDirectory, port: await takenPort() })
        : startService({ dataDirectory, configuration: { webhooks: { trustedCertificates: 'oops' } } });
    await expect(failing).rejects.toThrow();
    const service = await startService({ dataDirectory });
    expect((await service.post('/v1/api_keys/list', {}, service.adminKey)).status).toBe(200);
    await service.close();
    expect((await startService({ dataDirectory })).createdKeys).toBeNull();
  },
);

test.skipIf(process.platform === 'win32')('whatever is in the data folder is for its owner alone', async () => {
  const dataDirectory = await temporaryFolder();
  await mkdir(path.join(dataDirectory, 'media'));
  await writeFile(path.join(dataDirectory, 'signing-secret'), Buffer.alloc(32));
  for (const [name, mode] of [['media', 0o755] as const, ['signing-secret', 0o644] as const, ['', 0o755] as const]) {
    await chmod(path.join(dataDirectory, name), mode);
  }
  const service = await startService({ dataDirectory });
  await service.uploadedProject('abc');
  const modes = await modesIn(dataDirectory);
  expect(modes.map(([name]) => name)).toEqual(
    expect.arrayContaining(['service.sqlite', 'service.sqlite-wal', 'service.sqlite-shm', 'service.lock']),
  );
  expect(modes.filter(([, mode]) => mode !== '700' && mode !== '600')).toEqual([]);
});

test.skipIf(process.platform === 'win32')('a folder that holds other files keeps its mode, which is said', async () => {
  const dataDirectory = await temporaryFolder();
  await writeFile(path.join(dataDirectory, 'letter.txt'), 'of somebody else', { mode: 0o644 });
  await chmod(dataDirectory, 0o755);
  const log = keptLog();
  await startService({ dataDirectory, log });
  const modes = await modesIn(dataDirectory);
  expect(modes.filter(([, mode]) => mode !== '700' && mode !== '600').map(([name]) => name)).toEqual([
    '',
    'letter.txt',
  ]);
  expect(log.lines.join()).toContain('stays readable by others');
});

test.skipIf(process.platform !== 'linux')('a folder that cannot be made is refused at once', async () => {
  await expect(startService({ dataDirectory: '/proc/nope/deeper' })).rejects.toMatchObject({ syscall: 'mkdir' });
});
