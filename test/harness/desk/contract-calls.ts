import { contract } from '../../../shared/contract/index.ts';

/** The names of all calls, `connections.list` for one. */
export function callsOf(): string[] {
  return Object.entries(contract).flatMap(([group, calls]) => Object.keys(calls).map((call) => `${group}.${call}`));
}
