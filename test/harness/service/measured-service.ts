/** Starts a service that measures itself, and asks it how it fares. */

import { fork } from 'node:child_process';
import path from 'node:path';
import type { ServiceConfigurationInput } from '../../../electron/service/configuration.ts';
import type { AskMeasured, FromMeasured } from './measured-service-process.ts';

const ENTRY = path.join(import.meta.dirname, 'measured-service-process.ts');

export interface Fare {
  /** Of the processor's time, and by the clock. */
  readonly turnMs: number;
  readonly stallMs: number;
  /** Bytes beyond what it had before, at most and in the end. */
  readonly peakGrowth: number;
  readonly growth: number;
}

export interface MeasuredService {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly port: number;
  /** Measures the service while the work goes on. */
  during(work: () => Promise<void>): Promise<Fare>;
  stop(): Promise<void>;
}

export async function startMeasuredService(configuration: ServiceConfigurationInput = {}): Promise<MeasuredService> {
  const child = fork(ENTRY, [], {
    execArgv: ['--expose-gc'],
    env: { PATH: process.env.PATH, MEASURED_CONFIGURATION: JSON.stringify(configuration) },
    stdio: ['ignore', 2, 2, 'ipc'],
  });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  const ask = <Kind extends FromMeasured['kind']>(kind: Kind, what?: AskMeasured) =>
    new Promise<Extract<FromMeasured, { kind: Kind }>>((resolve, reject) => {
      const onMessage = (message: unknown) => {
        const told = message as FromMeasured;
        if (told.kind !== kind) return;
        child.off('message', onMessage);
        resolve(told as Extract<FromMeasured, { kind: Kind }>);
      };
      child.on('message', onMessage);
      void gone.then((code) => reject(new Error(`The service ended with ${code}`)));
      if (what !== undefined) child.send(what);
    });
  const { baseUrl, apiKey } = await ask('listening');
  return {
    baseUrl,
    apiKey,
    port: Number(new URL(baseUrl).port),
    stop: async () => {
      if (child.connected) child.send('stop' satisfies AskMeasured);
      await gone;
    },
    during: async (work) => {
      const { rss } = await ask('begun', 'begin');
      await new Promise((resolve) => setTimeout(resolve, 50));
      await work();
      const measured = await ask('measured', 'measure');
      return {
        turnMs: measured.turnMs,
        stallMs: measured.stallMs,
        peakGrowth: measured.peakRss - rss,
        growth: measured.rss - rss,
      };
    },
  };
}
