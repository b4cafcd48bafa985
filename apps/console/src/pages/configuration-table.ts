import { configurationInWords } from '#acts';
import type { Configuration } from '#pools';
import { html, type Markup } from './html.js';
import { tell, type Reader } from './layout.js';
import { memberName } from './member-words.js';

/** All members of a configuration, in words for people. */
export function configurationTable(reader: Reader, configuration: Configuration): Markup {
  const members = configurationInWords(configuration).map(
    ([member, value]) =>
      html`<tr>
        <th scope="row">${tell(reader, memberName(member))}</th>
        <td>${value}</td>
      </tr>`,
  );
  return html`<div class="scroll">
    <table>
      <tbody>
        ${members}
      </tbody>
    </table>
  </div>`;
}
