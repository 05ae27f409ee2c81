/**
 * AssertJ assertions about histories, whose failures are the explanations that Moirai prints elsewhere. AssertJ is an
 * optional dependency of the module, which only this package needs.
 *
 * <p>Start reading at {@link moirai.junit.assertions.MoiraiAssertions}. What is not decided never passes.
 */
@NullMarked
package moirai.junit.assertions;

import org.jspecify.annotations.NullMarked;
