/** The card of one connection. */

import { Button, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconAlertTriangleFilled, IconCheck, IconCircleCheckFilled, IconCloud, IconCpu } from '@tabler/icons-react';
import type { ConnectionView } from '../../../shared/contract/connections.ts';
import { MODEL_IDS, MODELS } from '../../../shared/domain/models.ts';
import { formatUsd } from '../../../shared/domain/money.ts';
import { askForCaps } from '../../components/caps/cap-form.tsx';
import { ConnectionLabel } from '../../components/connections/connection-name.tsx';
import { askForKey } from '../../components/keys/key-form.tsx';
import { showRefusal } from '../../components/messages/refusal.ts';
import type { Desk } from '../../state/desk.ts';
import { useDesk, useSession } from '../../state/desk-context.ts';
import { distinctName, keyProblem } from '../../state/session-store.ts';
import { showKeys } from './account-keys/keys-dialog.tsx';
import { KEYS } from './account-keys/strings.ts';
import { ConnectionForm } from './connection-form.tsx';
import { needOf, needWords } from './connection-need.ts';
import classes from './connections.module.css';
import { type Diagnosis, testConnection, useDiagnosis } from './diagnoses.ts';
import { askForMark } from './mark-form.tsx';
import { openPortal } from './portal/portal-dialog.tsx';
import { ACCOUNT } from './portal/strings.ts';
import { priceWords } from './prices.ts';
import { lookForProjects } from './projects/projects-dialog.tsx';
import { PROJECTS } from './projects/strings.ts';
import { openRehearsal } from './rehearsal/rehearsal-dialog.tsx';
import { REHEARSAL } from './rehearsal/strings.ts';
import { CONNECTIONS, HEADER_LABELS, MARK, NEEDED } from './strings.ts';
import { WEBHOOKS } from './webhooks/strings.ts';
import { openWebhooks } from './webhooks/webhooks-dialog.tsx';

export function ConnectionCard({ connection }: { connection: ConnectionView }) {
  const desk = useDesk();
  const builtIn = connection.kind === 'built-in';
  const Icon = builtIn ? IconCpu : IconCloud;

  function choose(): void {
    desk.client.connections
      .choose({ connectionId: connection.id })
      .then(() => desk.refreshConnections())
      .catch(showRefusal);
  }

  return (
    <article
      className={classes.card}
      data-chosen={connection.chosen}
      data-color={connection.color}
      aria-label={connection.name}
    >
      <header className={classes.cardHead}>
        <span className={classes.icon}>
          <Icon size={20} stroke={1.7} />
        </span>
        <div className={classes.names}>
          <h2>
            {connection.name}
            {connection.label !== null && <ConnectionLabel color={connection.color} label={connection.label} />}
          </h2>
          <p>{builtIn ? CONNECTIONS.builtIn : connection.baseUrl}</p>
        </div>
        {connection.chosen ? (
          <span className={classes.selected}>
            <IconCheck size={15} stroke={2.2} />
            {CONNECTIONS.selected}
          </span>
        ) : (
          <Button onClick={choose}>{CONNECTIONS.select}</Button>
        )}
      </header>
      {!builtIn && <Facts connection={connection} />}
      {connection.parked !== null && (
        <p className={classes.parked}>
          <IconAlertTriangleFilled size={16} />
          {connection.parked.userMessage}
        </p>
      )}
      <Actions connection={connection} />
    </article>
  );
}

function Facts({ connection }: { connection: ConnectionView }) {
  const vault = useSession((state) => state.vaultKind);
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{CONNECTIONS.key}</dt>
        <dd data-missing={!connection.hasKey}>
          {connection.hasKey ? CONNECTIONS.keyStored[vault] : CONNECTIONS.keyMissing}
        </dd>
      </div>
      <div>
        <dt>{CONNECTIONS.headerLabel}</dt>
        <dd>{HEADER_LABELS[connection.headerStyle]}</dd>
      </div>
      {MODEL_IDS.map((model) => (
        <div key={model}>
          <dt>{MODELS[model].label}</dt>
          <dd>{priceWords(connection.prices[model]) ?? CONNECTIONS.noPrice}</dd>
        </div>
      ))}
      <div>
        <dt>{CONNECTIONS.cap}</dt>
        <dd>{capWords(connection.caps)}</dd>
      </div>
    </dl>
  );
}

function capWords({ day, month }: ConnectionView['caps']): string {
  const words = [
    ...(day === null ? [] : [CONNECTIONS.capADay(formatUsd(day))]),
    ...(month === null ? [] : [CONNECTIONS.capAMonth(formatUsd(month))]),
  ];
  return words.length === 0 ? CONNECTIONS.noPrice : words.join(' · ');
}

