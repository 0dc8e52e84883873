/** A growing list of numbers, eight bytes each. */

export interface NumberList {
  readonly length: number;
  push(value: number): void;
  /** All of them, valid until the next one is added. */
  values(): Float64Array;
}

export function createNumberList(): NumberList {
  let store = new Float64Array(1024);
  let length = 0;
  return {
    get length() {
      return length;
    },
    push: (value) => {
      if (length === store.length) {
        const larger = new Float64Array(store.length * 2);
        larger.set(store);
        store = larger;
      }
      store[length++] = value;
    },
    values: () => store.subarray(0, length),
  };
}
