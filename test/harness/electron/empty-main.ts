/** A main process that only opens an empty window: what any start on the stand-in takes. */

import { app, BrowserWindow, protocol } from 'electron';

protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }]);
void app.whenReady().then(async () => {
  protocol.handle(
    'app',
    () => new Response('<!doctype html><title>Empty</title>', { headers: { 'content-type': 'text/html' } }),
  );
  await new BrowserWindow().loadURL('app://cleartake/');
});
app.on('window-all-closed', () => app.quit());
