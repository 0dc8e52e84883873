/**
 * Imported before everything else. An engine makes arrays of samples all the time, which lie outside V8's heap: a nursery that grows is
 * collected more and more rarely, and hundreds of megabytes of them wait for it. So it stays as small as it begins.
 */

import { setFlagsFromString } from 'node:v8';

setFlagsFromString('--semi-space-growth-factor=1');
