import { expect, test } from 'vitest';
import { z } from 'zod';
import { exportEvent, importEvent, lookEvent, moveEvent } from '../../../shared/contract/care.ts';
import { contract } from '../../../shared/contract/index.ts';
import { limitedPreviewEvent, partEvent, savingEvent } from '../../../shared/contract/listening/listening.ts';
import { findEvent } from '../../../shared/contract/listening/sources.ts';
import { saveAsEvent } from '../../../shared/contract/outputs.ts';
import { addingEvent } from '../../../shared/contract/queue/adding.ts';
import { presetsView } from '../../../shared/contract/queue/presets.ts';
import { batchEvent, updateEvent } from '../../../shared/contract/system.ts';
import { tableEvent } from '../../../shared/contract/tables.ts';
import { queueEvent } from '../../../shared/contract/views.ts';
import { watchFoldersEvent } from '../../../shared/contract/watch-folders.ts';
import { callsOf } from '../../harness/desk/contract-calls.ts';

/** Every property name in a schema of zod's, however deep. */
function namesIn(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(namesIn);
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([name, inner]) =>
    name === 'properties' ? [...Object.keys(inner), ...namesIn(Object.values(inner))] : namesIn(inner),
  );
}

interface Described {
  readonly '~orpc': { readonly outputSchema?: z.ZodType };
}

/** Names that look like secrets and hold none, by call; and the places for a secret that is shown to the person who asks for it. */
const KEY_METADATA = ['keyId', 'keyPrefix', 'parentKeyId'];
/** The specification's names for ids of keys, the name of a model, and addresses. */
const HARMLESS = ['actorKeyId', 'apiKeyId', 'baseUrl', 'hasKey', 'hasPassword', 'modelKey', 'url'];
const PLACES: Readonly<Record<string, readonly string[]>> = {
  'keys.list': [...KEY_METADATA, 'hasAdminKey', 'keys'],
  'keys.create': [...KEY_METADATA, 'key', 'secret'],
  'keys.rotate': [...KEY_METADATA, 'key', 'secret'],
  'webhooks.rotateSecret': ['secret'],
  'webhooks.revealSecret': ['secret'],
};

test('no answer of the contract has a place for a secret, but those that show one to the person', () => {
  const procedures = Object.values(contract).flatMap((group) => Object.values(group) as unknown as Described[]);
  const outputs = procedures.flatMap((procedure) => procedure['~orpc'].outputSchema ?? []);
  expect(outputs).toHaveLength(callsOf().length);
  // The answers that are streams are told by what flows in them.
  const schemas = [
    ...outputs.filter((schema) => schema instanceof z.ZodType),
    queueEvent,
    batchEvent,
    presetsView,
    addingEvent,
    updateEvent,
    watchFoldersEvent,
    lookEvent,
    moveEvent,
    exportEvent,
    importEvent,
    savingEvent,
    saveAsEvent,
    partEvent,
    limitedPreviewEvent,
    findEvent,
    tableEvent,
  ];
  const namesOf = (schema: z.ZodType) => namesIn(z.toJSONSchema(schema, { unrepresentable: 'any' }));
  const names = schemas.flatMap(namesOf);
  expect(schemas).toHaveLength(outputs.length);
  expect(names).toContain('hasKey');
  const suspicious = (all: readonly string[]) =>
    [...new Set(all.filter((name) => /key|secret|token|password|credential|signature|url$/i.test(name)))].sort();
  const plain = outputs.flatMap((schema, index) => {
    const call = callsOf()[index] ?? '';
    const own = schema instanceof z.ZodType ? namesOf(schema) : [];
    if (PLACES[call] === undefined) return own;
    expect([call, suspicious(own)]).toEqual([call, [...PLACES[call]].sort()]);
    return [];
  });
  const inStreams = schemas.filter((schema) => !outputs.includes(schema)).flatMap(namesOf);
  expect(suspicious([...plain, ...inStreams])).toEqual(HARMLESS);
});
