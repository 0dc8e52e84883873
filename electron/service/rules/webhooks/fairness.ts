/** Whose delivery begins next: accounts in turn, and the endpoints of an account in turn, below a ceiling each. Pure rules. */

import type { DueDelivery } from '../../store/webhook-port.ts';

/** A slow receiver keeps no more than this busy; the others go on. */
export const AT_ONCE_PER_ENDPOINT = 4;
/** However many slow receivers an account has, three quarters are left to the others. */
export const AT_ONCE_PER_ACCOUNT = 16;
export const AT_ONCE = 64;

/** What is under way, and who had the last turn. */
export interface Round {
  readonly underWay: readonly DueDelivery[];
  /** The account that had the last turn; empty at first. */
  readonly lastAccount: string;
  /** By account, the endpoint that had its last turn. */
  readonly lastEndpoints: ReadonlyMap<string, string>;
}

/** How many more may begin, in all, of an account and at an endpoint. Never below zero. */
export function roomIn({ underWay }: Pick<Round, 'underWay'>) {
  const accounts = counted(underWay, ({ userId }) => userId);
  const endpoints = counted(underWay, ({ endpointId }) => endpointId);
  return {
    all: Math.max(0, AT_ONCE - underWay.length),
    ofAccount: (userId: string) => Math.max(0, AT_ONCE_PER_ACCOUNT - (accounts.get(userId) ?? 0)),
    atEndpoint: (endpointId: string) => Math.max(0, AT_ONCE_PER_ENDPOINT - (endpoints.get(endpointId) ?? 0)),
  };
}

/** @param due longest due first; what is under way may be among it */
export function chooseInTurn(due: readonly DueDelivery[], round: Round): DueDelivery[] {
  const room = roomIn(round);
  const busy = new Set(round.underWay.map(({ deliveryId }) => deliveryId));
  const free = due.filter(({ deliveryId }) => !busy.has(deliveryId));
  const accounts = startingAfter(
    Map.groupBy(free, ({ userId }) => userId),
    round.lastAccount,
  ).map(([userId, ofAccount]) => {
    const endpoints = startingAfter(
      Map.groupBy(ofAccount, ({ endpointId }) => endpointId),
      round.lastEndpoints.get(userId) ?? '',
    );
    const open = endpoints.map(([endpointId, atEndpoint]) => atEndpoint.slice(0, room.atEndpoint(endpointId)));
    return oneOfEach(open, room.ofAccount(userId));
  });
  return oneOfEach(accounts, room.all);
}

/** The lists in the order of their names, beginning behind one of them. */
function startingAfter<Item>(lists: Map<string, Item[]>, last: string): [string, Item[]][] {
  const ordered = [...lists].sort(([one], [other]) => (one < other ? -1 : 1));
  return [...ordered.filter(([name]) => name > last), ...ordered.filter(([name]) => name <= last)];
}

/** The first of each list, then the second of each, until there are enough. */
function oneOfEach<Item>(lists: readonly (readonly Item[])[], most: number): Item[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  const taken: Item[] = [];
  for (let place = 0; place < longest && taken.length < most; place++) {
    taken.push(...lists.flatMap((list) => list.slice(place, place + 1)));
  }
  return taken.slice(0, most);
}

function counted<Item>(items: readonly Item[], name: (item: Item) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(name(item), (counts.get(name(item)) ?? 0) + 1);
  return counts;
}
