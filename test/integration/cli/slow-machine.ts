/** Whole commands, many of them processes of their own: on a crowded machine one takes ten seconds where it takes half a second else. */

import { vi } from 'vitest';

const LONGEST_MS = 6 * 60_000;

vi.setConfig({ testTimeout: LONGEST_MS, hookTimeout: LONGEST_MS });
