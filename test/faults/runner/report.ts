import { mkdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { Random } from '#pit/random';
import { sourcesLine, type JudgedSources } from '../../evidence/kept-reports.js';
import { chartColors, nameAxis, valueAxis, writeChart } from './chart.js';
import { describeMachine, machineLine } from '../../support/machine.js';
import type { RunResult } from './run.js';
import { shown, summaryOf, type KindSummary } from './summary.js';

const whatKindsAre: Record<string, string> = {
  kill: '`kill -9` of one of two instances, started again within a second',
  stop: 'one instance stopped (SIGSTOP) past its session, then continued; the resume counts from there',
  'redis-tail': 'Redis killed, and the last commits of its append-only file lost',
  'redis-cut': 'Redis killed, and its append-only file cut at any byte of its tail',
  sentinel: 'the master killed while its replica lags; counted from the kill, fail-over included',
  broker: 'Kafka killed or stopped, started again on the same data',
  'broker-silent':
    'Kafka stopped (SIGSTOP), then continued: it takes connections and says nothing on any',
  'kafka-silent':
    'connections of one instance to Kafka carry nothing any more, or no answers: all, or the idle ones; new ones work',
  'redis-silent': 'the same with Redis',
  'cut-reply': 'connections to Redis cut in the middle of the replies to commits',
  both: 'two of these at once',
  'log-bit':
    'a bit flipped in the broker’s segment, in records that wait: `log-damaged`, until the bytes are right again',
  'redis-forged':
    'money invented in Redis while no service runs: `ledger-diverged`, cured by `recover --act rebuild`',
  flood:
    '5,000 to 25,000 records without sense in one partition, each accounted for by the exceptions',
  'foreign-member': 'another ledger, or an ordinary consumer, with the name of the Kafka group',
  gateway:
    'the table gateway killed while 40 tables wait for its answers, started again within a second',
  'lost-answers':
    'its answers to tables cut at any byte: the events are in the log, and sent again',
};

/** Writes `faults.md` and `faults.svg`. */
export function writeReport(
  folder: string,
  result: RunResult,
  { seed, sources }: { seed: string; sources: JudgedSources },
): void {
  mkdirSync(folder, { recursive: true });
  const described = describeMachine();
  const machine = machineLine(described);
  const date = described.date.slice(0, 10);
  const { kinds, line } = summaryOf(result);
  const minutes = (result.seconds / 60).toFixed(0);
  const load = (loadavg()[2] as number).toFixed(1);
  const struck = result.outcomes.length;
  const share = struck === result.planned ? '' : `; the first ${struck} of ${result.planned}`;
  const command = `npm run faults -- --count ${result.planned} --seed ${seed}`;
  const text = `# Faults

${sourcesLine(sources, command, date)}

${line}.

- Machine: ${machine}; load average over the last 15 minutes ${load}, all that ran on it included
- Seed \`${seed}\`; ${minutes} minutes${share}
- ${judged(result)}: ${result.records.toLocaleString('en')} acknowledged records, ${result.awards.toLocaleString('en')} awards

Two instances of the service play the bets of a simulated pit while something is broken under them.
*Resume* is the time from when the broken thing is back until all that the log held by then is
applied and both instances are ready. Then the load ends, and everything is judged before the next
fault: every account, award and exception of the scenario so far, older jackpots included. *Lost* and
*doubled* are found by an auditor that counts the pit's own books of what the brokers acknowledged,
without the service's code; *verify* is the operator's command that folds the whole log again. A scenario
that is found wrong is given up, so each finding names the one fault that broke it.

![Resume times by kind of fault](faults.svg)

| fault | count | resume p50 | p90 | max | lost | doubled | differs | needed a hand | verify |
| --- | --: | --: | --: | --: | --: | --: | --: | --: | --- |
${kinds.map(rowOf).join('\n')}

${kinds.map(({ kind }) => `- **${kind}**: ${whatKindsAre[kind]}`).join('\n')}
${wrongList(result)}`;
  writeFileSync(join(folder, 'faults.md'), text);
  drawResumes(join(folder, 'faults.svg'), result, `${machine}; ${date}`);
}

function rowOf(each: KindSummary): string {
  const verify = each.verifyFailed === 0 ? 'agrees' : `${each.verifyFailed} disagree`;
  const times = [each.p50, each.p90, each.max].map(shown);
  const counts = [each.lost, each.doubled, each.differs, each.hands];
  return `| ${[each.kind, each.count, ...times, ...counts, verify].join(' | ')} |`;
}

function judged({ judgements, outcomes }: RunResult): string {
  const times = `Judged after each fault, ${judgements} times`;
  const missing = outcomes.length - judgements;
  return missing === 0 ? times : `${times}; ${missing} faults never came to it`;
}

function wrongList({ wrong }: RunResult): string {
  if (wrong.length === 0) return '';
  const lines = wrong.map(({ fault, kinds, what, sentence }) => {
    const after = fault === null ? 'between faults' : `fault ${fault}`;
    return `- ${what}, ${after} (${kinds.join(', ')}): ${sentence}`;
  });
  return `\n## What went wrong\n\n${lines.join('\n')}\n`;
}

/** Draws each fault as a dot, moved sideways at random so that none hides another. */
function drawResumes(file: string, result: RunResult, subtitle: string): void {
  const { kinds } = summaryOf(result);
  const names = kinds.map(({ kind }) => kind);
  const aside = new Random('chart');
  const dots = result.outcomes.flatMap(({ kind, resumeMs }) =>
    resumeMs === null ? [] : [[names.indexOf(kind) + aside.between(-0.28, 0.28), resumeMs / 1_000]],
  );
  const medians = kinds.flatMap(({ p50 }, index) =>
    p50 === null ? [] : [[{ coord: [index - 0.36, p50] }, { coord: [index + 0.36, p50] }]],
  ) as [{ coord: [number, number] }, { coord: [number, number] }][];
  const title = `Resume after ${result.outcomes.length} faults, by kind`;
  writeChart(
    file,
    { title, subtitle },
    {
      // Dots are to the side of their name's middle, which an axis of names alone does not allow.
      xAxis: [
        { type: 'value', min: -0.5, max: names.length - 0.5, show: false },
        { ...nameAxis(names), position: 'bottom' },
      ],
      yAxis: {
        ...valueAxis('seconds from when it was back', 'y'),
        min: 0,
        axisLine: { show: false, onZero: false },
      },
      series: [
        {
          type: 'scatter',
          data: dots,
          symbolSize: 7,
          itemStyle: { color: chartColors[0] as string, opacity: 0.55 },
          markLine: {
            symbol: 'none',
            silent: true,
            label: { show: false },
            lineStyle: { color: chartColors[1] as string, width: 2.5, type: 'solid' },
            data: medians,
          },
        },
      ],
    },
  );
}
