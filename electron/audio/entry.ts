/** The engine's process: answers its parent's requests one after the other and leaves when the parent does. */

import './small-heap.ts';
import type { EngineProgress, EngineRequests } from '../../shared/engine-api/messages.ts';
import { serveRequests } from '../platform/helper-server.ts';
import { guardLastWords } from '../platform/last-words.ts';
import { openParentPort } from '../platform/parent-port.ts';
import { createRedactor } from '../platform/redaction.ts';
import { createEngine } from './engine.ts';

guardLastWords(createRedactor().redact);
serveRequests<EngineRequests, EngineProgress>(openParentPort(), createEngine());
