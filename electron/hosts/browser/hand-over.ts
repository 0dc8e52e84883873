/** A second start with the same data folder hands its files to the desk that is already running there. Both sides. */

import { randomBytes, timingSafeEqual } from 'node:crypto';
import { type IncomingHttpHeaders, request } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import { requireAnswer } from '../../platform/files/answering.ts';
import { systemClock } from '../../platform/time/clock.ts';
import { lockDataFolder } from '../common/data-folder-lock.ts';
import { defaultDataDirectory } from '../common/paths.ts';
import { findRunningDesk, type RunningDesk } from '../common/processes/running-desk.ts';
import { findDataFolder } from '../common/settle-data-folder.ts';

export const HAND_OVER_PATH = '/hand-over';

const SECRET_BYTES = 32;
/** Paths alone. */
const LARGEST_BYTES = 32 * 1024 * 1024;
/** Folders may take long to look through. */
const PATIENCE_MS = 10 * 60_000;

const handedOver = z.object({ files: z.array(z.string()), open: z.boolean() });
const taken = z.object({
  /** A message for each file that was left out, but for those that were on the desk before. */
  skipped: z.array(z.string()).readonly(),
  /** Recordings that were added, and files that were there before. A desk of an earlier version doesn't say. */
  added: z.number().default(0),
  already: z.number().default(0),
  /** Whether one of the paths doesn't exist. */
  isMissing: z.boolean().default(false),
  /** The desk's address, with a token that works once; null where a page shows the desk. */
  address: z.string().nullable(),
});

/** What a second start asks. `open`: show the desk in the person's browser where no page does. */
export type HandedOver = z.infer<typeof handedOver>;
export type Taken = z.infer<typeof taken>;

/** What a second start is told. */
export interface TakenBy extends Taken {
  /** Where the desk is, without a token. */
  readonly origin: string;
}

/** Takes files for the desk of this process. */
export interface FileHandOver {
  readonly token: string;
  take(handed: HandedOver): Promise<Taken>;
}

export function createFileHandOver(take: FileHandOver['take']): FileHandOver {
  return { token: randomBytes(SECRET_BYTES).toString('base64url'), take };
}

/**
 * Whether a request is one of a second start. Browsers say with each POST where it comes from, so that no page is one, not even our
 * own: a page must not name files.
 */
export function isSecondStart(headers: IncomingHttpHeaders, { token }: FileHandOver): boolean {
  if (headers.origin !== undefined || headers['sec-fetch-site'] !== undefined) return false;
  const [shown, right] = [headers.authorization ?? '', `Bearer ${token}`].map((one) => Buffer.from(one));
  return shown !== undefined && right !== undefined && shown.length === right.length && timingSafeEqual(shown, right);
}

/** @param handOver of requests that `isSecondStart` has let pass */
export function serveHandOver(server: FastifyInstance, handOver: FileHandOver): void {
  server.post(HAND_OVER_PATH, { bodyLimit: LARGEST_BYTES }, async (asked, reply) => {
    const handed = handedOver.safeParse(asked.body);
    reply.header('cache-control', 'no-store');
    if (!handed.success || !handed.data.files.every((file) => path.isAbsolute(file)))
      return reply.code(400).send({ code: 'badRequest' });
    return reply.send(await handOver.take(handed.data));
  });
}

/**
 * @param start where the data folder is to be; default: the operating system's folder for application data
 * @returns null when no desk that takes files runs there: then this start is the first
 * @throws CleartakeError as `findDataFolder`
 */
export async function handToRunningDesk(start: string | undefined, handed: HandedOver): Promise<TakenBy | null> {
  const from = path.resolve(start ?? defaultDataDirectory());
  await requireAnswer(systemClock, from);
  const folder = findDataFolder(from);
  const desk = await findRunningDesk(folder);
  if (desk === null || !isHeld(folder)) return null;
  const answer = await ask(desk, handed).catch(() => null);
  return answer === null ? null : { ...answer, origin: desk.origin };
}

/** A file that a killed desk left names a port that may be another program's by now. */
function isHeld(folder: string): boolean {
  try {
    lockDataFolder(folder).release();
    return false;
  } catch (failure) {
    return failure instanceof CleartakeError && failure.code === 'dataFolderBusy';
  }
}

async function ask(desk: RunningDesk, handed: HandedOver): Promise<Taken> {
  const { promise, resolve, reject } = Promise.withResolvers<Taken>();
  const headers = { authorization: `Bearer ${desk.token}`, 'content-type': 'application/json' };
  const asked = request(new URL(HAND_OVER_PATH, desk.origin), { method: 'POST', headers, timeout: PATIENCE_MS });
  asked.once('error', reject).once('timeout', () => asked.destroy(new Error('No answer in time')));
  asked.once('response', (answer) => {
    text(answer).then((body) => {
      if (answer.statusCode !== 200) throw new Error(`Refused with ${answer.statusCode}`);
      resolve(taken.parse(JSON.parse(body)));
    }, reject);
  });
  asked.end(JSON.stringify(handed));
  return promise;
}
