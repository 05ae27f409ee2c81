package moirai.junit.directed;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/**
 * The test of one finding.
 *
 * @param text of failures
 */
record FindingInvocation(Finding finding, ReplayPlace place, AnomalyText text)
        implements TestTemplateInvocationContext {

    @Override
    public String getDisplayName(int invocationIndex) {
        return finding.name();
    }

    @Override
    public List<Extension> getAdditionalExtensions() {
        return List.of(new Judge(this));
    }

    /** Runs the replays of the finding, and decides what their outcomes mean for the test. */
    private static final class Judge implements ParameterResolver, InvocationInterceptor {

        private final FindingInvocation test;
        private Optional<AnomalyReplay> replay = Optional.empty();

        Judge(FindingInvocation test) {
            this.test = test;
        }

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == AnomalyReplay.class
                    && context.getTestMethod()
                            .filter(parameter.getDeclaringExecutable()::equals)
                            .isPresent();
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return replay();
        }

        private AnomalyReplay replay() {
            AnomalyReplay known = replay.orElseGet(() -> new AnomalyReplay(test.place, test.finding));
            replay = Optional.of(known);
            return known;
        }

        @Override
        public void interceptTestTemplateMethod(
                Invocation<@Nullable Void> invocation,
                ReflectiveInvocationContext<Method> called,
                ExtensionContext context)
                throws Throwable {
            switch (test.finding) {
                case Finding.OfCause cause -> judge(cause, replayed(invocation, called), context);
                case Finding.ByRows byRows -> abort(invocation, byRows.reason());
                case Finding.Refuted refuted -> abort(invocation, refuted.reason());
                case Finding.NotCovered notCovered -> abort(invocation, notCovered.reason());
                case Finding.Nothing nothing -> {
                    invocation.skip();
                    context.publishReportEntry("moirai", nothing.text());
                }
                case Finding.Gone gone -> {
                    invocation.skip();
                    throw Refusals.bare(new AssertionFailedError(gone.reason()));
                }
            }
        }

        private static void abort(Invocation<@Nullable Void> invocation, String reason) {
            invocation.skip();
            throw Refusals.bare(new TestAbortedException(reason));
        }

        private CauseReplay replayed(Invocation<@Nullable Void> invocation, ReflectiveInvocationContext<Method> called)
                throws Throwable {
            AnomalyReplay asked = replay();
            boolean isGiven =
                    Arrays.asList(called.getExecutable().getParameterTypes()).contains(AnomalyReplay.class);
            if (!isGiven || test.place.hasProduct()) {
                asked.onProduct();
            }
            invocation.proceed();
            return asked.requireDone();
        }

        private void judge(Finding.OfCause cause, CauseReplay replayed, ExtensionContext context) {
            Optional<CauseReplay.One> happened = replayed.anomalous();
            if (happened.isPresent() && !cause.isKnown()) {
                throw Refusals.bare(new AssertionFailedError(test.text.of(replayed, happened.get())));
            }
            if (happened.isEmpty() && !replayed.isPrevented()) {
                throw Refusals.bare(
                        new TestAbortedException("It is not known whether this can happen " + replayed.lines()));
            }
            if (happened.isEmpty() && cause.isKnown()) {
                throw Refusals.bare(new AssertionFailedError("Known, but prevented; remove "
                        + cause.group().fingerprint() + " from @AnomaliesOf(known).\n" + replayed.lines()));
            }
            context.publishReportEntry(
                    "moirai", (cause.isKnown() ? "known, happened " : "prevented ") + replayed.lines());
        }
    }
}
