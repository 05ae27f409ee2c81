/**
 * From running code to abstract programs, for code that reaches its database through JDBC in whatever way: Hibernate,
 * jOOQ, Spring, or JDBC itself. Transactions are run on rows that are made for them, and their statements explained by
 * what they saw before.
 *
 * <p>It sees only what runs: branches that no row and no number leads to remain unknown. Start reading at
 * {@link moirai.observation.Observer}.
 */
@NullMarked
package moirai.observation;

import org.jspecify.annotations.NullMarked;
