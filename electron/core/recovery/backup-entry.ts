/** The process that backs up a large store: copying and checking all of it takes longer than a window may stand still. */

import { serveRequests } from '../../platform/helper-server.ts';
import { guardLastWords } from '../../platform/last-words.ts';
import { openParentPort } from '../../platform/parent-port.ts';
import { createRedactor } from '../../platform/redaction.ts';
import { type BackupRequests, makeCopy } from './backup-copy.ts';

guardLastWords(createRedactor().redact);
serveRequests<BackupRequests, never>(openParentPort(), {
  copy: async ({ database, copy }) => {
    makeCopy(database, copy);
    return null;
  },
});
