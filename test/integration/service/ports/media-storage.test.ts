import { createDiskStorage } from '../../../../electron/service/storage/disk-storage.ts';
import { openTestStorage } from '../../../harness/s3/test-storage.ts';
import { temporaryFolder } from '../../../harness/service/test-service.ts';
import { describeMediaStorage } from './media-storage.contract.ts';

describeMediaStorage('on disk', async () => createDiskStorage(await temporaryFolder()));

describeMediaStorage('in a bucket', async () => (await openTestStorage()).connect(await temporaryFolder()));
