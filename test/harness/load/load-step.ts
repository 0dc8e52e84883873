/**
 * One step of the load measure, in a process of its own: `enqueue` adds a folder to a paused queue, `reopen` opens the desk again and
 * lists. Arguments: step, data folder, folder of recordings. Prints its figures as JSON.
 */

import { statSync } from 'node:fs';
import path from 'node:path';
import { createDesk } from '../../../electron/core/desk.ts';
import { createDeskClient } from '../../../electron/hosts/common/desk-client.ts';
import { testPorts, testSettings } from '../desk/desk-ports.ts';

const [step = '', dataDirectory = '', input = ''] = process.argv.slice(2);

const began = performance.now();
const startQuarantineMs = { builtIn: 5000, remote: 600_000 };
const waits = { concurrency: null, retryBaseMs: 1000, startQuarantineMs, patient: true };
const desk = createDesk(testPorts(), testSettings(dataDirectory, waits));
const client = createDeskClient(desk.router);

/** Longest time in which nothing else was done, in milliseconds. */
let longest = 0;
let last = performance.now();
const watch = setInterval(() => {
  longest = Math.max(longest, performance.now() - last);
  last = performance.now();
}, 1);

let jobs = 0;
if (step === 'enqueue') {
  await client.queue.pauseAll();
  const { jobIds } = await client.queue.add({ paths: [input], start: true });
  jobs = jobIds.length;
} else jobs = (await client.queue.list({ offset: 0, limit: 100 })).total;
const seconds = (performance.now() - began) / 1000;
await new Promise((resolve) => setTimeout(resolve, 20));
clearInterval(watch);
const memoryMiB = process.resourceUsage().maxRSS / 1024;
await desk.close();
const databaseMiB = statSync(path.join(dataDirectory, 'cleartake.sqlite')).size / 2 ** 20;
process.stdout.write(`${JSON.stringify({ jobs, seconds, memoryMiB, databaseMiB, longestBlockMs: longest })}\n`);
// An engine that looks at headers in the background may not have heard of the end yet.
process.exit(0);
