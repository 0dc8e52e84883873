/** Scans the file that is named, in a process of its own: `node scan-file.ts FILE`. */

import { createEngine } from '../../../electron/audio/engine.ts';

const [file = ''] = process.argv.slice(2);
await createEngine().scan({ path: file, peaksPath: `${file}.peaks`, indexPath: `${file}.index` }, () => undefined);
