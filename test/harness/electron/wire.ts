/** Values on their way between the page's worlds and this process, as JSON: bytes become base64, everything else is itself. */

export type WireValue = { readonly json: unknown } | { readonly bytes: string; readonly view: boolean };

export function toWire(value: unknown): WireValue {
  if (value instanceof ArrayBuffer) return { bytes: Buffer.from(value).toString('base64'), view: false };
  if (!ArrayBuffer.isView(value)) return { json: value };
  return { bytes: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64'), view: true };
}

export function fromWire(value: WireValue): unknown {
  if ('json' in value) return value.json;
  const bytes = new Uint8Array(Buffer.from(value.bytes, 'base64'));
  return value.view ? bytes : bytes.buffer;
}

/** What the preload's world tells this process. */
export type FromPreload =
  | { readonly kind: 'invoke'; readonly id: number; readonly channel: string; readonly values: WireValue[] }
  | { readonly kind: 'send'; readonly channel: string; readonly values: WireValue[]; readonly ports: number[] }
  | { readonly kind: 'port-message'; readonly port: number; readonly value: WireValue }
  | { readonly kind: 'port-close'; readonly port: number };

/** What this process tells the preload's world. */
export type ToPreload =
  | { readonly kind: 'answer'; readonly id: number; readonly value: WireValue }
  | { readonly kind: 'failure'; readonly id: number; readonly message: string }
  | { readonly kind: 'event'; readonly channel: string; readonly values: WireValue[] }
  | { readonly kind: 'port-message'; readonly port: number; readonly value: WireValue }
  | { readonly kind: 'port-close'; readonly port: number };
