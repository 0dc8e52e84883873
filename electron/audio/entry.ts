/** The engine's process: answers its parent's requests one after the other and leaves when the parent does. */

import './small-heap.ts';
import { constants, setPriority } from 'node:os';
import { BACKGROUND_ENGINE } from '../../shared/engine-api/helper-envelope.ts';
import type { EngineProgress, EngineRequests } from '../../shared/engine-api/messages.ts';
import { installCrashHandler } from '../platform/processes/crash-handler.ts';
import { serveRequests } from '../platform/processes/helper-server.ts';
import { openParentPort } from '../platform/processes/parent-port.ts';
import { createRedactor } from '../platform/security/redaction.ts';
import { createEngine } from './engine.ts';
import { suspendPasses } from './media/turn.ts';

if (process.env.CLEARTAKE_ENGINE === BACKGROUND_ENGINE.CLEARTAKE_ENGINE) {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}
installCrashHandler(createRedactor().redact);
serveRequests<EngineRequests, EngineProgress>(openParentPort(), createEngine(), suspendPasses);
