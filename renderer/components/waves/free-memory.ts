/** Frees the memory of a buffer at once. */

const { port1: bin, port2: nowhere } = new MessageChannel();
nowhere.close();

/**
 * Nobody may read it anymore. A message that no one receives takes the memory with it; without one, what was fetched stays until the browser
 * collects garbage, and dozens of megabytes gather.
 */
export function freeMemory({ buffer }: { readonly buffer: ArrayBuffer }): void {
  bin.postMessage(null, [buffer]);
}
