/** What every storage of media has to do: run against each implementation of the port. */

import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { MediaStorage } from '../../../../electron/service/storage/media-storage.ts';

const PROJECT = { projectId: 'prj_1', originalFileName: 'Take "1".WAV' };
const OTHER = { projectId: 'prj_2', originalFileName: 'take' };
const GENERATION = { projectId: 'prj_1', generationId: 'gen_1' };

async function* chunksOf(...chunks: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

async function* brokenOff(...chunks: readonly string[]): AsyncGenerator<Uint8Array> {
  yield* chunksOf(...chunks);
  throw new Error('broken off');
}

/** @param create a storage with nothing in it */
export function describeMediaStorage(name: string, create: () => Promise<MediaStorage>): void {
  const mediumOf = (storage: MediaStorage, project = PROJECT) =>
    storage.withLocalMedium(project, (file) => readFile(file, 'utf8'));
  /** @param file with what `publish` returned before it */
  const readAll = async (storage: MediaStorage, file: string, first: number, last: number) => {
    const stream = await storage.readOutput(GENERATION, file, first, last);
    let text = '';
    if (stream !== null) for await (const chunk of stream) text += chunk;
    return stream === null ? null : text;
  };

  test(`${name}: an upload grows, is cut back, and becomes the medium`, async () => {
    const storage = await create();
    expect(await storage.partialBytes(PROJECT)).toBe(0);
    await storage.writePartial(PROJECT, 0, chunksOf('ab', 'cd'));
    await storage.writePartial(PROJECT, 4, chunksOf('xyz'));
    expect(await storage.partialBytes(PROJECT)).toBe(7);
    await storage.truncatePartial(PROJECT, 4);
    await storage.writePartial(PROJECT, 4, chunksOf('ef'));
    const sha256 = createHash('sha256').update('abcdef').digest('hex');
    expect(await storage.digestPartial(PROJECT)).toEqual({ bytes: 6, sha256 });
    await storage.commitMedium(PROJECT);
    expect(await mediumOf(storage)).toBe('abcdef');
    expect(await storage.partialBytes(PROJECT)).toBe(0);
  });

  test(`${name}: what came of a body that broke off is there, and from 0 on it begins anew`, async () => {
    const storage = await create();
    await expect(storage.writePartial(PROJECT, 0, brokenOff('abc', 'def'))).rejects.toThrow('broken off');
    expect(await storage.partialBytes(PROJECT)).toBe(6);
    await storage.writePartial(PROJECT, 0, chunksOf('x'));
    expect(await storage.partialBytes(PROJECT)).toBe(1);
    await storage.truncatePartial(PROJECT, 0);
    expect(await storage.partialBytes(PROJECT)).toBe(0);
    await storage.truncatePartial(PROJECT, 0);
  });

  test(`${name}: a later medium takes the place of the earlier one, and an unfinished upload leaves it alone`, async () => {
    const storage = await create();
    for (const text of ['first', 'second']) {
      await storage.writePartial(PROJECT, 0, chunksOf(text));
      await storage.commitMedium(PROJECT);
    }
    await storage.writePartial(PROJECT, 0, chunksOf('third'));
    expect(await mediumOf(storage)).toBe('second');
    expect(await storage.partialBytes(PROJECT)).toBe(5);
  });

  test(`${name}: a medium is lent with its extension, and a fault of the work passes`, async () => {
    const storage = await create();
    await storage.writePartial(PROJECT, 0, chunksOf('a'));
    await storage.commitMedium(PROJECT);
    expect(await storage.withLocalMedium(PROJECT, async (file) => path.extname(file))).toBe('.wav');
    const fault = new Error('a fault of the work');
    await expect(storage.withLocalMedium(PROJECT, () => Promise.reject(fault))).rejects.toBe(fault);
  });

  test(`${name}: outputs appear together when they are published, and a later attempt replaces them`, async () => {
    const storage = await create();
    let place = '';
    for (const text of ['0123456789', 'abcdefghij']) {
      const folder = await storage.openWorkFolder(GENERATION);
      await writeFile(path.join(folder, 'audio.wav'), text);
      expect(await readAll(storage, `${place}audio.wav`, 0, 9)).toBe(text.startsWith('0') ? null : '0123456789');
      place = await storage.publish(GENERATION);
      expect(await readAll(storage, `${place}audio.wav`, 0, 9)).toBe(text);
      expect(await readAll(storage, `${place}audio.wav`, 3, 5)).toBe(text.slice(3, 6));
    }
    expect(await readAll(storage, `${place}audio.mp3`, 0, 1)).toBeNull();
    expect(await storage.readOutput({ ...GENERATION, generationId: 'gen_2' }, 'audio.wav', 0, 1)).toBeNull();
  });

  test(`${name}: a file that is added later stands beside the others`, async () => {
    const storage = await create();
    const add = async (file: string, publish: (generation: typeof GENERATION) => Promise<string>) => {
      await writeFile(path.join(await storage.openWorkFolder(GENERATION), file), file);
      const place = await publish(GENERATION);
      await storage.discardWork(GENERATION);
      return `${place}${file}`;
    };
    const audio = await add('audio', storage.publish);
    const mp3 = await add('mp3', storage.publishMore);
    expect(await readAll(storage, audio, 0, 4)).toBe('audio');
    expect(await readAll(storage, mp3, 0, 2)).toBe('mp3');
  });

  test(`${name}: an attempt begins with an empty folder, and one that is given up leaves nothing`, async () => {
    const storage = await create();
    const first = await storage.openWorkFolder(GENERATION);
    await writeFile(path.join(first, 'left.wav'), 'x');
    await storage.openWorkFolder(GENERATION);
    const place = await storage.publish(GENERATION);
    expect(await readAll(storage, `${place}left.wav`, 0, 0)).toBeNull();

    const second = await storage.openWorkFolder(GENERATION);
    await writeFile(path.join(second, 'audio.wav'), 'x');
    await storage.discardWork(GENERATION);
    await storage.discardWork(GENERATION);
    expect(await readAll(storage, 'audio.wav', 0, 0)).toBeNull();
    await storage.discardAll(GENERATION);
    await storage.discardAll(GENERATION);
  });

  test(`${name}: a project goes with everything of it, and no other goes with it`, async () => {
    const storage = await create();
    for (const project of [PROJECT, OTHER]) {
      await storage.writePartial(project, 0, chunksOf('a'));
      await storage.commitMedium(project);
      await storage.writePartial(project, 0, chunksOf('bc'));
    }
    await writeFile(path.join(await storage.openWorkFolder(GENERATION), 'audio.wav'), 'x');
    const place = await storage.publish(GENERATION);
    await storage.discardProject(PROJECT.projectId);
    await storage.discardProject(PROJECT.projectId);
    await expect(mediumOf(storage)).rejects.toThrow();
    expect(await storage.partialBytes(PROJECT)).toBe(0);
    expect(await readAll(storage, `${place}audio.wav`, 0, 0)).toBeNull();
    expect([await mediumOf(storage, OTHER), await storage.partialBytes(OTHER)]).toEqual(['a', 2]);
  });
}
