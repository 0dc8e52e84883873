/** What the filter shows as a file. */

import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { historyFileAddress } from '../../../shared/contract/page/history-address.ts';
import { downloadFrom } from '../../bridge/browser-session.ts';
import { showRefusal } from '../../components/messages/refusal.ts';
import { EXPORT } from './strings.ts';

/** @param props.address the view, as text */
export function ExportMenu({ address }: { readonly address: string }) {
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<IconDownload size={14} />}>
          {EXPORT.button}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(['csv', 'json'] as const).map((format) => (
          <Menu.Item
            key={format}
            onClick={() => downloadFrom(historyFileAddress(format, address), '').catch(showRefusal)}
          >
            {EXPORT.formats[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
