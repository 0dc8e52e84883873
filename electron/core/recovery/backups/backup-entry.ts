/** The process that backs up a large store: copying and checking it would freeze the window. */

import { installCrashHandler } from '../../../platform/processes/crash-handler.ts';
import { serveRequests } from '../../../platform/processes/helper-server.ts';
import { openParentPort } from '../../../platform/processes/parent-port.ts';
import { createRedactor } from '../../../platform/security/redaction.ts';
import { type BackupRequests, makeCopy } from './backup-copy.ts';

installCrashHandler(createRedactor().redact);
serveRequests<BackupRequests, never>(openParentPort(), {
  copy: async ({ database, copy }) => {
    makeCopy(database, copy);
    return null;
  },
});
