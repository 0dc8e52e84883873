/** What a hostile page is after: a site of the attacker that sees its visitors, and a file of the person beside the desk. */

import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import path from 'node:path';
import { makeNoisyRecording } from '../../e2e/desktop/recordings.ts';
import { listen } from '../remote/listen.ts';
import type { Target } from './kinds.ts';

export interface Visit {
  readonly address: string;
  readonly headers: IncomingHttpHeaders;
}

export interface Prey {
  readonly target: Target;
  readonly visits: Visit[];
  /** Whether the person's folder holds what it held. */
  isUntouched(): boolean;
  close(): Promise<void>;
}

/** @param folder where the person's private folder is made */
export async function startPrey(folder: string): Promise<Prey> {
  const visits: Visit[] = [];
  const site = await listen(
    createServer(({ url = '', headers }, response) => {
      visits.push({ address: decodeURIComponent(url), headers });
      response.setHeader('access-control-allow-origin', '*').setHeader('content-type', 'text/html').end('foreign');
    }),
  );
  const secretFolder = path.join(folder, 'private');
  mkdirSync(secretFolder);
  const secretFile = makeNoisyRecording(secretFolder, 'secret.wav');
  writeFileSync(path.join(secretFolder, 'secret.txt'), 'secret');
  const list = () => readdirSync(secretFolder).join();
  const before = list();
  return {
    target: { foreign: `${site.origin}/`, secretFile, secretFolder },
    visits,
    isUntouched: () => list() === before,
    close: site.close,
  };
}
