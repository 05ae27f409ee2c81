package moirai.mockstore.sql.rows;

import moirai.mockstore.sql.schema.TableSchema;

/** A table as it was defined when a statement was compiled, with its rows. */
public record Table(TableSchema schema, TableRows rows) {}
