/** The specs that hold the table of calls to what the desk sends: a desk, and a real service behind a record of its requests. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { type LocalVendor, startVendor } from '../../harness/cli/local-vendor.ts';
import { type BrowserDesk, startBrowserDesk } from '../../harness/desk/browser-desk.ts';
import { startRequestRecord } from '../../harness/service/request-record.ts';
import { addStudio, openStudioTab, studioPanel } from './studio-connection.ts';

/** @param options of the service's command */
export async function openPlace(options: readonly string[] = []) {
  const folder = mkdtempSync(path.join(tmpdir(), 'cleartake-endpoints-'));
  const service = await startVendor(path.join(folder, 'vendor'), options);
  const record = await startRequestRecord(service.baseUrl);
  const desk: BrowserDesk = await startBrowserDesk();
  const vendor: LocalVendor = { ...service, baseUrl: record.baseUrl };
  return {
    folder,
    desk,
    vendor,
    record,
    /** Studio on Connections, added with the admin key: its tabs, and what they show. */
    async studio(page: Page) {
      await addStudio(page, desk, vendor);
      return {
        open: (tab: string) => openStudioTab(page, tab),
        panel: studioPanel(page),
      };
    },
    async close() {
      await desk.stop();
      await record.close();
      await service.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Place = Awaited<ReturnType<typeof openPlace>>;
