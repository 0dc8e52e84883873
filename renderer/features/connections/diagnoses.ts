/** What the last test of each connection said. It is forgotten when the connection is changed. */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { sentenceOf } from '../../components/messages/refusal.ts';
import type { Desk } from '../../state/desk.ts';

export type Diagnosis =
  | { readonly kind: 'testing' }
  | { readonly kind: 'said'; readonly ok: boolean; readonly sentence: string };

const diagnoses = createStore<Readonly<Record<string, Diagnosis>>>(() => ({}));

export function useDiagnosis(connectionId: string): Diagnosis | null {
  return useStore(diagnoses, (all) => all[connectionId] ?? null);
}

/** Asks the service whether address and key are right. It sends no recording and costs nothing. */
export async function testConnection(desk: Desk, connectionId: string): Promise<void> {
  diagnoses.setState({ [connectionId]: { kind: 'testing' } });
  const { ok, sentence } = await desk.client.connections
    .test({ connectionId })
    .catch((thrown: unknown) => ({ ok: false, sentence: sentenceOf(thrown) }));
  diagnoses.setState({ [connectionId]: { kind: 'said', ok, sentence } });
  await desk.refreshConnections().catch(() => undefined);
}
