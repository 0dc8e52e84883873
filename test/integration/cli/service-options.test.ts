import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generate } from 'selfsigned';
import { expect, onTestFinished, test } from 'vitest';
import { runCli, startCli } from '../../harness/cli/run-cli.ts';

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cleartake-cli-service-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  return folder;
}

test('invalid options are reported with exit status 2, and never with the key', { tags: 'long' }, async () => {
  const one = await generate([{ name: 'commonName', value: 'one' }]);
  const other = await generate([{ name: 'commonName', value: 'other' }]);
  const folder = await folderWith({
    'cert.pem': one.cert,
    'key.pem': one.private,
    'other.pem': other.private,
    'broken.pem': one.private.replace('PRIVATE', 'PUBLIC'),
    'broken.json': '{"callsPerMinute": 5',
    'wrong.json': JSON.stringify({ callsPerMinute: 0, limits: { bodyTimeoutMs: 'soon' }, quota: 5 }),
    'bare.json': JSON.stringify({ publicUrl: 'restore.studio' }),
    'wide.json': JSON.stringify({ publicUrl: 'http://studio.example' }),
  });
  const file = (name: string) => path.join(folder, name);
  const cases: readonly [words: string[], sentence: RegExp][] = [
    [['--tls-cert', file('cert.pem')], /needs both --tls-cert and --tls-key/],
    [['--tls-key', file('key.pem')], /needs both --tls-cert and --tls-key/],
    [
      ['--tls-cert', file('none.pem'), '--tls-key', file('key.pem')],
      /certificate .*none\.pem can’t be read \(ENOENT\)/,
    ],
    [['--tls-cert', file('key.pem'), '--tls-key', file('key.pem')], /key\.pem isn’t a certificate in PEM/],
    [['--tls-cert', file('cert.pem'), '--tls-key', file('broken.pem')], /broken\.pem isn’t a private key in PEM/],
    [['--tls-cert', file('cert.pem'), '--tls-key', file('other.pem')], /other\.pem doesn’t belong to the certificate/],
    [['--config', file('none.json')], /configuration .*none\.json can’t be read/],
    [['--config', file('broken.json')], /broken\.json isn’t valid JSON/],
    [['--config', file('wrong.json')], /callsPerMinute: .*limits\.bodyTimeoutMs: .*quota: there is no such setting/s],
    [['--config', file('bare.json')], /publicUrl: must be an http or https address/],
    [['--config', file('wide.json')], /publicUrl must begin with https/],
    [['--data-dir', file('cert.pem')], /data folder can’t be used \(EEXIST\)/],
    [['--data-dir', path.join(file('cert.pem'), 'deeper')], /data folder can’t be used \(ENOTDIR\)/],
    ...(process.platform === 'linux'
      ? [[['--data-dir', '/proc/nope'], /data folder can’t be used \(ENOENT\)/] as [string[], RegExp]]
      : []),
    [['--host', '0.0.0.0'], /Plain HTTP is for this computer alone/],
    [['--database', 'postgres://studio:topsecret@db.example/rows'], /has a password, .*--database-file, or set/],
    [['--database', 'postgres://db.example/rows', '--database-file', file('rows')], /Use one of them/],
    [['--database-file', file('rows')], /database address .*rows can’t be read \(ENOENT\)/],
    [['--database-file', file('broken.json'), '--data-dir', file('one')], /address of the database isn’t valid/],
    [
      ['--database', 'postgres://127.0.0.1:1/rows', '--data-dir', file('other')],
      /127\.0\.0\.1:1\/rows can’t be reached \(ECONNREFUSED\)/,
    ],
    [['--database', 'postgres://db.example/rows', '--recover'], /Restore a backup of PostgreSQL/],
    [['--database', 'postgres://db.example/rows', '--back-up-to', file('copy')], /pg_dump/],
  ];
  const results = await Promise.all(
    cases.map(([words]) => runCli(['service', '--data-dir', path.join(folder, 'data'), ...words])),
  );
  for (const [index, { status, stdout, stderr }] of results.entries()) {
    expect([status, stdout, stderr]).toEqual([2, '', expect.stringMatching(cases[index]?.[1] ?? /$^/)]);
    expect(stderr).not.toMatch(/PRIVATE KEY|topsecret|[A-Za-z0-9+/]{60}/);
  }
});

test('with a certificate and a configuration it serves TLS, and stops when asked', async () => {
  const made = await generate([{ name: 'commonName', value: 'localhost' }]);
  const folder = await folderWith({
    'cert.pem': made.cert,
    'key.pem': made.private,
    'config.json': JSON.stringify({ callsPerMinute: 7 }),
  });
  const { child, result } = startCli([
    ...['service', '--data-dir', path.join(folder, 'data'), '--config', path.join(folder, 'config.json')],
    ...['--tls-cert', path.join(folder, 'cert.pem'), '--tls-key', path.join(folder, 'key.pem')],
  ]);
  await new Promise((resolve) => child.stdout?.once('data', resolve));
  child.kill('SIGTERM');
  const { status, events } = await result;
  expect(status).toBe(0);
  expect(events).toMatchObject([{ event: 'listening', baseUrl: expect.stringMatching(/^https:\/\/127\.0\.0\.1:/) }]);
});

test.skipIf(process.platform === 'win32')(
  'what it warns of is on standard error, as JSON a line with its fields',
  async () => {
    const folder = await folderWith({ 'letter.txt': 'of somebody else' });
    await chmod(folder, 0o755);
    const { child, result } = startCli(['service', '--data-dir', folder]);
    await new Promise((resolve) => child.stdout?.once('data', resolve));
    child.kill('SIGTERM');
    const { stderr } = await result;
    expect(
      stderr
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([{ level: 'warn', message: expect.stringContaining('stays readable by others'), mode: '755' }]);
  },
);
