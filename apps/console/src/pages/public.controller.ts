import { Get, NotFoundException } from '@nestjs/common';
import { html } from './html.js';
import type { Reader } from './layout.js';
import { page, PublicPages, Reading } from './page-answers.js';
import { said } from './words.js';

const enrolBody = html`<div data-enrol></div>
  <p class="warning" role="alert" hidden></p>`;

/** The pages that anybody may see. */
@PublicPages()
export class PublicController {
  /**
   * Entry for an invited person; the invitation's text follows the `#`, so no access log has it.
   */
  @Get('enrol')
  enrol(@Reading() reader: Reader) {
    return page(reader, said.enrol, enrolBody);
  }

  @Get('*')
  nothing(): never {
    throw new NotFoundException('There is no such page.');
  }
}
