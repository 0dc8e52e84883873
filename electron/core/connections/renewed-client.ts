/**
 * A service client that outlives its key: what is refused because the key was replaced meanwhile is asked once more with the new one.
 * A refusal for the key (401) proves that nothing happened.
 */

import { CleartakeError } from '../../../shared/domain/errors.ts';
import type { ServiceClient } from '../api/service-client.ts';

/** Calls that are asked once more. Changes of an account are not among them, nor is a start, which its own protocol repeats. */
const ASKED_AGAIN = [
  'createProject',
  'progress',
  'askResult',
  'listGenerations',
  'listProjects',
  'cancelGeneration',
  'test',
  'testCreation',
] as const satisfies readonly (keyof ServiceClient)[];

interface Renewal {
  /** The key of `client`. */
  readonly key: string;
  /** The key of the connection now, once a rotation under way is over; null without one. */
  readonly currentKey: () => Promise<string | null>;
  readonly clientWith: (key: string) => ServiceClient;
}

export function renewedClient(client: ServiceClient, { key, currentKey, clientWith }: Renewal): ServiceClient {
  let newest = { key, client };

  async function renew(refused: string): Promise<ServiceClient | null> {
    if (newest.key !== refused) return newest.client;
    const current = await currentKey();
    if (current === null || current === refused) return null;
    newest = { key: current, client: clientWith(current) };
    return newest.client;
  }

  async function ask<Result>(call: (client: ServiceClient) => Promise<Result>): Promise<Result> {
    const tried = newest;
    try {
      return await call(tried.client);
    } catch (failure) {
      if (!(failure instanceof CleartakeError) || failure.code !== 'keyRefused') throw failure;
      const renewed = await renew(tried.key);
      if (renewed === null) throw failure;
      return await call(renewed);
    }
  }

  const again = Object.fromEntries(
    ASKED_AGAIN.map((name) => [
      name,
      (...args: unknown[]) => ask((one) => (one[name] as (...given: unknown[]) => Promise<unknown>)(...args)),
    ]),
  ) as Pick<ServiceClient, (typeof ASKED_AGAIN)[number]>;

  return {
    ...client,
    ...again,
    async startOnce(...start) {
      const answer = await newest.client.startOnce(...start);
      // Whoever classifies the refusal shall know that the key was being replaced.
      if (answer.status === 401) await currentKey().catch(() => null);
      return answer;
    },
  };
}
