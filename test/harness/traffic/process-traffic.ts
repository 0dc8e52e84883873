/** What a program, its threads and everything it starts have to do with the network, as the system's calls tell it. */

import { readFileSync } from 'node:fs';
import { traced } from '../system-calls.ts';
import { isLoopback } from './addresses.ts';

export interface Contact {
  /** The script that the process runs, such as `engine.js`, or its program. */
  readonly process: string;
  readonly what: 'connection' | 'lookup' | 'listener';
  /** With the port. */
  readonly address: string;
  readonly isOutside: boolean;
}

const NETWORK = ['connect', 'bind', 'sendto', 'sendmsg', 'sendmmsg'];
const PROCESSES = ['execve', 'clone', 'clone3', 'fork', 'vfork'];
const DNS_PORT = 53;

/** The words that stand before the command whose traffic `readTraffic` shall read from the log. The process stays the caller's own child. */
export function traceTraffic(log: string): string[] {
  return traced([...NETWORK, ...PROCESSES], log, ['-D', '-s', '256']);
}

/** The log, once it tells that the process has ended. */
export async function finishedLog(log: string, pid: number): Promise<string> {
  for (;;) {
    const text = readFileSync(log, 'utf8');
    if (new RegExp(`^${pid} +\\+\\+\\+ (exited|killed)`, 'm').test(text)) return text;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export interface ProcessTraffic {
  /** Names of all processes that were watched, each once. */
  readonly processes: readonly string[];
  /** Connections begun, packets to an address, lookups of names, and sockets that are bound. */
  readonly contacts: readonly Contact[];
}

export function readTraffic(log: string): ProcessTraffic {
  const lines = log.split('\n');
  const { names, nameAt } = namesOfProcesses(lines);
  const contacts = lines.flatMap((line, index) => {
    const call = /^(\d+) +(?:<\.\.\. )?(connect|bind|sendto|sendmsg|sendmmsg)\b/.exec(line);
    if (call === null) return [];
    return addressesIn(line).map(({ host, port }): Contact => {
      const what = call[2] === 'bind' ? 'listener' : port === DNS_PORT ? 'lookup' : 'connection';
      // A resolver on this computer asks another one.
      const isOutside = what === 'lookup' || !isLoopback(host);
      return { process: nameAt(call[1] ?? '', index), what, address: `${host}:${port}`, isOutside };
    });
  });
  return { processes: names, contacts };
}

/** Sentences on what leaves the computer, or lets others in. */
export function outsideOf(contacts: readonly Contact[]): string[] {
  const words = { connection: 'connection to', lookup: 'lookup at', listener: 'listener on' };
  return contacts
    .filter((contact) => contact.isOutside)
    .map((contact) => `${words[contact.what]} ${contact.address} by ${contact.process}`);
}

/** The addresses of the Internet's families that a call names. */
function addressesIn(line: string): { host: string; port: number }[] {
  const address =
    /sin6?_port=htons\((\d+)\), (?:sin6_flowinfo=\w+\(\w+\), )?(?:sin_addr=inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)")/g;
  return [...line.matchAll(address)].map(([, port, four, six]) => ({ host: four ?? six ?? '', port: Number(port) }));
}

interface ProcessNames {
  readonly names: readonly string[];
  /** Of the process that a thread belonged to when it wrote the line. */
  nameAt(thread: string, index: number): string;
}

function namesOfProcesses(lines: readonly string[]): ProcessNames {
  const parents = new Map<string, string>();
  const programs = new Map<string, { readonly index: number; readonly name: string }[]>();
  for (const [index, line] of lines.entries()) {
    const [, thread = '', rest = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const child = /^(?:<\.\.\. )?(?:clone3?|v?fork)\b.* = (\d+)$/.exec(rest)?.[1];
    if (child !== undefined) parents.set(child, thread);
    const command = /^execve\("([^"]+)", \[(.*)\],? /.exec(rest);
    // What starts itself anew stays what it was.
    if (command === null || command[1] === '/proc/self/exe') continue;
    programs.set(thread, [
      ...(programs.get(thread) ?? []),
      { index, name: nameOf(command[1] ?? '', command[2] ?? '') },
    ]);
  }
  function nameAt(thread: string, index: number): string {
    const own = programs.get(thread)?.findLast((program) => program.index <= index);
    const parent = parents.get(thread);
    return own?.name ?? (parent === undefined ? 'unknown' : nameAt(parent, index));
  }
  return { names: [...new Set([...programs.values()].flat().map(({ name }) => name))], nameAt };
}

function nameOf(program: string, words: string): string {
  const scripts = [...words.matchAll(/"(?:[^"]*\/)?([\w-]+\.(?:[cm]?js|ts))"/g)].map(([, script = '']) => script);
  const script = scripts.find((name) => name !== 'utility-port.ts');
  return script ?? program.slice(program.lastIndexOf('/') + 1);
}
