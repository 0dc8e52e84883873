/** What is known of a connection, each fact with the button that changes it, and a test of whether it works. */

import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconAlertTriangleFilled, IconCircleCheckFilled } from '@tabler/icons-react';
import type { ConnectionView } from '../../../../shared/contract/connections.ts';
import { MODEL_IDS, modelOf } from '../../../../shared/domain/models.ts';
import { formatUsd } from '../../../../shared/domain/money.ts';
import { askForCaps } from '../../../components/connections/cap-form.tsx';
import { ConnectionLabel } from '../../../components/connections/connection-name.tsx';
import { askForKey } from '../../../components/connections/key-form.tsx';
import type { PageDesk } from '../../../state/desk.ts';
import { useDesk, useSession } from '../../../state/desk-context.ts';
import { keyProblem } from '../../../state/session-store.ts';
import { confirmRemoval } from '../confirm-removal.tsx';
import { ConnectionForm, type Diagnosis, diagnoseConnection, useDiagnosis } from '../connection-form.tsx';
import { Fact, Facts } from '../detail-parts.tsx';
import { askForMark } from '../mark-fields.tsx';
import { priceWords } from '../prices.ts';
import { lookForProjects } from '../projects/projects-dialog.tsx';
import { CONNECTIONS, HEADER_LABELS, PROJECTS, STATE_MARK } from '../strings.ts';
import classes from './overview.module.css';

export function ConnectionOverview({ connection }: { readonly connection: ConnectionView }) {
  const desk = useDesk();
  return (
    <>
      <TestLine connection={connection} />
      {connection.parked !== null && (
        <p className={classes.parked}>
          <IconAlertTriangleFilled size={16} />
          {connection.parked.userMessage}
        </p>
      )}
      <Facts>
        {connection.kind === 'remote' ? (
          <RemoteFacts connection={connection} />
        ) : (
          <Fact name={STATE_MARK.fact} value={<Mark connection={connection} />}>
            <Button h={30} fz={12} onClick={() => askForMark(desk, connection)}>
              {STATE_MARK.open}
            </Button>
          </Fact>
        )}
        <Fact name={PROJECTS.fact} value={PROJECTS.factNote}>
          <Button h={30} fz={12} onClick={() => lookForProjects(desk, connection.id, connection.name)}>
            {PROJECTS.open}
          </Button>
        </Fact>
        {connection.kind === 'remote' && (
          <Fact name={CONNECTIONS.removal} value={CONNECTIONS.removeText}>
            <Button h={30} fz={12} variant="subtle" color="gray" onClick={() => confirmRemoval(desk, connection)}>
              {CONNECTIONS.remove}
            </Button>
          </Fact>
        )}
      </Facts>
    </>
  );
}

function RemoteFacts({ connection }: { readonly connection: ConnectionView }) {
  const desk = useDesk();
  const vault = useSession((state) => state.vaultKind);
  return (
    <>
      <Fact name={CONNECTIONS.address} value={connection.baseUrl}>
        <Button h={30} fz={12} onClick={() => edit(desk, connection)}>
          {CONNECTIONS.edit}
        </Button>
      </Fact>
      <Fact
        name={CONNECTIONS.key}
        value={connection.hasKey ? CONNECTIONS.keyStored[vault] : CONNECTIONS.keyMissing}
        isMissing={!connection.hasKey}
      >
        <Button
          h={30}
          fz={12}
          variant={keyProblem(connection) === null ? 'default' : 'filled'}
          onClick={() => askForKey(desk, connection, () => void diagnoseConnection(desk, connection.id))}
        >
          {connection.hasKey ? CONNECTIONS.changeKey : CONNECTIONS.enterKey}
        </Button>
      </Fact>
      <Fact name={CONNECTIONS.headerLabel} value={HEADER_LABELS[connection.headerStyle]} />
      {MODEL_IDS.map((model) => (
        <Fact
          key={model}
          name={modelOf(model).label}
          value={priceWords(connection.prices[model]) ?? CONNECTIONS.noPrice}
        />
      ))}
      <Fact name={CONNECTIONS.cap} value={capWords(connection.caps)}>
        <Button h={30} fz={12} onClick={() => askForCaps(desk, connection)}>
          {CONNECTIONS.caps}
        </Button>
      </Fact>
    </>
  );
}

function Mark({ connection: { color, label } }: { readonly connection: ConnectionView }) {
  if (label !== null) return <ConnectionLabel color={color} label={label} />;
  return STATE_MARK.colors[color ?? 'none'];
}

function capWords({ day, month }: ConnectionView['caps']): string {
  const words = [
    ...(day === null ? [] : [CONNECTIONS.capADay(formatUsd(day))]),
    ...(month === null ? [] : [CONNECTIONS.capAMonth(formatUsd(month))]),
  ];
  return words.length === 0 ? CONNECTIONS.noPrice : words.join(' · ');
}

function edit(desk: PageDesk, connection: ConnectionView): void {
  const id = modals.open({
    title: CONNECTIONS.editTitle(connection.name),
    size: 560,
    // What was typed isn't lost to a stray click.
    closeOnClickOutside: false,
    children: <ConnectionForm desk={desk} connection={connection} onDone={() => modals.close(id)} />,
  });
}

function TestLine({ connection }: { readonly connection: ConnectionView }) {
  const desk = useDesk();
  const diagnosis = useDiagnosis(connection.id);
  return (
    <div className={classes.test} data-ok={diagnosis?.kind === 'said' ? diagnosis.ok : undefined}>
      <Answer connection={connection} diagnosis={diagnosis} />
      <Button
        h={30}
        fz={12}
        loading={diagnosis?.kind === 'testing'}
        onClick={() => void diagnoseConnection(desk, connection.id)}
      >
        {CONNECTIONS.test}
      </Button>
    </div>
  );
}

function Answer({ connection, diagnosis }: { connection: ConnectionView; diagnosis: Diagnosis | null }) {
  const said = diagnosis?.kind === 'said' ? diagnosis : null;
  const unpriced = MODEL_IDS.some((model) => connection.prices[model] === null);
  return (
    <span className={classes.answer} role="status">
      {diagnosis === null && CONNECTIONS.untested[connection.kind]}
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
