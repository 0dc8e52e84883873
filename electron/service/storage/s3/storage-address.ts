/** Where an S3-compatible storage is: `s3://bucket/prefix` with its settings, checked before anything is sent there. */

import { isPrivateChannel } from '../../../../shared/domain/connections/addresses.ts';

/** As `storage` of the configuration. */
export interface StorageSettings {
  readonly endpoint?: string | undefined;
  readonly publicEndpoint?: string | undefined;
  readonly region?: string | undefined;
  readonly pathStyle?: boolean | undefined;
  readonly plainHttp: boolean;
  readonly certificates?: string | undefined;
}

export interface StorageAddress {
  readonly bucket: string;
  /** '' or ends with a slash. */
  readonly prefix: string;
  /** Undefined for Amazon's own of the region. */
  readonly endpoint: string | undefined;
  /** Where clients reach the storage. */
  readonly publicEndpoint: string | undefined;
  /** Undefined for what the environment says. */
  readonly region: string | undefined;
  /** Whether the bucket is the first part of the path, instead of the host's name. */
  readonly pathStyle: boolean;
  /** PEM of authorities that are trusted beside the public ones. */
  readonly certificates: string | undefined;
}

const ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w!.*'()/-]*))?$/;

/** What a storage with an address of its own is signed for, unless it is told. */
const USUAL_REGION = 'us-east-1';

/** @throws RangeError with a sentence for whoever set it up */
export function readStorageAddress(text: string, settings: StorageSettings): StorageAddress {
  const match = ADDRESS.exec(text);
  if (match === null) {
    throw new RangeError(`--storage needs an address such as s3://bucket or s3://bucket/folder, not ${text}.`);
  }
  const [, bucket = '', folder = ''] = match;
  const parts = folder.split('/').filter((part) => part !== '');
  if (parts.includes('.') || parts.includes('..')) throw new RangeError('The folder of --storage has a . or .. in it.');
  const endpoint = readEndpoint(settings.endpoint, settings.plainHttp);
  return {
    bucket,
    prefix: parts.length === 0 ? '' : `${parts.join('/')}/`,
    endpoint,
    publicEndpoint: readEndpoint(settings.publicEndpoint, settings.plainHttp) ?? endpoint,
    region: settings.region ?? (endpoint === undefined ? undefined : USUAL_REGION),
    pathStyle: settings.pathStyle ?? endpoint !== undefined,
    certificates: settings.certificates,
  };
}

function readEndpoint(text: string | undefined, plainHttp: boolean): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '' || url.hash !== '') {
    throw new RangeError('The endpoint of the storage must be an address such as https://s3.studio.example.');
  }
  if (!isPrivateChannel(url) && !plainHttp) {
    throw new RangeError(
      `${url.origin} would receive recordings unencrypted. Use https, or set storage.plainHttp in the configuration if the network is yours alone.`,
    );
  }
  return url.href.replace(/\/$/, '');
}
