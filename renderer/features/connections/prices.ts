/** Parses and formats prices and service addresses. Pure. */

import { type AddressProblem, isLoopbackHost, problemOfAddress } from '../../../shared/domain/connections/addresses.ts';
import { MICRO_USD_PER_USD, type MicroUsd } from '../../../shared/domain/money.ts';
import { CONNECTIONS } from './strings.ts';

export type PriceUnit = 'minute' | 'second';

const SECONDS: Readonly<Record<PriceUnit, number>> = { minute: 60, second: 1 };
const MAX_USD_PER_SECOND = 1000;

/**
 * @param text dollars, with a decimal point or comma; empty means unknown
 * @returns micro-USD per second, null if empty, or `invalid`
 */
export function readPrice(text: string, unit: PriceUnit): MicroUsd | null | 'invalid' {
  const plain = text.trim().replace(',', '.');
  if (plain === '') return null;
  if (!/^\d{0,6}(\.\d{0,9})?$/.test(plain) || plain === '.') return 'invalid';
  const perSecond = Number(plain) / SECONDS[unit];
  return perSecond > MAX_USD_PER_SECOND ? 'invalid' : Math.round(perSecond * MICRO_USD_PER_USD);
}

/** `0.012 USD per minute`, exact to the micro-dollar; null if unknown. */
export function priceWords(perSecond: MicroUsd | null): string | null {
  if (perSecond === null) return null;
  const perMinute = (perSecond * 60) / MICRO_USD_PER_USD;
  return CONNECTIONS.price(Number(perMinute.toFixed(6)));
}

/** The price per minute as form input; empty if unknown. */
export function priceText(perSecond: MicroUsd | null): string {
  return perSecond === null ? '' : String(Number(((perSecond * 60) / MICRO_USD_PER_USD).toFixed(6)));
}

/** `127.0.0.1:8080` as `http://127.0.0.1:8080`: on this computer alone nobody in between can read what is sent. */
export function withScheme(text: string): string {
  const plain = text.trim();
  const [host = ''] = plain.split(/:\d+(?=\/|$)|\//);
  return isLoopbackHost(host) ? `http://${plain}` : plain;
}

/** Why a text isn't a valid service address; null if it is one. */
export function addressProblem(text: string): AddressProblem | 'noScheme' | null {
  const plain = text.trim();
  // Without a scheme, a port makes a host look like one.
  if (/^[\w-]+(\.[\w-]+)+(:\d+)?(\/|$)/.test(plain)) return 'noScheme';
  if (!URL.canParse(plain)) return 'incomplete';
  return problemOfAddress(new URL(plain));
}

/**
 * The page of a service's billing, where ? and # are fine.
 * @returns null if empty
 */
export function parsePage(text: string): string | null | 'invalid' {
  if (text.trim() === '') return null;
  const problem = addressProblem(text);
  return problem === null || problem === 'extra' ? new URL(text.trim()).href : 'invalid';
}

/** The base address for the desk: https, or http on loopback, without a trailing slash. Null if invalid. */
export function readBaseUrl(text: string): string | null {
  if (addressProblem(text) !== null) return null;
  return new URL(text.trim()).href.replace(/\/+$/, '').replace(/\/v1$/, '');
}

/** @param other null for the built-in service, which has no address of its own */
export function isSameOrigin(one: string, other: string | null): boolean {
  return other !== null && URL.canParse(other) && new URL(one).origin === new URL(other).origin;
}
