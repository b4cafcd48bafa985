// @ts-check
/** Conversion between bytes and base64url text. */

/** @param {ArrayBuffer | Uint8Array} bytes */
export function textOf(bytes) {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** @param {string} text */
export function bytesOf(text) {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}
