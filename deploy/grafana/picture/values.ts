import type { FieldConfig, Panel, ValueMap } from '@grafana/grafana-foundation-sdk/dashboard';

export interface Shown {
  readonly text: string;
  /** Undefined if the panel has no steps. */
  readonly color: string | undefined;
}

/** Grafana's names of colours, in its dark theme. */
const colors: Readonly<Record<string, string>> = {
  green: '#73bf69',
  orange: '#ff9830',
  red: '#f2495c',
  blue: '#5794f2',
  gray: '#8e8e99',
};

/** Grafana's colours of series, in order. */
export const palette = [
  ...['#73bf69', '#f2cc0c', '#8ab8ff', '#ff780a', '#f2495c', '#5794f2', '#b877d9', '#ca95e5'],
  ...['#37872d', '#fa6400', '#c4162a', '#1f60c4', '#8f3bb8', '#96d98d', '#ffee52', '#ffb357'],
];

export const colorOf = (name: string): string => colors[name] ?? name;

/** Returns a value in the panel's form; the series of that name may have its own settings. */
export function valueShown(value: number, panel: Panel, name: string): Shown {
  const settings = settingsOf(panel, name);
  const word = wordOf(value, settings);
  if (word) return { text: word.text ?? '', color: colorOf(word.color ?? 'gray') };
  return { text: withUnit(value, settings), color: stepColor(value, settings) };
}

/** Returns the panel's settings with those of one series, for example its colour. */
export function settingsOf(panel: Panel, name: string): Readonly<Record<string, unknown>> {
  const { defaults = {}, overrides = [] } = panel.fieldConfig ?? {};
  const own = overrides
    .filter(({ matcher: { id, options } }) =>
      id === 'byRegexp' ? new RegExp(String(options)).test(name) : options === name,
    )
    .flatMap(({ properties }) => properties.map(({ id, value }) => [id, value] as const));
  return { ...defaults, ...Object.fromEntries(own) };
}

export function withUnit(value: number, { unit = 'none', decimals }: FieldConfig): string {
  const number = (amount: number, most = decimals ?? 2) =>
    amount.toLocaleString('en', {
      minimumFractionDigits: decimals ?? 0,
      maximumFractionDigits: most,
    });
  if (Number.isNaN(value)) return '–';
  if (unit === 'percentunit') return `${number(value * 100)}%`;
  if (unit === 'bytes') return `${(value / 2 ** 20).toFixed(1)} MiB`;
  if (unit !== 's') return number(value);
  if (value !== 0 && Math.abs(value) < 1) return `${number(value * 1000, 1)} ms`;
  return value < 120 ? `${number(value)} s` : `${number(value / 60, 1)} min`;
}

function wordOf(value: number, { mappings = [] }: FieldConfig) {
  return (mappings as ValueMap[]).map(({ options }) => options[`${value}`]).find(Boolean);
}

function stepColor(value: number, { thresholds, color }: FieldConfig): string | undefined {
  if (color?.fixedColor) return colorOf(color.fixedColor);
  const steps = thresholds?.steps.filter((step) => value >= (step.value ?? -Infinity)) ?? [];
  const last = steps.at(-1)?.color;
  return last === undefined ? undefined : colorOf(last);
}
