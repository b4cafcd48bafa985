import { Get, NotFoundException, Param } from '@nestjs/common';
import { trilingual, type Words } from '#papers';
import { guidePart, guidesOf } from '../pages/guides.js';
import { html, Markup } from '../pages/html.js';
import type { Reader } from '../pages/layout.js';
import { tell } from '../pages/layout.js';
import { page, PublicPages, Reading } from '../pages/page-answers.js';
import { said } from '../pages/words.js';
import { manualNames, manualPage, manualPath } from './manual.js';

const inYourLanguage = trilingual(
  'In short',
  'Em português, em resumo (o resto do manual está em inglês)',
  '中文摘要（手冊其餘部分為英文）',
);
const allPages = trilingual('All pages', 'Todas as páginas', '全部頁次');

/** The operator's manual, open to people who cannot sign in: one of its pages is for them. */
@PublicPages()
export class ManualController {
  @Get(['manual', 'manual/:page'])
  manual(@Reading() reader: Reader, @Param('page') name?: string) {
    const text = manualPage(name);
    if (text === undefined) throw new NotFoundException(`The manual has no page ${name}.`);
    const body = html`${guidesPart(reader, name)}
      <article class="manual" lang="en">${new Markup(text)}</article>
      ${pagesPart(reader)}`;
    return page(reader, name === undefined ? said.manual : pageTitle(name), body);
  }
}

/** The page names are the same in all languages. */
function pageTitle(name: string): Words {
  const { en, pt, 'zh-Hant': zh } = said.manual;
  return trilingual(`${en}: ${name}`, `${pt}: ${name}`, `${zh}：${name}`);
}

/** The guides of a page in the reader's language; all of them on the first page. */
function guidesPart(reader: Reader, name: string | undefined): Markup | undefined {
  const own = guidesOf(name);
  if (own.length === 0) return undefined;
  return html`<section>
    <h2>${tell(reader, inYourLanguage)}</h2>
    ${own.map((each) => guidePart(reader, each, name !== undefined))}
  </section>`;
}

function pagesPart(reader: Reader): Markup {
  const links = manualNames.map((each) => html`<a href="${manualPath(each)}">${each}</a> `);
  return html`<details class="guide">
    <summary>${tell(reader, allPages)}</summary>
    <p>${links}</p>
  </details>`;
}
