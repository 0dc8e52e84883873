/** Injected into the page's own world before its scripts: builds what the preload exposes, each call going to the preload's world. */

/** A value as the preload's world describes it. */
export type Description =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'function'; readonly id: number }
  | { readonly kind: 'object'; readonly entries: readonly (readonly [string, Description])[] };

/** Self-contained: its source text runs in the page. The two worlds share the document alone, so events on it carry the calls. */
export function installMainWorld(): void {
  if (window !== window.top) return;
  interface Settling {
    resolve(value: unknown): void;
    reject(error: Error): void;
  }
  const settling = new Map<number, Settling>();
  let lastCall = 0;
  let returned: { kind: 'value' | 'thrown' | 'promise'; value?: unknown } | null = null;

  function build(description: Description): unknown {
    if (description.kind === 'value') return description.value;
    if (description.kind === 'object') {
      return Object.freeze(Object.fromEntries(description.entries.map(([name, entry]) => [name, build(entry)])));
    }
    return (...values: unknown[]) => call(description.id, values);
  }

  function call(target: number, values: unknown[]): unknown {
    const id = ++lastCall;
    returned = null;
    document.dispatchEvent(new CustomEvent('shim:call', { detail: { target, id, values } }));
    const answer = returned as { kind: 'value' | 'thrown' | 'promise'; value?: unknown } | null;
    if (answer === null) throw new Error('The preload did not answer');
    if (answer.kind === 'thrown') throw new Error(String(answer.value));
    if (answer.kind === 'value') return answer.value;
    return new Promise((resolve, reject) => settling.set(id, { resolve, reject }));
  }

  document.addEventListener('shim:expose', (event) => {
    const { name, description } = (event as CustomEvent<{ name: string; description: Description }>).detail;
    Object.defineProperty(window, name, { value: build(description), enumerable: true });
  });
  document.addEventListener('shim:return', (event) => {
    returned = (event as CustomEvent).detail;
  });
  document.addEventListener('shim:settle', (event) => {
    const { id, value, message } = (event as CustomEvent<{ id: number; value?: unknown; message?: string }>).detail;
    const waiting = settling.get(id);
    settling.delete(id);
    if (message === undefined) waiting?.resolve(value);
    else waiting?.reject(new Error(message));
  });
}
