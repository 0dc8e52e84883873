/** The port to where secrets rest. Only the core asks for them; nothing in the contract can read one. */

export interface Vault {
  /** `keychain`: the operating system protects it. `file`: readable by its owner alone, not encrypted. `memory`: gone with the program. */
  readonly kind: 'keychain' | 'file' | 'memory';
  /** One honest sentence for the person about how keys are kept here. */
  readonly sentence: string;
  get(name: string): Promise<string | null>;
  set(name: string, secret: string): Promise<void>;
  delete(name: string): Promise<void>;
}

/** Keeps secrets while the program runs, for machines without a protected store. */
export function createMemoryVault(): Vault {
  const secrets = new Map<string, string>();
  return {
    kind: 'memory',
    sentence: 'This computer offers no protected key store: keys are kept until Cleartake closes and asked for again.',
    get: async (name) => secrets.get(name) ?? null,
    set: async (name, secret) => {
      secrets.set(name, secret);
    },
    delete: async (name) => {
      secrets.delete(name);
    },
  };
}
