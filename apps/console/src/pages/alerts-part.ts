import { houseTime } from '#acts';
import { trilingual, type Words } from '#papers';
import { manualNames, manualPageOf, manualPath } from '../manual/manual.js';
import type { FiringAlert, WatchView } from '../monitor/alert-watch.js';
import { alertNames, severityNames } from './alert-words.js';
import { html, type Markup } from './html.js';
import { tell, type Reader } from './layout.js';

const words = {
  alerts: trilingual('Alerts', 'Alertas', '警報'),
  since: trilingual('since', 'desde', '自'),
  others: trilingual('others', 'outros', '另有'),
  whatToDoNow: trilingual('What to do now', 'O que fazer agora', '現在如何處理'),
  notHeard: trilingual(
    'Prometheus does not answer: alerts may be missing here.',
    'O Prometheus não responde: podem faltar alertas aqui.',
    'Prometheus 沒有回應：此處警報可能不全。',
  ),
  asOf: trilingual('As of', 'São de', '警報時間'),
} as const;

/** Kinds shown; the rest are only counted. */
const kindsShown = 40;
/** Summaries shown per kind; the rest are only counted. */
const shownEach = 4;

/** The firing alerts, grouped by kind; nothing if there are none. */
export function alertsPart(
  reader: Reader,
  { isHeard, heardAtMs, said: alerts }: WatchView['alerts'],
  zone: string,
): Markup | undefined {
  if (isHeard && alerts.length === 0) return undefined;
  const own = (each: Words): string => tell(reader, each);
  const kinds = Map.groupBy(alerts, ({ name, severity }) => `${severity} ${name}`);
  const items = [...kinds.values()]
    .slice(0, kindsShown)
    .map((same) => sameAlerts(reader, same, zone));
  const more = kinds.size - items.length;
  const age = heardAtMs === null ? '' : `${own(words.asOf)} ${houseTime(heardAtMs, zone)}.`;
  return html`<section class="looks alerts">
    <h2>${own(words.alerts)}</h2>
    ${isHeard ? undefined : html`<p>${own(words.notHeard)} ${age}</p>`}
    <ul>
      ${items} ${more > 0 ? html`<li>${own(words.others)}: ${more}</li>` : undefined}
    </ul>
  </section>`;
}

/** All alerts of one kind. */
function sameAlerts(reader: Reader, same: readonly FiringAlert[], zone: string): Markup {
  const own = (each: Words): string => tell(reader, each);
  const { name = '', severity = '' } = same[0] ?? {};
  const title = wordsFor(alertNames, name);
  const level = wordsFor(severityNames, severity);
  const shown = same.slice(0, shownEach).map(
    ({ summary, sinceMs }) =>
      html`<li>
        <span lang="en">${summary}</span>
        <small>${own(words.since)} ${houseTime(sinceMs, zone)}</small>
      </li>`,
  );
  const more = same.length - shown.length;
  return html`<li>
    <span class="state ${level && severity}">${level ? own(level) : severity}</span>
    <b>${title ? own(title) : name}</b>
    ${manualLink(reader, same[0])}
    <ul>
      ${shown} ${more > 0 ? html`<li>${own(words.others)}: ${more}</li>` : undefined}
    </ul>
  </li>`;
}

/** @param name a name that somebody else has written, such as `constructor`. */
function wordsFor(all: Readonly<Record<string, Words>>, name: string): Words | undefined {
  return Object.hasOwn(all, name) ? all[name] : undefined;
}

/** Link to the page of the manual: the one for the reason, if the alert has a reason. */
function manualLink(reader: Reader, alert: FiringAlert | undefined): Markup | undefined {
  const { reason = '', runbook = '' } = alert ?? {};
  const page = manualNames.includes(reason) ? reason : manualPageOf(runbook);
  if (page === undefined) return undefined;
  return html`<a href="${manualPath(page)}">${tell(reader, words.whatToDoNow)}</a>`;
}
