/** Attempts of an injected script with what a page has: requests, elements, frames, windows, permissions, media addresses. */

import type { Attempt, Target } from './kinds.ts';

/** Each runs in the page from its source text: it uses nothing but its argument. */
export const REQUESTS: readonly Attempt[] = [
  { name: 'fetch another site', run: ({ foreign }) => fetch(foreign, { mode: 'no-cors' }) },
  { name: 'fetch with credentials', run: ({ foreign }) => fetch(foreign, { credentials: 'include' }) },
  {
    name: 'post to another site',
    run: ({ foreign }) => fetch(foreign, { method: 'POST', body: 'x', mode: 'no-cors' }),
  },
  { name: 'fetch a file', run: ({ secretFile }) => fetch(`file://${secretFile}`) },
  { name: 'fetch a data address', run: () => fetch('data:text/plain,x') },
  { name: 'fetch another host of the scheme', run: () => fetch('app://elsewhere/') },
  {
    name: 'XMLHttpRequest to another site',
    run: ({ foreign }) =>
      new Promise((resolve, reject) => {
        const request = new XMLHttpRequest();
        request.open('GET', foreign);
        request.onload = resolve;
        request.onerror = reject;
        request.send();
      }),
  },
  {
    name: 'WebSocket to another site',
    run: ({ foreign }) =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(foreign.replace('http', 'ws'));
        socket.onopen = resolve;
        socket.onerror = reject;
      }),
  },
  {
    name: 'EventSource of another site',
    run: ({ foreign }) =>
      new Promise((resolve, reject) => {
        const source = new EventSource(foreign);
        source.onopen = resolve;
        source.onerror = reject;
      }),
  },
  { name: 'a worker from a data address', run: () => startWorker('data:text/javascript,postMessage(1)') },
  { name: 'a worker from a blob', run: () => startWorker(URL.createObjectURL(new Blob(['postMessage(1)']))) },
  { name: 'a service worker from elsewhere', run: ({ foreign }) => navigator.serviceWorker.register(foreign) },
  { name: 'a service worker of its own', run: () => navigator.serviceWorker.register('/media/file?take=x') },
  {
    name: 'text as a program',
    run: () => (globalThis as unknown as Record<string, (text: string) => unknown>).eval?.('1'),
  },
];

function startWorker(address: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(address);
    worker.onmessage = resolve;
    worker.onerror = reject;
  });
}

/** Elements that load something: tag, attribute, address (`FOREIGN` and `FILE` are replaced). */
export const ELEMENTS: readonly (readonly [tag: string, attribute: string, address: string])[] = [
  ['img', 'src', 'FOREIGN'],
  ['script', 'src', 'FOREIGN'],
  ['script', 'src', 'data:text/javascript,window.injected=1'],
  ['link', 'href', 'FOREIGN'],
  ['iframe', 'src', 'FOREIGN'],
  ['iframe', 'src', 'FILE'],
  ['object', 'data', 'FOREIGN'],
  ['object', 'data', 'FILE'],
  ['embed', 'src', 'FOREIGN'],
  ['embed', 'src', 'FILE'],
  ['audio', 'src', 'FOREIGN'],
  ['audio', 'src', 'FILE'],
  ['video', 'src', 'FOREIGN'],
  ['img', 'src', 'FILE'],
  ['img', 'src', 'app://elsewhere/a.png'],
];

/** Runs in the page. @returns whether the element loaded anything */
export function loadElement(
  [tag, attribute, address]: readonly [string, string, string],
  target: Target,
): Promise<string> {
  const element = document.createElement(tag);
  if (tag === 'link') element.setAttribute('rel', 'stylesheet');
  const real = address === 'FOREIGN' ? target.foreign : address === 'FILE' ? `file://${target.secretFile}` : address;
  return new Promise((resolve) => {
    const settle = (outcome: string) => {
      element.remove();
      resolve(outcome);
    };
    // A refused frame loads an empty page of its own, which no script of ours may read.
    const isFrame = tag === 'iframe';
    element.addEventListener('load', () => {
      const inside = isFrame ? (element as HTMLIFrameElement).contentDocument?.body.textContent : 'loaded';
      settle(inside === undefined || inside === '' ? 'refused' : `loaded ${inside}`);
    });
    element.addEventListener('loadeddata', () => settle('loaded'));
    element.addEventListener('error', () => settle('refused'));
    element.setAttribute(attribute, real);
    document.body.append(element);
    setTimeout(() => settle('refused'), 700);
  });
}

