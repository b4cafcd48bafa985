import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** An event that the ledger has not judged yet. */
export interface KeptEvent {
  readonly sequence: bigint;
  readonly text: string;
  /** Undefined for an unsigned event. */
  readonly signature: string | undefined;
}

const format = 1;

function whyUnusable(file: string, { message }: Error): string {
  if (/locked|busy/.test(message)) return 'another process, or a client in this one, has it open';
  const folder = dirname(file);
  return existsSync(folder) ? message : `there is no folder ${folder}`;
}

/**
 * The error, with one sentence, for a file that is another table's, that another process has, or
 * that cannot be used.
 */
export class TableFileUnusable extends Error {}

/**
 * A table's counter and its events without a judgement, in a file that survives a power cut: an
 * event is on disk before it is sent, and its number is never used twice.
 */
export class TableFile {
  /** Events that are judged, but still in the file. */
  private judged: bigint[] = [];

  private constructor(
    private readonly database: DatabaseSync,
    private readonly jackpot: string,
    private readonly table: string,
  ) {}

  /**
   * Opens the file of a table; makes it if missing.
   * @throws TableFileUnusable
   */
  static open(file: string, jackpot: string, table: string): TableFile {
    let database: DatabaseSync | undefined;
    try {
      database = new DatabaseSync(file);
      // One process has it until that process ends, in any way.
      database.exec(
        'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL',
      );
      database.exec(
        `BEGIN IMMEDIATE;
         CREATE TABLE IF NOT EXISTS counter (
           format INTEGER, jackpot TEXT, source TEXT, next INTEGER NOT NULL);
         CREATE TABLE IF NOT EXISTS kept (
           sequence INTEGER PRIMARY KEY, text TEXT NOT NULL, signature TEXT);
         COMMIT`,
      );
      const whose = database.prepare('SELECT format, jackpot, source FROM counter').get();
      const [own, its] = [`${format} ${jackpot} ${table}`, Object.values(whose ?? {}).join(' ')];
      if (whose && own !== its) {
        throw new Error(
          `it is the file of table ${String(whose['source'])} of ${String(whose['jackpot'])}`,
        );
      }
      const opened = new TableFile(database, jackpot, table);
      opened.kept();
      return opened;
    } catch (error) {
      database?.close();
      const sentence = `${file} is not usable for table ${table} of ${jackpot}: ${whyUnusable(file, error as Error)}.`;
      throw new TableFileUnusable(sentence, { cause: error });
    }
  }

  /** The sequence of the next event; undefined in a new file. */
  get next(): bigint | undefined {
    return this.read('SELECT next FROM counter').get()?.['next'] as bigint | undefined;
  }

  /** Begins the counter of a new file, which belongs to this table from now on. */
  begin(sequence: bigint): void {
    this.database
      .prepare('INSERT INTO counter VALUES (?, ?, ?, ?)')
      .run(format, this.jackpot, this.table, sequence);
  }

  /** The events without a judgement, in order. */
  kept(): KeptEvent[] {
    const rows = this.read('SELECT sequence, text, signature FROM kept ORDER BY sequence').all();
    return rows.map(({ sequence, text, signature }) => ({
      sequence: sequence as bigint,
      text: text as string,
      signature: (signature as string | null) ?? undefined,
    }));
  }

  /**
   * Numbers an event and keeps it; it is on disk when this returns.
   * @throws Error if the disk does not accept it: then the number was not used.
   */
  keep(event: KeptEvent): void {
    const { sequence, text, signature } = event;
    this.database.exec('BEGIN IMMEDIATE');
    try {
      this.database
        .prepare('INSERT INTO kept VALUES (?, ?, ?)')
        .run(sequence, text, signature ?? null);
      this.database.prepare('UPDATE counter SET next = ?').run(sequence + 1n);
      this.database.exec('COMMIT');
    } catch (error) {
      if (this.database.isTransaction) this.database.exec('ROLLBACK');
      throw error;
    }
  }

  /**
   * Removes events that the ledger has judged, and those that could not be removed before.
   * @throws Error of the disk: they stay for the next call.
   */
  forget(sequences: readonly bigint[]): void {
    this.judged.push(...sequences);
    const statement = this.database.prepare('DELETE FROM kept WHERE sequence = ?');
    for (let [sequence] = this.judged; sequence !== undefined; [sequence] = this.judged) {
      statement.run(sequence);
      this.judged.shift();
    }
  }

  close(): void {
    this.database.close();
  }

  private read(sql: string) {
    const statement = this.database.prepare(sql);
    statement.setReadBigInts(true);
    return statement;
  }
}
