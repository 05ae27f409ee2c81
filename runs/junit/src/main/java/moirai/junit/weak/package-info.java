/**
 * Tries of a test's calls on a store that returns any value its level allows: one transaction at a time, with every
 * decision taken from one seed or from a script, so that a try can be repeated and its failure made smaller.
 *
 * <p>Start reading at {@link moirai.junit.weak.FailureSearch}. This package knows no test framework.
 */
@NullMarked
package moirai.junit.weak;

import org.jspecify.annotations.NullMarked;
