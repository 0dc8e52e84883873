/** The engine's process: answers its parent's requests one after the other and leaves when the parent does. */

import './small-heap.ts';
import { constants, setPriority } from 'node:os';
import { BACKGROUND_ENGINE } from '../../shared/engine-api/engine-environment.ts';
import type { EngineProgress, EngineRequests } from '../../shared/engine-api/messages.ts';
import { serveRequests } from '../platform/helper-server.ts';
import { guardLastWords } from '../platform/last-words.ts';
import { openParentPort } from '../platform/parent-port.ts';
import { createRedactor } from '../platform/redaction.ts';
import { createEngine } from './engine.ts';

if (process.env.CLEARTAKE_ENGINE === BACKGROUND_ENGINE.CLEARTAKE_ENGINE) {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}
guardLastWords(createRedactor().redact);
serveRequests<EngineRequests, EngineProgress>(openParentPort(), createEngine());
