/** The reading thread, but it dies over its first question; with a file `….dies` beside the store, over every question. */

import { existsSync, writeFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

const { database }: { readonly database: string } = workerData;
if (existsSync(`${database}.died`) && !existsSync(`${database}.dies`)) {
  await import('../../../electron/core/reading/reading-thread.ts');
} else {
  parentPort?.once('message', () => {
    writeFileSync(`${database}.died`, '');
    process.exit(1);
  });
}
