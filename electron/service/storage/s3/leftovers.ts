/** Everything in a bucket that is old enough to be asked about: whose is it? */

import type { Leftover } from '../media-storage.ts';
import type { Bucket, ListedObject } from './bucket.ts';
import { MEDIUM, type ObjectKeys } from './object-keys.ts';

/** @param before as `DirectStorage.leftovers` */
export async function* findLeftovers(
  bucket: Bucket,
  keys: ObjectKeys,
  before: { readonly uploads: number; readonly others: number },
): AsyncGenerator<Leftover> {
  for await (const { key } of olderThan(before.uploads, bucket, keys.uploads)) {
    yield { kind: 'upload', projectId: key.slice(keys.uploads.length) };
  }
  for await (const { key } of olderThan(before.others, bucket, keys.projects)) {
    const found = readKey(key, keys, () => bucket.remove([key]));
    if (found !== null) yield found;
  }
  for (const prefix of [keys.uploads, keys.projects]) {
    for await (const { begunAt, key, uploadId } of bucket.unfinishedParts(prefix)) {
      if (begunAt < before.others) yield { kind: 'parts', remove: () => bucket.abortParts(key, uploadId) };
    }
  }
}

async function* olderThan(time: number, bucket: Bucket, prefix: string): AsyncGenerator<ListedObject> {
  for await (const page of bucket.list(prefix)) yield* page.filter(({ modifiedAt }) => modifiedAt < time);
}

/** Null for what isn't the service's: it shares the bucket with others. */
function readKey(key: string, { projects }: ObjectKeys, remove: () => Promise<void>): Leftover | null {
  const [projectId = '', second = '', ...name] = key.slice(projects.length).split('/');
  if (second === MEDIUM && name.length === 0) return { kind: 'medium', projectId, remove };
  if (name.length !== 2) return null;
  return { kind: 'output', projectId, generationId: second, fileName: name.join('/'), remove };
}
