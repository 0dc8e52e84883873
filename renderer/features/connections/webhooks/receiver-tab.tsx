/** The receiver on this computer: its switch, its address, what arrived, and why something was refused. */

import { Button, Code, NumberInput, PasswordInput, Switch, TextInput } from '@mantine/core';
import { type FormEvent, useCallback, useEffect, useState } from 'react';
import type { WebhookReceiverView } from '../../../../shared/contract/account/webhooks.ts';
import { WEBHOOK_REFUSAL_WORDS } from '../../../../shared/domain/connections/webhook-refusals.ts';
import { useKeyStorage } from '../../../components/connections/key-form.tsx';
import { QuietText } from '../../../components/layout/layout.tsx';
import { showRefusal, useSaving } from '../../../components/messages/saving.tsx';
import { useDesk } from '../../../state/desk-context.ts';
import { useAsked } from '../../../state/use-asked.ts';
import { Unread, unreadReason } from '../account-keys/unread.tsx';
import type { TabProps } from '../sub-tabs.tsx';
import { EVENT_WORDS, RECEIVER_WORDS, WEBHOOKS } from './strings.ts';
import classes from './webhooks.module.css';

const LOOK_EVERY_MS = 3000;

export function ReceiverTab({ desk, connection: { id: connectionId } }: TabProps) {
  const { client } = desk;
  const { answer, thrown, again } = useAsked(useCallback(() => client.webhooks.receiver(), [client]));
  const [busy, setBusy] = useState(false);
  const source = answer?.sources.find((one) => one.connectionId === connectionId);

  useEffect(() => {
    const timer = setInterval(again, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [again]);

  function change(work: () => Promise<unknown>): void {
    setBusy(true);
    work()
      .catch(showRefusal)
      .finally(() => {
        setBusy(false);
        again();
      });
  }

  if (answer === null) {
    return thrown === null ? (
      <p role="status">{WEBHOOKS.loading}</p>
    ) : (
      <Unread connectionId={connectionId} failure={unreadReason(thrown)} again={again} />
    );
  }
  return (
    <>
      <Switch
        label={RECEIVER_WORDS.switch}
        checked={answer.on}
        onChange={({ currentTarget: { checked: on } }) => busy || change(() => client.webhooks.setReceiver({ on }))}
      />
      <QuietText m="6px 0 12px">{RECEIVER_WORDS.lead}</QuietText>
      {answer.problem !== null && (
        <QuietText role="alert" m="0 0 10px" c="var(--ct-bad)">
          {answer.problem}
        </QuietText>
      )}
      {answer.on && (
        <>
          <dl className={classes.facts}>
            <dt>{RECEIVER_WORDS.address}</dt>
            <dd>
              <Code>{source?.address}</Code>
            </dd>
          </dl>
          <div className={classes.bar}>
            <span>{source?.isReady === true ? RECEIVER_WORDS.ready : RECEIVER_WORDS.notReady}</span>
            {source?.isReady === true ? (
              <Button
                h={30}
                fz={12}
                onClick={() => change(() => client.webhooks.setSigning({ connectionId, signing: null }))}
              >
                {RECEIVER_WORDS.forget}
              </Button>
            ) : (
              <Button
                h={30}
                fz={12}
                variant="filled"
                loading={busy}
                onClick={() => change(() => client.webhooks.receive({ connectionId }))}
              >
                {RECEIVER_WORDS.deliver}
              </Button>
            )}
          </div>
          {source?.isReady !== true && <SigningForm connectionId={connectionId} onStored={again} />}
          {answer.certificateFile !== null && (
            <p className={classes.note}>{RECEIVER_WORDS.certificate(answer.certificateFile)}</p>
          )}
          <ReceiverForm receiver={answer} onSaved={again} />
          <Arrived receiver={answer} />
        </>
      )}
    </>
  );
}

function Arrived({ receiver: { arrived, counted, refusals, refused } }: { readonly receiver: WebhookReceiverView }) {
  return (
    <>
      <p role="status" className={classes.said}>
        {RECEIVER_WORDS.counts(counted, refused)}
      </p>
      <div className={classes.halves}>
        <section aria-label={RECEIVER_WORDS.arrived}>
          <h3>{RECEIVER_WORDS.arrived}</h3>
          {arrived.length === 0 && <p className={classes.note}>{RECEIVER_WORDS.nothing}</p>}
          <ul className={classes.log}>
            {arrived.slice(0, 20).map(({ at, eventType, projectId, times }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a log without ids, newest first
              <li key={`${at} ${index}`}>
                {new Date(at).toLocaleTimeString()} {EVENT_WORDS[eventType as keyof typeof EVENT_WORDS] ?? eventType}{' '}
                <span className={classes.note}>
                  {projectId} {times > 1 && RECEIVER_WORDS.times(times)}
                </span>
              </li>
            ))}
          </ul>
        </section>
        {refusals.length > 0 && (
          <section aria-label={RECEIVER_WORDS.refused}>
            <h3>{RECEIVER_WORDS.refused}</h3>
            <ul className={classes.log}>
              {refusals.slice(0, 20).map(({ at, reason }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a log without ids, newest first
                <li key={`${at} ${index}`}>
                  {new Date(at).toLocaleTimeString()} {WEBHOOK_REFUSAL_WORDS[reason]}
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </>
  );
}

interface SigningFormProps {
  readonly connectionId: string;
  onStored(): void;
}

function SigningForm({ connectionId, onStored }: SigningFormProps) {
  const desk = useDesk();
  const [signing, setSigning] = useState('');
  const { busy, refusal, save } = useSaving(onStored);
  const { keep, choice } = useKeyStorage(desk);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (signing.trim() === '') return;
    save(async () => {
      await desk.client.webhooks.setSigning({ connectionId, signing: signing.trim(), ...keep });
    });
  }

  return (
    <form className={classes.form} onSubmit={submit}>
      <PasswordInput
        autoComplete="off"
        label={RECEIVER_WORDS.signing}
        description={RECEIVER_WORDS.signingNote}
        value={signing}
        onChange={(event) => setSigning(event.currentTarget.value)}
      />
      {choice}
      {refusal}
      <Button type="submit" loading={busy}>
        {RECEIVER_WORDS.store}
      </Button>
    </form>
  );
}

interface ReceiverFormProps {
  readonly receiver: WebhookReceiverView;
  onSaved(): void;
}

function ReceiverForm({ receiver, onSaved }: ReceiverFormProps) {
  const { client } = useDesk();
  const [port, setPort] = useState(receiver.port);
  const [proxy, setProxy] = useState(receiver.publicAddress ?? '');
  const [isSaved, setIsSaved] = useState(false);
  const { busy, refusal, save } = useSaving(() => {
    setIsSaved(true);
    onSaved();
  });
  const isWrong = proxy.trim() !== '' && !/^https:\/\/[^\s/]+/.test(proxy.trim());

  function submit(event: FormEvent): void {
    event.preventDefault();
    setIsSaved(false);
    if (isWrong) return;
    const publicAddress = proxy.trim() === '' ? null : proxy.trim();
    save(async () => {
      await client.webhooks.setReceiver({ on: true, port, publicAddress });
    });
  }

  return (
    <form className={classes.form} onSubmit={submit}>
      <div className={classes.columns}>
        <NumberInput
          label={RECEIVER_WORDS.port}
          min={1024}
          max={65_535}
          allowDecimal={false}
          thousandSeparator=""
          value={port}
          onChange={(value) => {
            if (typeof value === 'number') setPort(value);
          }}
        />
        <TextInput
          label={RECEIVER_WORDS.proxy}
          description={RECEIVER_WORDS.proxyNote}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={isWrong ? RECEIVER_WORDS.proxyWrong : null}
          value={proxy}
          onChange={(event) => setProxy(event.currentTarget.value)}
        />
      </div>
      {refusal}
      <div className={classes.bar}>
        <span role="status">{isSaved ? RECEIVER_WORDS.saved : ''}</span>
        <Button type="submit" loading={busy}>
          {RECEIVER_WORDS.save}
        </Button>
      </div>
    </form>
  );
}
