export { fontFaces } from './page-font.js';
export { escapedHtml, inAll, pageHtml } from './page-html.js';
export { readAct, type RecordedAct } from './slip/recorded-act.js';
export { actNames, causeNames, deckNames, roleWords } from './slip/slip-labels.js';
export { readSlip } from './slip/read-slip.js';
export { slipHtml } from './slip/slip-html.js';
export { slipText } from './slip/slip-text.js';
export { amountInWords } from './slip/words/amount-in-words.js';
export {
  distinctWords,
  handNames,
  languages,
  methodNames,
  trilingual,
  type Words,
} from './words.js';
