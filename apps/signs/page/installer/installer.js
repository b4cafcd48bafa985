// @ts-check
/**
 * The installer's page says where each sign is as the browser itself has found the gateway, through
 * whatever proxy and below whatever path: the gateway cannot know that.
 */
const { renderSVG } = await import(new URL('../../qr/index.mjs', import.meta.url).href);

for (const link of document.querySelectorAll('a.sign')) {
  const address = /** @type {HTMLAnchorElement} */ (link).href;
  link.textContent = address;
  const code = link.closest('.pool')?.querySelector('.code');
  const colours = { blackColor: '#0a0506', whiteColor: '#fdf6e6' };
  // Squares alone: nothing of the address is in it as text.
  if (code) code.innerHTML = renderSVG(address, { border: 2, ...colours });
}
