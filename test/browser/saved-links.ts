/** Links that the page follows to save files: caught, since a test's page must not leave for them. */

import { afterEach, beforeEach } from 'vitest';

interface SavedLink {
  readonly address: string;
  readonly name: string;
}

/** For each test of a file. @returns those of the running test, in order */
export function catchSavedLinks(): readonly SavedLink[] {
  const realClick = HTMLAnchorElement.prototype.click;
  const caught: SavedLink[] = [];
  beforeEach(() => {
    caught.length = 0;
    HTMLAnchorElement.prototype.click = function follow() {
      if (this.hasAttribute('download')) caught.push({ address: this.getAttribute('href') ?? '', name: this.download });
      else realClick.call(this);
    };
  });
  afterEach(() => {
    HTMLAnchorElement.prototype.click = realClick;
  });
  return caught;
}
