/**
 * The decision whether an existing database may be tested: a pure function of what was found there, what was asked for
 * and what the user has allowed. It must not touch a database.
 *
 * <p>Start reading at {@link moirai.runs.consent.GuardRails}.
 */
@NullMarked
package moirai.runs.consent;

import org.jspecify.annotations.NullMarked;
