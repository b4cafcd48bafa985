// @ts-check
/**
 * The health check of the image, without curl: exits 0 if the service of this container can serve
 * (contract 9.2). Without PORT it is one of the services, at its own default.
 */
const { PORT } = process.env;
const asked = (PORT ? [PORT] : ['3000', '3001', '3002', '3003']).map(async (port) => {
  const answer = await fetch(`http://127.0.0.1:${port}/health/ready`);
  if (!answer.ok) throw new Error(`${port}: ${answer.status} ${await answer.text()}`);
});

await Promise.any(asked).catch(({ errors }) => {
  process.stderr.write(`${errors.map(String).join('\n')}\n`);
  process.exitCode = 1;
});
