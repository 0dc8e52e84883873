/** Notices about the data folder and about accounts, shown until they are dismissed. */

import { Button } from '@mantine/core';
import { IconCoins, IconDatabaseHeart, IconDatabaseX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { Notice } from '../../../../shared/contract/system.ts';
import { Banner } from '../../../components/messages/banner.tsx';
import { showRefusal } from '../../../components/messages/refusal.ts';
import { useDesk, useSession } from '../../../state/desk-context.ts';
import { announce } from '../../../state/page-stores.ts';
import { NOTICES } from '../strings.ts';

export function Notices() {
  const desk = useDesk();
  const notices = useSession((state) => state.notices);
  const announced = useRef(new Set<string>());

  useEffect(() => {
    const fresh = notices.filter(({ id }) => !announced.current.has(id));
    for (const { id } of fresh) announced.current.add(id);
    if (fresh.length > 0) announce(fresh.map(({ sentence }) => sentence).join(' '));
  }, [notices]);

  function dismiss(notice: Notice, button: HTMLElement): void {
    const next = nextButton(button);
    desk.dismissNotice(notice.id).catch(showRefusal);
    next?.focus();
  }

  return notices.map((notice) => (
    <Banner
      key={notice.id}
      label={NOTICES.labels[notice.kind]}
      tone={notice.kind === 'recovered' ? 'calm' : 'warn'}
      icon={iconOf(notice)}
      action={
        <Button h={30} fz={12} onClick={(event) => dismiss(notice, event.currentTarget)}>
          {NOTICES.dismiss}
        </Button>
      }
    >
      {notice.sentence}
    </Banner>
  ));
}

function iconOf({ kind }: Notice) {
  if (kind === 'alert') return <IconCoins size={20} />;
  return kind === 'recovered' ? <IconDatabaseHeart size={20} /> : <IconDatabaseX size={20} />;
}

/** The next button on the page, so that the focus isn't lost with the dismissed notice. */
function nextButton(button: HTMLElement): HTMLElement | undefined {
  const buttons = [...document.querySelectorAll<HTMLElement>('#content button:not([disabled])')];
  return buttons[buttons.indexOf(button) + 1];
}
