/** The places of Settings, from the features that have something to set. A feature's place is added here. */

import {
  IconAdjustments,
  IconBell,
  IconDatabase,
  IconFileText,
  IconFolderSearch,
  IconList,
  IconNetwork,
  IconSettings,
  IconStar,
  IconWaveSine,
} from '@tabler/icons-react';
import { DataPlace } from '../features/settings/places/data-place.tsx';
import { GeneralPlace } from '../features/settings/places/general-place.tsx';
import { ModelsPlace } from '../features/settings/places/models-place.tsx';
import { NetworkPlace } from '../features/settings/places/network-place.tsx';
import { NotificationsPlace } from '../features/settings/places/notifications-place.tsx';
import { OutputSettings } from '../features/settings/places/output-place.tsx';
import { PresetsPlace } from '../features/settings/places/presets-place.tsx';
import { AdvancedPlace, QueuePlace } from '../features/settings/places/queue-place.tsx';
import type { PlacePage } from '../features/settings/settings-page.tsx';
import { MODELS_PLACE, NETWORK, SETTINGS } from '../features/settings/strings.ts';
import { WATCH_WORDS } from '../features/watch-folders/strings.ts';
import { WatchFoldersPlace } from '../features/watch-folders/watch-folders-place.tsx';

export const PLACE_PAGES: readonly PlacePage[] = [
  { id: 'general', title: SETTINGS.general.title, Icon: IconSettings, Content: GeneralPlace },
  { id: 'presets', title: SETTINGS.presets.title, Icon: IconStar, Content: PresetsPlace },
  { id: 'models', title: MODELS_PLACE.title, Icon: IconWaveSine, Content: ModelsPlace },
  { id: 'output', title: SETTINGS.output.title, Icon: IconFileText, Content: OutputSettings },
  { id: 'watch-folders', title: WATCH_WORDS.title, Icon: IconFolderSearch, Content: WatchFoldersPlace },
  { id: 'queue', title: SETTINGS.queue.title, Icon: IconList, Content: QueuePlace },
  { id: 'network', title: NETWORK.title, Icon: IconNetwork, Content: NetworkPlace },
  { id: 'notifications', title: SETTINGS.attention.title, Icon: IconBell, Content: NotificationsPlace },
  { id: 'data', title: SETTINGS.dataPlace.title, Icon: IconDatabase, Content: DataPlace },
  { id: 'advanced', title: SETTINGS.advanced.title, Icon: IconAdjustments, Content: AdvancedPlace },
];
