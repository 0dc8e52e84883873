/** The storage on a real S3 gateway, beside the one of the tests: `npm run prove -- s3`. */

import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../electron/platform/time/clock.ts';
import type { Leftover } from '../../../electron/service/storage/media-storage.ts';
import { openS3Storage } from '../../../electron/service/storage/s3/open-s3-storage.ts';
import { type Radosgw, startRadosgw, whyNoRadosgw } from '../../harness/s3/radosgw.ts';
import { temporaryFolder } from '../../harness/service/test-service.ts';
import { describeMediaStorage } from '../../integration/service/ports/media-storage.contract.ts';

const BUCKET = 'recordings';
const PROJECT = { projectId: 'prj_1', originalFileName: 'a.wav' };
const GENERATION = { projectId: 'prj_1', generationId: 'gen_1' };
const WAV = { 'content-type': 'audio/wav' };

const noGateway = whyNoRadosgw();

describe('a real gateway', { tags: 'long' }, () => {
  let gateway: Radosgw;
  let opened = 0;

  beforeEach(({ skip }) => {
    if (noGateway !== null) skip(noGateway);
  });

  beforeAll(async () => {
    if (noGateway !== null) return undefined;
    gateway = await startRadosgw();
    const { credentials, endpoint } = gateway;
    const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
    await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
    client.destroy();
    return gateway.stop;
  });

  async function connect() {
    opened += 1;
    const settings = { endpoint: gateway.endpoint, plainHttp: false, localBytes: 1_000_000 };
    const machine = { clock: systemClock, randomBytes, credentials: gateway.credentials };
    const folder = await temporaryFolder();
    const storage = await openS3Storage({ address: `s3://${BUCKET}/${opened}`, settings, folder, ...machine });
    onTestFinished(storage.close);
    return storage.storage;
  }

  async function connectDirect() {
    const media = await connect();
    if (media.direct === undefined) throw new Error('The storage has no addresses of its own');
    return { media, direct: media.direct };
  }

  describeMediaStorage('at a real gateway', connect);

  test('an upload is bound to its object, type and length, and is taken as it was seen', async () => {
    const { direct, media } = await connectDirect();
    const url = await direct.uploadAddress('prj_1', 'audio/wav', null);
    const put = (body: string, headers: Record<string, string> = WAV, at = url) =>
      fetch(at, { method: 'PUT', body, headers }).then(({ status }) => status);
    expect(await put('first', { 'content-type': 'text/html' })).toBe(403);
    expect(await put('first', WAV, url.replace('prj_1?', 'prj_2?'))).toBe(403);
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(403);
    const bound = await direct.uploadAddress('prj_1', 'audio/wav', 5);
    expect(await put('too long', WAV, bound)).toBe(403);
    expect(await put('first', WAV, bound)).toBe(200);
    const seen = await direct.findUpload('prj_1');
    expect(seen?.bytes).toBe(5);
    expect([...(await direct.arrived())]).toEqual(['prj_1']);
    expect(await put('second')).toBe(200);
    expect(seen && (await direct.takeUpload(PROJECT, seen))).toBeNull();
    const now = await direct.findUpload('prj_1');
    const sha256 = now && (await direct.takeUpload(PROJECT, now));
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    await direct.discardUpload('prj_1');
    expect(await direct.findUpload('prj_1')).toBeNull();
    const there = await media.withLocalMedium({ ...PROJECT, sha256 }, async () => 'read');
    expect(there).toBe('read');
  });

  test('outputs of any size come from signed addresses, in parts and with their headers', async () => {
    const { direct, media } = await connectDirect();
    const large = randomBytes(20 * 1024 * 1024);
    await writeFile(path.join(await media.openWorkFolder(GENERATION), 'audio'), large);
    const place = await media.publish(GENERATION);
    const answer = { contentType: 'audio/wav', contentDisposition: 'attachment; filename="a b.wav"' };
    const url = await direct.downloadAddress(GENERATION, `${place}audio`, answer);
    const whole = await fetch(url);
    expect(whole.headers.get('content-type')).toBe('audio/wav');
    expect(whole.headers.get('content-disposition')).toBe(answer.contentDisposition);
    expect(Buffer.from(await whole.arrayBuffer()).equals(large)).toBe(true);
    const part = await fetch(url, { headers: { range: 'bytes=9000000-9000009' } });
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, large.subarray(9_000_000, 9_000_010)]);
  });

  test('a sweep finds what is old, parts that were never finished too', async () => {
    const { direct, media } = await connectDirect();
    await writeFile(path.join(await media.openWorkFolder(GENERATION), 'audio'), 'sound');
    const place = await media.publish(GENERATION);
    await gateway.leaveParts(BUCKET, `${opened}/projects/prj_1/gen_1/x/audio`);
    const future = Date.now() + 60_000;
    const look = async () => {
      const found: Leftover[] = [];
      for await (const one of direct.leftovers({ uploads: future, others: future })) found.push(one);
      return found;
    };
    const found = await look();
    expect(found.map((one) => ('fileName' in one ? one.fileName : one.kind))).toEqual([`${place}audio`, 'parts']);
    for (const one of found) if (one.kind !== 'upload') await one.remove();
    expect(await look()).toEqual([]);
  });
});
