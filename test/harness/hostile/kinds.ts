/** What an attempt of a hostile page is: a function that runs in the page, with nothing from outside but `Target`. */

import type { DeskClient } from '../../../shared/contract/index.ts';

/** What an attacker might know. */
export interface Target {
  /** Another site, which counts its visitors. */
  readonly foreign: string;
  /** A file of the person, with a secret in it, that was never given to the page. */
  readonly secretFile: string;
  /** Its folder. */
  readonly secretFolder: string;
}

/** An attempt throws or returns `refused` when it was refused; anything else is what it got. */
export interface Attempt {
  readonly name: string;
  /** An arrow function: its source text runs in the page. */
  readonly run: (target: Target) => unknown;
}

declare global {
  interface Window {
    testDesk: DeskClient;
  }
}
