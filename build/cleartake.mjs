/** `npm run cleartake`: the command line, from its bundle. */

import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { launch } from './start/launch.mjs';

const folders = await launch(['node']);
if (folders !== null) await import(pathToFileURL(path.join(folders.node ?? '', 'cli.js')).href);
