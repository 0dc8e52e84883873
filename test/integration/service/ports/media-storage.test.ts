import { createDiskStorage } from '../../../../electron/service/storage/disk-storage.ts';
import { temporaryFolder } from '../../../harness/service/test-service.ts';
import { describeMediaStorage } from './media-storage.contract.ts';

describeMediaStorage('on disk', async () => createDiskStorage(await temporaryFolder()));
