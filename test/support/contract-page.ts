/** A section of the contract by its number, without those below it. */
export function section(page: string, number: string): string {
  const head = number.includes('.') ? `### ${number}` : `## ${number}\\.`;
  return new RegExp(`^${head} [^\\n]*\\n(.*?)(?=^##|$(?![^]))`, 'ms').exec(page)?.[1] ?? '';
}

/** The first example in a section. */
export function example(page: string, number: string, language = 'json'): string {
  const fenced = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's');
  return fenced.exec(section(page, number))?.[1] ?? '';
}

/** The rows of a section's table, without its head, cell by cell. */
export function rows(page: string, number: string): string[][] {
  return section(page, number)
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
    .slice(1)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}
