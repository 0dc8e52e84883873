/** Reads that many calls repeat at the same moment are made once. */

export interface TurnMemo {
  /** What `read` gave under this name in this turn of the event loop, else what it gives now. */
  read<Value>(name: string, read: () => Value): Value;
  /** Before anything is written. */
  forget(): void;
}

/** What is kept lasts for one turn: calls that arrived together see the same row, and no later call sees an old one. */
export function createTurnMemo(): TurnMemo {
  const kept = new Map<string, unknown>();
  const forget = () => kept.clear();
  return {
    read: <Value>(name: string, read: () => Value): Value => {
      if (kept.has(name)) return kept.get(name) as Value;
      const value = read();
      if (kept.size === 0) setImmediate(forget);
      kept.set(name, value);
      return value;
    },
    forget,
  };
}
