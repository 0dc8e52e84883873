/** What the routes of the service work with. */

import type { Clock } from '../../platform/time/clock.ts';
import type { ServiceConfiguration } from '../configuration.ts';
import type { RunningRehearsal } from '../rehearsal/rehearsal.ts';
import type { RandomBytes } from '../rules/identifiers.ts';
import type { MediaStorage } from '../storage/media-storage.ts';
import type { ServiceStore } from '../store/store.ts';
import type { Payments } from '../work/billing/payments.ts';
import type { StartQuotes } from '../work/billing/start-quotes.ts';
import type { Dispatcher } from '../work/generations/dispatcher.ts';
import type { LateOutputs } from '../work/generations/late-outputs.ts';
import type { OwnModels } from '../work/generations/own-models.ts';
import type { DirectUploads } from '../work/projects/direct-uploads.ts';
import type { MediumPictures } from '../work/projects/medium-pictures.ts';
import type { Uploads } from '../work/projects/uploads.ts';
import type { Webhooks } from '../work/webhooks/webhooks.ts';
import type { UrlSigner } from './signing/url-signer.ts';

export interface ServiceParts {
  readonly store: ServiceStore;
  readonly storage: MediaStorage;
  readonly uploads: Uploads;
  /** Null where all media pass through the service. */
  readonly directUploads: DirectUploads | null;
  readonly dispatcher: Dispatcher;
  readonly lateOutputs: LateOutputs;
  readonly webhooks: Webhooks;
  /** Null for a service that isn't a desk's own. */
  readonly ownModels: OwnModels | null;
  readonly quotes: StartQuotes;
  readonly pictures: MediumPictures;
  readonly payments: Payments;
  readonly signer: UrlSigner;
  readonly configuration: ServiceConfiguration;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  /** Null unless the service was started for a rehearsal. */
  readonly rehearsal: RunningRehearsal | null;
  /** Where the service listens, without a trailing slash. Known once it listens. */
  baseUrl(): string;
}
