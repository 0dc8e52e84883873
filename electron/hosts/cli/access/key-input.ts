/** Reads a key from standard input: piped in, or typed at a terminal without echo. */

import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { knownSecrets } from '../../common/vault/secret-tracking.ts';
import { UsageError } from '../exit-status.ts';
import { ask, say } from '../output/printer.ts';

/** Longer input isn't a key. */
const MOST_CHARACTERS = 4096;

/** @returns the first line, empty when there is none */
export function readKeyFromInput(): Promise<string> {
  return readSecretFromInput('API key (not shown): ');
}

/** The same for another secret. @param prompt what a person at a terminal is asked for */
export async function readSecretFromInput(prompt: string): Promise<string> {
  const secret = process.stdin.isTTY ? await typed(prompt) : await piped();
  knownSecrets.conceal(secret);
  return secret;
}

async function typed(prompt: string): Promise<string> {
  ask(prompt);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return (await lines.question('')).trim();
  } catch (failure) {
    // Ctrl-C, or Ctrl-D on an empty line.
    if (failure instanceof Error && failure.name === 'AbortError')
      throw new UsageError('Nothing was entered, and nothing was changed.');
    throw failure;
  } finally {
    lines.close();
    say('');
  }
}

async function piped(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    text += String(chunk);
    if (text.includes('\n') || text.length > MOST_CHARACTERS) break;
  }
  return text.split('\n')[0]?.trim() ?? '';
}
