import type { Words } from '#papers';

export type Language = keyof Words;

/** The language that a request asks for: by `?lang=`, a cookie, or what its browser prefers. */
export function languageOf(asked: string | undefined, accepted: string | undefined): Language {
  const wanted = [asked ?? '', ...(accepted ?? '').split(',')];
  for (const each of wanted) {
    const tag = each.trim().toLowerCase();
    if (tag.startsWith('zh')) return 'zh-Hant';
    if (tag.startsWith('pt')) return 'pt';
    if (tag.startsWith('en')) return 'en';
  }
  return 'en';
}