function Actions({ connection }: { connection: ConnectionView }) {
  const desk = useDesk();
  const diagnosis = useDiagnosis(connection.id);
  const test = () => void testConnection(desk, connection.id);

  function edit(): void {
    const id = modals.open({
      title: CONNECTIONS.editTitle(connection.name),
      size: 560,
      children: <ConnectionForm desk={desk} connection={connection} onDone={() => modals.close(id)} />,
    });
  }

  return (
    <footer className={classes.cardFoot}>
      <Button h={30} fz={12} loading={diagnosis?.kind === 'testing'} onClick={test}>
        {CONNECTIONS.test}
      </Button>
      <Button h={30} fz={12} onClick={() => lookForProjects(desk, connection.id, connection.name)}>
        {PROJECTS.open}
      </Button>
      <Button h={30} fz={12} onClick={() => openWebhooks(connection.id, connection.name)}>
        {WEBHOOKS.open}
      </Button>
      {connection.rehearsal !== 'none' && (
        <Button h={30} fz={12} onClick={() => openRehearsal(connection)}>
          {REHEARSAL.open}
        </Button>
      )}
      <Button h={30} fz={12} onClick={() => openPortal(desk, connection)}>
        {ACCOUNT.open}
      </Button>
      {connection.kind === 'built-in' && (
        <Button h={30} fz={12} onClick={() => askForMark(desk, connection)}>
          {MARK.open}
        </Button>
      )}
      {connection.kind === 'remote' && (
        <>
          <Button h={30} fz={12} onClick={() => askForCaps(desk, connection)}>
            {CONNECTIONS.caps}
          </Button>
          <Button h={30} fz={12} onClick={() => showKeys(desk, connection)}>
            {KEYS.open}
          </Button>
          <Button h={30} fz={12} onClick={edit}>
            {CONNECTIONS.edit}
          </Button>
          <Button
            h={30}
            fz={12}
            variant={keyProblem(connection) === null ? 'default' : 'filled'}
            onClick={() => askForKey(desk, connection, test)}
          >
            {connection.hasKey ? CONNECTIONS.changeKey : CONNECTIONS.enterKey}
          </Button>
          <Button h={30} fz={12} variant="subtle" color="gray" onClick={() => confirmRemoval(desk, connection)}>
            {CONNECTIONS.remove}
          </Button>
        </>
      )}
      <Answer connection={connection} diagnosis={diagnosis} />
    </footer>
  );
}

function Answer({ connection, diagnosis }: { connection: ConnectionView; diagnosis: Diagnosis | null }) {
  const said = diagnosis?.kind === 'said' ? diagnosis : null;
  const unpriced = MODEL_IDS.some((model) => connection.prices[model] === null);
  return (
    <span className={classes.answer} role="status" data-ok={said?.ok}>
      {diagnosis?.kind === 'testing' && CONNECTIONS.testing}
      {said !== null && (
        <>
          {said.ok ? <IconCircleCheckFilled size={16} /> : <IconAlertTriangleFilled size={16} />}
          {said.ok && connection.kind === 'remote'
            ? `${said.sentence} ${unpriced ? CONNECTIONS.unpriced : CONNECTIONS.priced}`
            : said.sentence}
        </>
      )}
    </span>
  );
}

/** Asks before removing, or explains why the connection can't be removed yet. */
function confirmRemoval(desk: Desk, connection: ConnectionView): void {
  const name = distinctName(desk.session.getState(), connection);
  const need = needOf(desk.queue.getState().jobs.values(), connection.id);
  if (need.begun + need.notStarted > 0) {
    const id = modals.open({
      title: NEEDED.title(name),
      children: (
        <>
          {needWords(need).map((words) => (
            <Text key={words} size="sm" mb="xs">
              {words}
            </Text>
          ))}
          <Button
            mt="xs"
            fullWidth
            variant="filled"
            data-autofocus
            onClick={() => {
              modals.close(id);
              desk.goTo('desk');
            }}
          >
            {NEEDED.toDesk}
          </Button>
        </>
      ),
    });
    return;
  }
  modals.openConfirmModal({
    title: CONNECTIONS.removeTitle(name),
    children: <Text size="sm">{CONNECTIONS.removeText}</Text>,
    labels: { confirm: CONNECTIONS.remove, cancel: CONNECTIONS.keep },
    confirmProps: { variant: 'filled', color: 'red' },
    cancelProps: { 'data-autofocus': true },
    onConfirm: () =>
      desk.client.connections
        .remove({ connectionId: connection.id })
        .then(() => desk.refreshConnections())
        .catch(showRefusal),
  });
}
