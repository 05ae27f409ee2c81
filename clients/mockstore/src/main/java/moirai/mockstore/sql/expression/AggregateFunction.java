package moirai.mockstore.sql.expression;

import moirai.mockstore.sql.expression.aggregate.Aggregate;

/** An aggregate function as a query calls it: with its FILTER and ORDER BY. */
public interface AggregateFunction extends Aggregate {}
