import type { Panel } from '@grafana/grafana-foundation-sdk/dashboard';
import type { Series } from './answers.js';
import { text, rect, type Box } from './shapes.js';
import { valueShown } from './values.js';

interface Cell {
  readonly words: string;
  readonly color?: string | undefined;
}

const lineHeight = 27;

export function drawTable(panel: Panel, series: readonly Series[], box: Box): string {
  const [head = [], ...lines] = cellsOf(panel, series);
  const width = box.width / head.length;
  const room = Math.floor(box.height / lineHeight) - 1;
  const drawLine = (cells: readonly Cell[], index: number, isHead: boolean): string => {
    const y = box.y + index * lineHeight;
    const line = rect({ x: box.x, y: y + lineHeight - 1, width: box.width, height: 1 }, '#2c3035');
    const drawn = cells.map(({ words, color = '#ccccdc' }, column) => {
      const isNumber = column > 0 && /^[-\d]/.test(lines[0]?.[column]?.words ?? '');
      const x = box.x + column * width + (isNumber ? width - 10 : 6);
      const lettering = { size: 13, weight: isHead ? 600 : 400, fill: isHead ? '#8ab8ff' : color };
      return text(x, y + 18, words, { ...lettering, anchor: isNumber ? 'end' : 'start' });
    });
    return line + drawn.join('');
  };
  return [
    drawLine(head, 0, true),
    ...lines.slice(0, room).map((cells, index) => drawLine(cells, index + 1, false)),
  ].join('');
}

/** The head and the lines, after the panel's transformations. */
function cellsOf(panel: Panel, series: readonly Series[]): Cell[][] {
  const optionsOf = (name: string): unknown =>
    panel.transformations?.find(({ id }) => id === name)?.options;
  const organize = optionsOf('organize') as OrganizeOptions;
  const matrix = optionsOf('groupingToMatrix') as MatrixOptions | undefined;
  return matrix ? matrixOf(panel, series, matrix, organize) : listOf(panel, series, organize);
}

interface MatrixOptions {
  readonly rowField: string;
  readonly columnField: string;
}

function matrixOf(
  panel: Panel,
  series: readonly Series[],
  { rowField, columnField }: MatrixOptions,
  { renameByName }: OrganizeOptions,
): Cell[][] {
  const valuesOf = (label: string) => [...new Set(series.map(({ labels }) => labels[label] ?? ''))];
  const columns = valuesOf(columnField);
  const lines = valuesOf(rowField).map((row) => [
    { words: row },
    ...columns.map((column) => {
      const found = series.find(
        ({ labels }) => labels[rowField] === row && labels[columnField] === column,
      );
      return cellOf(found?.points.at(-1)?.[1] ?? 0, panel);
    }),
  ]);
  const head = renameByName[`${rowField}\\${columnField}`] ?? rowField;
  return [[head, ...columns].map((words) => ({ words })), ...lines];
}

interface OrganizeOptions {
  readonly indexByName: Readonly<Record<string, number>>;
  readonly renameByName: Readonly<Record<string, string>>;
}

function listOf(panel: Panel, series: readonly Series[], options: OrganizeOptions): Cell[][] {
  const names = Object.keys(options.indexByName);
  const head = names.map((name) => ({ words: options.renameByName[name] ?? name }));
  const lines = series.map(({ labels, points }) =>
    names.map((name) =>
      name === 'Value' ? cellOf(points.at(-1)?.[1] ?? NaN, panel) : { words: labels[name] ?? '' },
    ),
  );
  return [head, ...lines];
}

function cellOf(value: number, panel: Panel): Cell {
  const { text: words, color } = valueShown(value, panel, '');
  return { words, color };
}
