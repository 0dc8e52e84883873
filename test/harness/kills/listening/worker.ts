/** A desk in its own process that makes listening copies, and stays open until somebody kills it. */

import { setTimeout as sleep } from 'node:timers/promises';
import { createDesk } from '../../../../electron/core/desk.ts';
import { testPorts, testSettings } from '../../desk/desk-ports.ts';

const [dataDirectory = ''] = process.argv.slice(2);
createDesk(testPorts(), testSettings(dataDirectory, { host: 'browser' }));
for (;;) await sleep(60_000);
