import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Command, Option } from 'commander';
import { names, pictureOf, type Name } from './dashboard.js';

/**
 * `npm run dashboards`: the dashboards without a Grafana, drawn from a Prometheus' answers to the
 * queries of their panels. Shown in a browser until Ctrl-C, or written to files.
 */
const program = new Command('npm run dashboards --')
  .description('Shows the dashboards without Grafana, drawn from the answers of a Prometheus.')
  .addOption(
    new Option('--prometheus <url>', 'which one; .local/demo/env of the demo names its own')
      .env('PROMETHEUS_URL')
      .default('http://127.0.0.1:9090'),
  )
  .option('--minutes <n>', 'how much of the past is shown', Number, 10)
  .option('--port <n>', 'of the page, on the loopback address', Number, 3002)
  .option('--write <dir>', 'write an SVG of each dashboard into this folder instead')
  .parse();
const options = program.opts<{
  prometheus: string;
  minutes: number;
  port: number;
  write?: string;
}>();
const draw = (name: Name): Promise<string> =>
  pictureOf(name, options.prometheus, Math.round(options.minutes * 60)).catch((error: Error) => {
    throw new Error(`${options.prometheus} gives no answer: ${error.message}`);
  });

try {
  if (options.write === undefined) serve();
  else for (const name of names) writeFileSync(`${options.write}/${name}.svg`, await draw(name));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

function serve(): void {
  const server = createServer((request, response) => {
    const name = names.find((each) => request.url === `/${each}`) ?? names[0];
    picturePage(name as Name)
      .catch((error: Error) => error.message)
      .then((page) => response.setHeader('content-type', 'text/html; charset=utf-8').end(page))
      .catch(() => response.destroy());
  });
  server.listen(options.port, '127.0.0.1', () => {
    for (const name of names) console.log(`http://127.0.0.1:${options.port}/${name}`);
  });
}

/** The page reloads every five seconds. */
async function picturePage(name: Name): Promise<string> {
  const links = names.map((each) => `<a href="/${each}">${each}</a>`).join(' ');
  return (
    `<!doctype html><title>${name}</title><meta http-equiv="refresh" content="5">` +
    '<style>body{background:#111217;font:14px sans-serif}a{color:#8ab8ff;margin:8px}</style>' +
    `${links}${await draw(name)}`
  );
}
