/** The page's entry point: picks the host's transport and renders the app. */

import '@fontsource-variable/inter/index.css';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { connectBrowser } from '../bridge/browser-session.ts';
import { receiveCommands } from '../bridge/desk-commands.ts';
import { createDeskLink } from '../bridge/desk-link.ts';
import { connectDesktop, desktopBridge } from '../bridge/desktop-transport.ts';
import { createPageDesk } from '../state/desk.ts';
import { App } from './app.tsx';

receiveCommands();
const desk = createPageDesk(createDeskLink(desktopBridge() === null ? connectBrowser : connectDesktop));
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no root');
createRoot(root).render(
  <StrictMode>
    <App desk={desk} />
  </StrictMode>,
);
