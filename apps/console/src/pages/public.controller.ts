import { Get, NotFoundException } from '@nestjs/common';
import { html } from './html.js';
import type { Reader } from './layout.js';
import { page, PublicPages, Reading } from './page-answers.js';
import { said } from './words.js';

const enrolBody = html`<div data-enrol></div>
  <p class="warning" role="alert" hidden></p>`;

/** What anybody may see. */
@PublicPages()
export class PublicController {
  /** Who has an invitation comes in here; its text is behind the `#`, which no log has. */
  @Get('enrol')
  enrol(@Reading() reader: Reader) {
    return page(reader, said.enrol, enrolBody);
  }

  @Get('*')
  nothing(): never {
    throw new NotFoundException('There is no such page.');
  }
}
