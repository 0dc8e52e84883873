/** Sources of Cleartake's own FFmpeg and of node-av: versions, addresses and digests. */

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export type SourceName = 'libogg' | 'libvorbis' | 'opus' | 'lame' | 'ffmpeg' | 'node-av';

export interface Source {
  readonly version: string;
  readonly address: string;
  /** Of the archive. Null until a maintainer has compared the publisher's signature, and `fetchSource` refuses it. */
  readonly sha256: string | null;
}

/** In the order in which they are built. FFmpeg's version is the one that this node-av was generated for. */
export const SOURCES: Readonly<Record<SourceName, Source>> = {
  libogg: {
    version: '1.3.5',
    address: 'https://downloads.xiph.org/releases/ogg/libogg-1.3.5.tar.xz',
    sha256: 'c4d91be36fc8e54deae7575241e03f4211eb102afb3fc0775fbbc1b740016705',
  },
  libvorbis: {
    version: '1.3.7',
    address: 'https://downloads.xiph.org/releases/vorbis/libvorbis-1.3.7.tar.gz',
    sha256: '0e982409a9c3fc82ee06e08205b1355e5c6aa4c36bca58146ef399621b0ce5ab',
  },
  opus: {
    version: '1.5.2',
    address: 'https://downloads.xiph.org/releases/opus/opus-1.5.2.tar.gz',
    sha256: '65c1d2f78b9f2fb20082c38cbe47c951ad5839345876e46941612ee87f9a7ce1',
  },
  lame: {
    version: '3.100',
    address: 'https://downloads.sourceforge.net/project/lame/lame/3.100/lame-3.100.tar.gz',
    sha256: 'ddfe36cab873794038ae2c1210557ad34857a4b6bdc515785d1da9e175b1da1e',
  },
  ffmpeg: { version: '8.1', address: 'https://ffmpeg.org/releases/ffmpeg-8.1.tar.xz', sha256: null },
  'node-av': {
    version: '6.1.1',
    address: 'https://github.com/seydx/node-av/archive/refs/tags/v6.1.1.tar.gz',
    sha256: null,
  },
};

/**
 * Downloads and unpacks a source, once.
 * @param folder for archives and sources
 * @returns the absolute folder of the unpacked source
 * @throws Error when it can't be fetched, isn't what the digest says, or has no digest yet
 */
export async function fetchSource(folder: string, name: SourceName): Promise<string> {
  const source = SOURCES[name];
  const place = path.join(folder, `${name}-${source.version}`);
  if (existsSync(place)) return place;
  const answer = await fetch(source.address);
  if (!answer.ok) throw new Error(`${source.address} answered ${answer.status}.`);
  const archive = Buffer.from(await answer.arrayBuffer());
  requireDigest(name, source, archive);
  unpack(archive, path.basename(source.address), place);
  return place;
}

/** @throws Error with the digest of the archive, when it isn't the recorded one */
export function requireDigest(name: string, source: Source, archive: Buffer): void {
  const digest = createHash('sha256').update(archive).digest('hex');
  if (digest === source.sha256) return;
  throw new Error(
    source.sha256 === null
      ? `${name} ${source.version} has no recorded digest. This archive’s is ${digest}. Compare the publisher's signature, then record it in build/ffmpeg/sources.ts.`
      : `${source.address} isn’t what it was: its digest is ${digest}, and ${source.sha256} is recorded.`,
  );
}

/** With the system's tar. The archive's single folder becomes `place`. */
function unpack(archive: Buffer, fileName: string, place: string): void {
  const partial = `${place}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  const file = path.join(partial, fileName);
  writeFileSync(file, archive);
  const { status } = spawnSync('tar', ['-xf', file, '--strip-components=1', '-C', partial], {
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Error(`${fileName} couldn’t be unpacked.`);
  rmSync(file);
  renameSync(partial, place);
}

/** Texts of a source's licenses, from the files at its top. */
export function licensesIn(folder: string): string {
  return readdirSync(folder)
    .filter((name) => /^(licen[cs]e|copying)/i.test(name) && !/\.sh$/.test(name))
    .sort()
    .map((name) => `${name}\n\n${readFileSync(path.join(folder, name), 'utf8').trim()}`)
    .join('\n\n');
}
