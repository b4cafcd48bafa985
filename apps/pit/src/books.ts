import { open, type FileHandle } from 'node:fs/promises';

/** A record acknowledged by the brokers. */
export interface BookEntry {
  readonly partition: number;
  readonly offset: number;
  readonly text: string;
  readonly isJson: boolean;
}

/** The pit's own books, a JSON line for each acknowledged record; `raw` for what is not JSON. */
export class Books {
  private constructor(
    private readonly file: FileHandle,
    private readonly topic: string,
  ) {}

  /** Truncates the file. */
  static async open(path: string, topic: string): Promise<Books> {
    return new Books(await open(path, 'w'), topic);
  }

  async enter(entries: readonly BookEntry[]): Promise<void> {
    const topic = JSON.stringify(this.topic);
    const lines = entries.map(({ partition, offset, text, isJson }) => {
      const what = isJson ? `"event":${text}` : `"raw":${JSON.stringify(text)}`;
      return `{"topic":${topic},"partition":${partition},"offset":${offset},${what}}\n`;
    });
    await this.file.appendFile(lines.join(''));
  }

  async close(): Promise<void> {
    await this.file.sync();
    await this.file.close();
  }
}
