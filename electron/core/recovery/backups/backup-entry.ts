/** The process that backs up a large store, and checks backups: both would freeze the window. */

import { installCrashHandler } from '../../../platform/processes/crash-handler.ts';
import { serveRequests } from '../../../platform/processes/helper-server.ts';
import { openParentPort } from '../../../platform/processes/parent-port.ts';
import { createRedactor } from '../../../platform/security/redaction.ts';
import { type BackupRequests, makeCopy, makeCopyToShare } from './backup-copy.ts';
import { checkBackup } from './inspect-backup.ts';

installCrashHandler(createRedactor().redact);
serveRequests<BackupRequests, never>(openParentPort(), {
  copy: async ({ database, copy }) => {
    makeCopy(database, copy);
    return null;
  },
  share: async ({ database, copy }) => {
    makeCopyToShare(database, copy);
    return null;
  },
  check: async ({ database, file, migrations, now }) => checkBackup(database, migrations, file, now),
});
