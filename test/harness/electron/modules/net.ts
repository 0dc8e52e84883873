/** `net`: requests of the main process, by Node's client; and `autoUpdater`, of which only events are asked. */

import { EventEmitter } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { recordCall } from '../calls.ts';

type RequestOptions = http.RequestOptions & { readonly redirect?: string; readonly session?: unknown };

export const net = {
  request({ session: _session, redirect: _redirect, ...options }: RequestOptions): http.ClientRequest {
    recordCall('net.request', `${options.protocol}//${options.hostname}`);
    return (options.protocol === 'https:' ? https : http).request(options);
  },
};

export const autoUpdater = new EventEmitter();
