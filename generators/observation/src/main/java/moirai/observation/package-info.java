/**
 * Translates running code into abstract programs, whatever library it uses to reach JDBC: Hibernate, jOOQ, Spring, or
 * none. Transactions are run on rows that are made for them, and their statements are explained by what they read
 * before.
 *
 * <p>It sees only what runs: branches that no row and no number leads to remain unknown. Start reading at
 * {@link moirai.observation.Observer}.
 */
@NullMarked
package moirai.observation;

import org.jspecify.annotations.NullMarked;
