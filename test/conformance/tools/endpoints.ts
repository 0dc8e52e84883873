/** The nine endpoints that the specification names, with a body each that names what there is. */

import { createProject, DOWNLOAD, LIST_GENERATIONS, once, PROGRESS, START, sample } from './work.ts';

export interface Endpoint {
  readonly path: string;
  /** All of them are needed. */
  readonly permissions: readonly string[];
  /** "Privileged admin key required". */
  readonly privileged: boolean;
  readonly body: () => Promise<object>;
}

const BODY_OF_TEST_EVENT = { eventType: 'generation.completed', mode: 'test' };

export const KEYS_LIST: Endpoint = {
  path: '/v1/api_keys/list',
  permissions: ['admin', 'keys:read'],
  privileged: true,
  body: async () => ({}),
};

export const KEYS_ROTATE: Endpoint = {
  path: '/v1/api_keys/rotate',
  permissions: ['admin', 'keys:write'],
  privileged: true,
  body: async () => ({ keyId: 'key_that_nobody_has' }),
};

export const CONFIGURE: Endpoint = {
  path: '/v1/webhooks/configure',
  permissions: ['admin', 'webhooks:write'],
  privileged: true,
  body: async () => ({ mode: 'test', url: 'https://receiver.example/hook', eventTypes: ['generation.completed'] }),
};

export const SEND_TEST_EVENT: Endpoint = {
  path: '/v1/webhooks/send_test_event',
  permissions: ['read'],
  privileged: false,
  body: async () => BODY_OF_TEST_EVENT,
};

/** Nothing is uploaded to it: rows that only ask who may start something start nothing. */
const ownProject = once(async () => ({ apiProjectId: (await createProject()).apiProjectId }));

async function idsOfSample() {
  const { apiProjectId, 'service-2': generationId } = await sample();
  return { apiProjectId, generationId };
}

/** The table "Generation endpoints", in its order. */
export const GENERATION_ENDPOINTS: readonly Endpoint[] = [
  { path: START['service-2'], permissions: ['generations:write'], privileged: false, body: ownProject },
  { path: START['service-3.5'], permissions: ['generations:write'], privileged: false, body: ownProject },
  { path: PROGRESS, permissions: ['generations:read'], privileged: false, body: idsOfSample },
  {
    path: DOWNLOAD,
    permissions: ['generations:read'],
    privileged: false,
    body: async () => ({ ...(await idsOfSample()), downloadType: 'audio' }),
  },
  {
    path: LIST_GENERATIONS,
    permissions: ['generations:read'],
    privileged: false,
    body: async () => ({ apiProjectId: (await sample()).apiProjectId }),
  },
];

export const ENDPOINTS: readonly Endpoint[] = [
  KEYS_LIST,
  KEYS_ROTATE,
  CONFIGURE,
  SEND_TEST_EVENT,
  ...GENERATION_ENDPOINTS,
];
