/** How long a seek takes: from the key or click in the page until the worklet has played the first sample of the new place. */

import type { Page } from 'playwright';

/** What the worklet tells. */
interface Told {
  readonly epoch: number;
  readonly frame: number;
  readonly playing: boolean;
  readonly starved: boolean;
}

declare global {
  interface Window {
    seekMeter: { told: (Told & { readonly at: number })[]; began: number };
  }
}

const LONGEST_MS = 10_000;
const BETWEEN_MS = 250;

/** Call it before the page is opened. */
export async function installSeekMeter(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const meter: Window['seekMeter'] = { told: [], began: 0 };
    window.seekMeter = meter;
    for (const kind of ['keydown', 'pointerup'] as const) {
      window.addEventListener(kind, ({ timeStamp }) => Object.assign(meter, { began: timeStamp, told: [] }), true);
    }
    window.AudioWorkletNode = class extends AudioWorkletNode {
      constructor(context: BaseAudioContext, name: string, options?: AudioWorkletNodeOptions) {
        super(context, name, options);
        this.port.addEventListener('message', ({ data }) => meter.told.push({ ...data, at: performance.now() }));
      }
    };
  });
}

/** While it plays. @param act seeks with one key or click @returns milliseconds of each, the shortest first */
export async function measureSeeks(page: Page, times: number, act: (turn: number) => Promise<void>): Promise<number[]> {
  const taken: number[] = [];
  for (let turn = 0; turn < times; turn++) {
    await page.waitForTimeout(BETWEEN_MS);
    const epoch = await page.evaluate(() => window.seekMeter.told.at(-1)?.epoch ?? 0);
    await act(turn);
    const heard = await page.waitForFunction(
      (before) => {
        const { told, began } = window.seekMeter;
        const [target, ...later] = told.filter((each) => each.epoch > before);
        const first = later.find(({ frame, playing, starved }) => playing && !starved && frame > (target?.frame ?? 0));
        return first === undefined ? null : first.at - began;
      },
      epoch,
      { timeout: LONGEST_MS },
    );
    taken.push((await heard.jsonValue()) ?? LONGEST_MS);
  }
  return taken.sort((one, other) => one - other);
}
