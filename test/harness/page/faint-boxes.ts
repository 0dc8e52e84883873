/** Frames of empty checkboxes and radios: axe knows contrast of text only. Runs in the page. */

/** WCAG 1.4.11: what is needed to recognize a control. */
const LEAST_CONTRAST = 3;

type Color = readonly number[];

/** Empty boxes whose frame hardly differs from what is behind them. */
export function faintBoxes(root: Element = document.body): string[] {
  const boxes = root.querySelectorAll<HTMLInputElement>('input[type=checkbox], input[type=radio]');
  const faint = [...boxes].flatMap((box) => {
    const isEmpty = !box.checked && !box.indeterminate && !box.disabled;
    // Where a drawing stands for it, the box itself is hidden.
    if (!isEmpty || !box.checkVisibility({ opacityProperty: true }) || box.getBoundingClientRect().width < 8) return [];
    const behind = colorBehind(box.parentElement);
    const contrast = contrastOf(blend(getComputedStyle(box).borderTopColor, behind), behind);
    return contrast < LEAST_CONTRAST ? [`faint: ${contrast.toFixed(2)} ${box.outerHTML.slice(0, 160)}`] : [];
  });
  return [...new Set(faint)];
}

function colorBehind(element: Element | null): Color {
  const layers: string[] = [];
  for (let each = element; each !== null; each = each.parentElement)
    layers.unshift(getComputedStyle(each).backgroundColor);
  return layers.reduce<Color>((under, layer) => blend(layer, under), [255, 255, 255]);
}

/** A color of the style sheet, painted over another one. */
function blend(color: string, under: Color): Color {
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  if (context === null) throw new Error('There is no canvas');
  for (const each of [`rgb(${under.join(' ')})`, color]) {
    context.fillStyle = each;
    context.fillRect(0, 0, 1, 1);
  }
  return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
}

function contrastOf(one: Color, other: Color): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Relative luminance as WCAG defines it. */
function luminanceOf(color: Color): number {
  const [red = 0, green = 0, blue = 0] = color.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
