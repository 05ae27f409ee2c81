/**
 * Histories, programs and sessions on a database as jqwik arbitraries, for properties whose failures shrink to few
 * transactions. Workloads and plans are in {@code moirai.generators.arbitrary}.
 *
 * <p>This is the only package of the module that needs jqwik, which is an optional dependency.
 *
 * <p>Start reading at {@link moirai.junit.properties.HistoryArbitraries}, {@link
 * moirai.junit.properties.ProgramArbitraries} and {@link moirai.junit.properties.ListActions}.
 */
@NullMarked
package moirai.junit.properties;

import org.jspecify.annotations.NullMarked;
