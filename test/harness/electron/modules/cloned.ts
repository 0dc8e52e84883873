/** Messages as Electron sends them between processes: cloned as the web platform does it, which takes a view's whole buffer along. */

/** More than this beside what a view shows is a mistake of the sender, in bytes. */
const MOST_BESIDE = 4096;

/** @throws Error when a small view would carry a large buffer, or something in the message can't be cloned */
export function asCloned(message: unknown): unknown {
  refuseHiddenBytes(message);
  return structuredClone(message);
}

function refuseHiddenBytes(value: unknown): void {
  if (ArrayBuffer.isView(value)) {
    const beside = value.buffer.byteLength - value.byteLength;
    if (beside > MOST_BESIDE) throw new Error(`A view of ${value.byteLength} bytes would carry ${beside} more`);
  } else if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) refuseHiddenBytes(part);
  }
}
