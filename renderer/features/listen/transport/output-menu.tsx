/** Volume and output device. */

import { ActionIcon, Popover, Select, Slider, Tooltip } from '@mantine/core';
import { IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { canChooseDevice } from '../playback/output.ts';
import type { Player } from '../playback/player.ts';
import { TRANSPORT } from '../strings.ts';
import classes from './transport.module.css';

export function OutputMenu({ player }: { player: Player }) {
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
