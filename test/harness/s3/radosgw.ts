/** Ceph's S3 gateway on one node whose objects lie in memory, with everything it needs, for proofs on a storage that is not of the tests. */

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CreateMultipartUploadCommand, S3Client } from '@aws-sdk/client-s3';
import type { StorageKey } from './signature.ts';

const PROGRAMS = ['ceph', 'ceph-mon', 'ceph-osd', 'ceph-authtool', 'monmaptool', 'radosgw', 'radosgw-admin'];
const KEY: StorageKey = { accessKeyId: 'AKIARADOSGATEWAY', secretAccessKey: 'a-secret-for-proofs-alone' };
const START_MS = 240_000;

export interface Radosgw {
  readonly endpoint: string;
  readonly credentials: StorageKey;
  /** Begins an upload in parts and leaves it. */
  leaveParts(bucket: string, key: string): Promise<void>;
  stop(): void;
}

/** Why it can't run here; null when it can. */
export function whyNoRadosgw(): string | null {
  const missing = PROGRAMS.filter((name) => spawnSync('which', [name]).status !== 0);
  if (missing.length > 0) return `${missing.join(', ')} missing: apt-get install radosgw ceph-mon ceph-osd`;
  return process.getuid?.() === 0 ? null : 'only root starts Ceph here';
}

/** Its own for each call, in a temporary folder that goes with it. */
export async function startRadosgw(): Promise<Radosgw> {
  const folder = mkdtempSync(path.join(tmpdir(), 'cleartake-ceph-'));
  const [monitor, gateway] = [await freePort(), await freePort()];
  const at = (name: string) => path.join(folder, name);
  const fsid = randomUUID();
  for (const name of ['mon', 'osd', 'run', 'log']) mkdirSync(at(name));
  writeFileSync(at('ceph.conf'), configuration({ folder, fsid, monitor, gateway }));
  const words = ['-c', at('ceph.conf')];
  const children: ChildProcess[] = [];
  const run = (program: string, ...more: string[]) =>
    execFileSync(program, [...words, ...more], { stdio: 'pipe', timeout: START_MS }).toString();
  const start = (program: string, ...more: string[]) => {
    children.push(spawn(program, [...words, '-f', ...more], { stdio: 'ignore' }));
  };

  // Without keys the gateway speaks only the first of Ceph's protocols.
  const address = `v1:127.0.0.1:${monitor}`;
  execFileSync('monmaptool', ['--create', '--fsid', fsid, '--addv', 'a', address, at('monmap')], { stdio: 'pipe' });
  run('ceph-mon', '--mkfs', '-i', 'a', '--monmap', at('monmap'));
  start('ceph-mon', '-i', 'a');
  // The monitor takes an OSD for another one unless it comes with the name under which it was announced.
  const disk = randomUUID();
  run('ceph', 'osd', 'new', disk);
  run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', disk);
  start('ceph-osd', '-i', '0');
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
  return {
    endpoint,
    credentials: KEY,
    leaveParts: async (Bucket, Key) => {
      const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials: KEY });
      await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
      client.destroy();
    },
    stop: () => {
      for (const child of children) child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
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
mon host = v1:127.0.0.1:${monitor}
ms bind msgr2 = false
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
