/** The transport: play, position, switch, step, zoom. */

import { ActionIcon, Button, Popover, Select, Slider, Tooltip } from '@mantine/core';
import {
  IconArrowsHorizontal,
  IconArrowsLeftRight,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconRewindBackward5,
  IconRewindForward5,
  IconVolume,
  IconVolumeOff,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { memo, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { TakeView } from '../../../../shared/contract/views.ts';
import { formatDuration, formatPosition } from '../../../../shared/domain/units.ts';
import { KeyCap } from '../../../components/marks/marks.tsx';
import { canChooseDevice } from '../../../components/playback/output.ts';
import type { Player } from '../../../components/playback/player.ts';
import { useFrames } from '../../../components/playback/use-frames.ts';
import { TEST_IDS } from '../../../components/text/test-ids.ts';
import { LISTEN, TRANSPORT } from '../strings.ts';
import { isWhole, type Sight, wholeOf, zoomed } from '../waves/view-window.ts';
import { jumpBy, switchTakes, toggle } from './choose.ts';
import { SoundTools } from './sound-tools.tsx';
import classes from './transport.module.css';
import { STEP_SECONDS, ZOOM_STEP } from './use-listen-keys.ts';

interface TransportProps {
  readonly player: Player;
  readonly takes: readonly TakeView[];
  readonly duration: number;
  readonly sight: Sight;
}

export const PlaybackBar = memo(function Transport({ player, takes, duration, sight }: TransportProps) {
  const { playing, buffering, heard, mute } = useStore(
    player.store,
    useShallow((state) => ({
      playing: state.playing,
      buffering: state.buffering,
      mute: state.mute,
      heard: state.heard[state.take]?.id,
    })),
  );
  const whole = useStore(sight, (view) => isWhole(view, duration));
  const bar = useRef<HTMLDivElement>(null);
  const time = useRef<HTMLSpanElement>(null);

  useFrames(() => {
    const frame = player.frame();
    if (bar.current !== null) bar.current.dataset.frame = String(frame);
    // The same node all the time: otherwise every frame of the screen leaves one to the garbage collector.
    const text = time.current?.firstChild;
    if (text instanceof Text) text.data = formatPosition(frame / player.rate);
  });

  const zoom = (factor: number): void =>
    sight.setState((now) => zoomed(now, duration, factor, player.frame() / player.rate));
  return (
    <div
      ref={bar}
      className={classes.transport}
      data-testid={TEST_IDS.transport}
      data-playing={playing}
      data-buffering={buffering}
      data-rate={player.rate}
      data-take={heard}
    >
      <ActionIcon
        className={classes.play}
        variant="filled"
        color="accent"
        aria-label={playing ? LISTEN.pause : LISTEN.play}
        onClick={() => toggle(player)}
      >
        {playing ? <IconPlayerPauseFilled size={20} /> : <IconPlayerPlayFilled size={20} />}
      </ActionIcon>
      <span className={classes.time} data-long={duration >= 3600} role="timer" aria-label={LISTEN.position}>
        <span ref={time}>0:00.000</span>
        <span className={classes.length}> / {formatDuration(duration)}</span>
      </span>
      <Button
        h={34}
        className={classes.switch}
        disabled={takes.length < 2}
        leftSection={<IconArrowsLeftRight size={16} />}
        onClick={() => switchTakes(player, takes)}
      >
        <span className={classes.word}>{LISTEN.switchTakes}</span>
        <KeyCap>X</KeyCap>
      </Button>
      <SoundTools player={player} takes={takes} sight={sight} />
      <Tool label={LISTEN.back} onClick={() => jumpBy(player, -STEP_SECONDS)}>
        <IconRewindBackward5 size={19} stroke={1.7} />
      </Tool>
      <Tool label={LISTEN.forward} onClick={() => jumpBy(player, STEP_SECONDS)}>
        <IconRewindForward5 size={19} stroke={1.7} />
      </Tool>
      <output className={`${classes.status} cut`}>{mute ? LISTEN.mute : buffering ? LISTEN.buffering : ''}</output>
      <span className={classes.transportEnd}>
        <OutputMenu player={player} />
        <Tool label={LISTEN.zoomOut} disabled={whole} onClick={() => zoom(1 / ZOOM_STEP)}>
          <IconZoomOut size={19} stroke={1.7} />
        </Tool>
        <Tool label={LISTEN.zoomIn} onClick={() => zoom(ZOOM_STEP)}>
          <IconZoomIn size={19} stroke={1.7} />
        </Tool>
        <Tool label={LISTEN.fit} disabled={whole} onClick={() => sight.setState(wholeOf(duration))}>
          <IconArrowsHorizontal size={19} stroke={1.7} />
        </Tool>
      </span>
    </div>
  );
});

interface ToolProps {
  readonly label: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
  readonly children: React.ReactNode;
}

function Tool({ label, disabled = false, onClick, children }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        className={classes.stepTool}
        size={34}
        aria-label={label}
        disabled={disabled}
        onClick={onClick}
        bg="transparent"
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

function OutputMenu({ player }: { player: Player }) {
  const volume = useStore(player.store, (state) => state.volume);
  return (
    <Popover position="top-end" trapFocus withinPortal={false}>
      <Popover.Target>
        <Tooltip label={TRANSPORT.sound}>
          <ActionIcon size={34} bg="transparent" aria-label={TRANSPORT.sound}>
            {volume === 0 ? <IconVolumeOff size={19} stroke={1.7} /> : <IconVolume size={19} stroke={1.7} />}
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown className={classes.output}>
        <div>
          <div className={classes.outputLabel}>{TRANSPORT.volume}</div>
          <Slider
            thumbLabel={TRANSPORT.volume}
            label={null}
            value={Math.round(volume * 100)}
            onChange={(percent) => player.setVolume(percent / 100)}
          />
        </div>
        {canChooseDevice() && <DeviceSelect player={player} />}
      </Popover.Dropdown>
    </Popover>
  );
}

function DeviceSelect({ player }: { player: Player }) {
  const device = useStore(player.store, (state) => state.device);
  const devices = useDevices();
  const [failed, setFailed] = useState(false);
  return (
    <Select
      label={TRANSPORT.output}
      description={devices.length === 0 ? TRANSPORT.noNames : undefined}
      error={failed && TRANSPORT.outputFailed}
      data={[
        { value: '', label: TRANSPORT.systemOutput },
        ...devices.map(({ deviceId, label }) => ({ value: deviceId, label })),
      ]}
      value={device}
      allowDeselect={false}
      comboboxProps={{ withinPortal: false }}
      onChange={(chosen) => {
        player.setDevice(chosen ?? '').then(
          () => setFailed(false),
          () => setFailed(true),
        );
      }}
    />
  );
}

/** Devices with names: without leave to know them, browsers list nameless ones. */
function useDevices(): readonly MediaDeviceInfo[] {
  const [devices, setDevices] = useState<readonly MediaDeviceInfo[]>([]);
  useEffect(() => {
    let stale = false;
    const look = (): void => {
      navigator.mediaDevices
        .enumerateDevices()
        .then((all) => {
          const named = all.filter(
            ({ kind, label, deviceId }) => kind === 'audiooutput' && label !== '' && deviceId !== 'default',
          );
          if (!stale) setDevices(named);
        })
        .catch(() => undefined);
    };
    look();
    navigator.mediaDevices.addEventListener('devicechange', look);
    return () => {
      stale = true;
      navigator.mediaDevices.removeEventListener('devicechange', look);
    };
  }, []);
  return devices;
}
