import { createMediaStorage } from '../../../../electron/service/storage/media-storage.ts';
import { temporaryFolder } from '../../../harness/service/test-service.ts';
import { describeMediaStorage } from './media-storage.contract.ts';

describeMediaStorage('on disk', async () => createMediaStorage(await temporaryFolder()));