/** Addresses of this origin that must answer with nothing of value. */
export const OWN_ADDRESSES: readonly (readonly [method: string, address: string])[] = [
  ['GET', '/..%2f..%2fpackage.json'],
  ['GET', '/%2e%2e/%2e%2e/etc/passwd'],
  ['GET', '/..%5c..%5cpackage.json'],
  ['GET', '/%2fetc%2fpasswd'],
  ['GET', '/assets/..%2f..%2f..%2fmain/main.js'],
  ['GET', '/index.html%00.js'],
  ['GET', '/media/file?take=original:..%2f..%2fetc%2fpasswd'],
  ['GET', '/media/file?take=%2fetc%2fpasswd'],
  ['GET', '/media/file?take=result:__proto__'],
  ['GET', '/media/file?take=original:%00'],
  ['GET', '/media/peaks?take=..%2fcleartake.sqlite'],
  ['GET', '/media/pcm?take=file:%2f%2f%2fetc%2fpasswd&from=0&frames=10&rate=48000'],
  ['GET', '/media/tile?take=difference:..&from=0&frames=10&rate=48000&columns=1&rows=1&scale=mel'],
  ['GET', '/media/..%2fcleartake.sqlite?take=original:x'],
  ['POST', '/media/upload?name=..'],
  ['POST', '/media/upload?name='],
  ['PUT', '/media/upload?name=a.wav'],
  ['DELETE', '/media/file?take=original:x'],
  ['POST', '/'],
];

export const PERMISSIONS: readonly Attempt[] = [
  { name: 'the microphone', run: () => navigator.mediaDevices.getUserMedia({ audio: true }) },
  { name: 'the camera', run: () => navigator.mediaDevices.getUserMedia({ video: true }) },
  { name: 'the screen', run: () => navigator.mediaDevices.getDisplayMedia() },
  {
    name: 'the place',
    run: () => new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, reject)),
  },
  {
    name: 'notifications',
    run: async () => ((await Notification.requestPermission()) === 'granted' ? 'granted' : 'refused'),
  },
  { name: 'the clipboard', run: () => navigator.clipboard.readText() },
  { name: 'MIDI', run: () => navigator.requestMIDIAccess({ sysex: true }) },
  { name: 'USB', run: () => ask('usb', 'requestDevice', { filters: [] }) },
  { name: 'serial ports', run: () => ask('serial', 'requestPort', {}) },
  { name: 'HID', run: () => ask('hid', 'requestDevice', { filters: [] }) },
  { name: 'Bluetooth', run: () => ask('bluetooth', 'requestDevice', { acceptAllDevices: true }) },
];

function ask(device: string, method: string, options: unknown): unknown {
  const api = (navigator as unknown as Record<string, Record<string, (options: unknown) => unknown>>)[device];
  if (api === undefined) throw new Error('There is none');
  return api[method]?.(options);
}

/** Ways out of the page. None throws; afterward the page must still be there, alone. */
export const WAYS_OUT: readonly Attempt[] = [
  { name: 'location', run: ({ foreign }) => void window.location.assign(foreign) },
  { name: 'location to a file', run: ({ secretFile }) => void window.location.assign(`file://${secretFile}`) },
  { name: 'a link', run: ({ foreign }) => Object.assign(document.createElement('a'), { href: foreign }).click() },
  { name: 'a link that opens a window', run: ({ foreign }) => clickLink(foreign, '_blank') },
  { name: 'a form', run: ({ foreign }) => submitForm(foreign) },
  { name: 'a window of another site', run: ({ foreign }) => void window.open(foreign) },
  { name: 'a window without an opener', run: ({ foreign }) => void window.open(foreign, '_blank', 'noopener') },
  { name: 'a window of a file', run: ({ secretFile }) => void window.open(`file://${secretFile}`) },
  { name: 'an empty window', run: () => void window.open('about:blank') },
];

function clickLink(href: string, target: string): void {
  const link = Object.assign(document.createElement('a'), { href, target });
  document.body.append(link);
  link.click();
  link.remove();
}

function submitForm(action: string): void {
  const form = Object.assign(document.createElement('form'), { action, method: 'post' });
  document.body.append(form);
  form.submit();
  form.remove();
}

/** The functions that attempts call, as text for the page. */
export const HELPERS = [startWorker, ask, clickLink, submitForm].map(String).join('\n');
