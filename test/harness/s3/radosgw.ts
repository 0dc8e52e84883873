/** Ceph's S3 gateway on one node whose objects lie in memory, with everything it needs, for proofs on a storage that is not of the tests. */

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { StorageKey } from './signature.ts';

const PROGRAMS = ['ceph', 'ceph-mon', 'ceph-osd', 'ceph-authtool', 'monmaptool', 'radosgw', 'radosgw-admin'];
const KEY: StorageKey = { accessKeyId: 'AKIARADOSGATEWAY', secretAccessKey: 'a-secret-for-proofs-alone' };
const START_MS = 120_000;

export interface Radosgw {
  readonly endpoint: string;
  readonly credentials: StorageKey;
}

/** Why it can't run here; null when it can. */
export function whyNoRadosgw(): string | null {
  const missing = PROGRAMS.filter((name) => spawnSync('which', [name]).status !== 0);
  if (missing.length > 0) return `${missing.join(', ')} missing: apt-get install radosgw ceph-mon ceph-osd`;
  return process.getuid?.() === 0 ? null : 'only root starts Ceph here';
}

/** Its own for each call, gone with the test. @param folder an empty one */
export async function startRadosgw(folder: string): Promise<Radosgw> {
  const [monitor, gateway] = [await freePort(), await freePort()];
  const at = (name: string) => path.join(folder, name);
  const fsid = randomUUID();
  for (const name of ['mon', 'osd', 'run', 'log']) mkdirSync(at(name));
  writeFileSync(at('ceph.conf'), configuration({ folder, fsid, monitor, gateway }));
  const words = ['-c', at('ceph.conf')];
  const run = (program: string, ...more: string[]) =>
    execFileSync(program, [...words, ...more], { stdio: 'pipe', timeout: START_MS }).toString();
  const start = (program: string, ...more: string[]) => {
    const child = spawn(program, [...words, '-f', ...more], { stdio: 'ignore' });
    onTestFinished(() => void child.kill('SIGKILL'));
  };

  execFileSync('monmaptool', [
    ...['--create', '--fsid', fsid, '--addv', 'a', `[v2:127.0.0.1:${monitor}]`, at('monmap')],
  ]);
  run('ceph-mon', '--mkfs', '-i', 'a', '--monmap', at('monmap'));
  start('ceph-mon', '-i', 'a');
  run('ceph', 'config', 'set', 'mon', 'mon_warn_on_insecure_global_id_reclaim_allowed', 'false');
  run('ceph', 'osd', 'new', randomUUID());
  run('ceph-osd', '-i', '0', '--mkfs');
  start('ceph-osd', '-i', '0');
  run('ceph', 'osd', 'crush', 'add', 'osd.0', '1', 'host=here', 'root=default');
  const owner = ['--uid=studio', '--display-name=Studio'];
  run(
    'radosgw-admin',
    'user',
    'create',
    ...owner,
    `--access-key=${KEY.accessKeyId}`,
    `--secret=${KEY.secretAccessKey}`,
  );
  start('radosgw', '-n', 'client.gateway');
  const endpoint = `http://127.0.0.1:${gateway}`;
  await answering(endpoint);
  return { endpoint, credentials: KEY };
}

interface Places {
  readonly folder: string;
  readonly fsid: string;
  readonly monitor: number;
  readonly gateway: number;
}

function configuration({ folder, fsid, gateway, monitor }: Places): string {
  return `[global]
fsid = ${fsid}
mon host = [v2:127.0.0.1:${monitor}]
public addr = 127.0.0.1
auth cluster required = none
auth service required = none
auth client required = none
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mon max pg per osd = 2000
run dir = ${folder}/run
admin socket = ${folder}/run/$name.asok
log file = ${folder}/log/$name.log
[mon]
mon data = ${folder}/mon
[osd]
osd data = ${folder}/osd
osd objectstore = memstore
memstore device bytes = 1073741824
[client.gateway]
rgw frontends = beast endpoint=127.0.0.1:${gateway}
`;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function answering(endpoint: string): Promise<void> {
  const until = Date.now() + START_MS;
  while (Date.now() < until) {
    const answer = await fetch(endpoint).catch(() => null);
    if (answer !== null) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('The gateway does not answer');
}
