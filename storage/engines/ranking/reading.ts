/** A query that returns one row. Each parameter stands for one `?` of the text, in order. */
export interface Question {
  sql: string;
  parameters: readonly number[];
}

export type Row = Readonly<Record<string, unknown>>;

/**
 * Work that needs rows of the database. It yields one question after the other, and is continued with the row. So the
 * same work can run where a connection answers immediately, as on SQLite, and where the answer needs a promise, as on
 * PostgreSQL. Work whose question has failed is not continued.
 */
export type Reading<Result> = Generator<Question, Result, Row>;
