/**
 * The workloads and plans of {@code moirai.generators} as jqwik arbitraries, for property tests that shrink.
 *
 * <p>This is the only package here that needs jqwik, which is an optional dependency: runs draw plans from
 * {@link moirai.generators.TxnGenerator}, which is far faster and needs no library.
 *
 * <p>Start reading at {@link moirai.generators.arbitrary.PlanArbitraries}.
 */
@NullMarked
package moirai.generators.arbitrary;

import org.jspecify.annotations.NullMarked;
