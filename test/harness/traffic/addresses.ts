/** Which addresses are this computer, and which pages' requests leave it. */

import type { BrowserContext, Page } from '@playwright/test';

export function isLoopback(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, '').replace(/^::ffff:/, '');
  return /^127(\.\d{1,3}){3}$/.test(bare) || bare === '::1' || /^(.+\.)?localhost$/.test(bare);
}

export interface PageTraffic {
  /** Requests and WebSockets to this computer. */
  inside: number;
  /** Addresses of all others. */
  readonly outside: string[];
}

/** Counts what the pages of a browser ask for from now on. What lies in the page itself, such as `data:`, is no traffic. */
export function countPageTraffic(context: BrowserContext): PageTraffic {
  const traffic: PageTraffic = { inside: 0, outside: [] };
  const note = (address: string) => {
    const { protocol, hostname } = new URL(address);
    if (!/^(https?|wss?|ftp):$/.test(protocol)) return;
    if (isLoopback(hostname)) traffic.inside += 1;
    else traffic.outside.push(address);
  };
  const watch = (page: Page) => void page.on('websocket', (socket) => note(socket.url()));
  context.on('request', (request) => note(request.url()));
  context.on('page', watch);
  for (const page of context.pages()) watch(page);
  return traffic;
}
