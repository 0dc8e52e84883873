/** The model picker: one model or both. */

import { Checkbox, Popover } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { MODEL_IDS, MODELS, type ModelId } from '../../../../shared/domain/models.ts';
import { showRefusal } from '../../../components/messages/refusal.ts';
import { useDesk, useSession } from '../../../state/desk-context.ts';
import classes from './batch-bar.module.css';
import { BAR } from './strings.ts';

export function ModelPicker() {
  const desk = useDesk();
  const preset = useSession((state) => state.preset);
  if (preset === null) return null;
  const { models } = preset;

  function toggle(model: ModelId): void {
    if (preset === null) return;
    const chosen = MODEL_IDS.filter((id) => (id === model ? !models.includes(id) : models.includes(id)));
    if (chosen.length > 0) desk.setPreset({ ...preset, models: chosen }).catch(showRefusal);
  }

  return (
    <Popover position="bottom-start" width={350} trapFocus>
      <Popover.Target>
        <button type="button" className={classes.picker}>
          <span className={classes.pickerName}>{BAR.models}</span>
          <span className={classes.pickerValue}>{modelNames(models)}</span>
          <IconChevronDown size={14} stroke={2} />
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={classes.panelTitle}>{BAR.modelsTitle}</div>
        {MODEL_IDS.map((id) => {
          const checked = models.includes(id);
          return (
            // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is the control
            <label key={id} className={classes.option} data-checked={checked}>
              <Checkbox
                mt={2}
                checked={checked}
                disabled={checked && models.length === 1}
                onChange={() => toggle(id)}
                aria-label={MODELS[id].label}
              />
              <span className={classes.optionText}>
                <b>{MODELS[id].label}</b>
                <span>{MODELS[id].summary}</span>
              </span>
            </label>
          );
        })}
        <p className={classes.note}>{BAR.modelsNote}</p>
      </Popover.Dropdown>
    </Popover>
  );
}

/** `Service 2.0`, or `Service 2.0 + 3.5`. */
export function modelNames(models: readonly ModelId[]): string {
  return models.map((id, index) => (index === 0 ? MODELS[id].label : MODELS[id].shortLabel)).join(' + ');
}
