/** What the filter shows as a file. */

import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { exportTable } from '../../components/messages/export-table.tsx';
import { showRefusal } from '../../components/messages/refusal.ts';
import { useDesk } from '../../state/desk-context.ts';
import { EXPORT } from './strings.ts';

/** @param props.address the view, as text */
export function ExportMenu({ address }: { readonly address: string }) {
  const desk = useDesk();
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
            onClick={() => exportTable(desk, { list: 'history', format, view: address }).catch(showRefusal)}
          >
            {EXPORT.formats[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
