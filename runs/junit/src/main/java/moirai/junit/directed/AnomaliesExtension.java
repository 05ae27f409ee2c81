package moirai.junit.directed;

import java.lang.reflect.Method;
import java.util.stream.Stream;
import moirai.junit.build.BuildTool;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;

/** Analyses the classes of an {@link AnomaliesOf}, and makes each finding a test. */
final class AnomaliesExtension implements TestTemplateInvocationContextProvider, InvocationInterceptor {

    private static final ExtensionContext.Namespace NAMESPACE =
            ExtensionContext.Namespace.create(AnomaliesExtension.class);

    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return AnnotationSupport.isAnnotated(context.getTestMethod(), AnomaliesOf.class);
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        AnomaliesOf asked = AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), AnomaliesOf.class)
                .orElseThrow();
        if (!asked.product().isEmpty()) {
            ReplayedProduct.of(asked); // Refuses what is not accepted before anything takes time.
        }
        PredictedAnomalies predicted = PredictedAnomalies.of(asked);
        var place = new ReplayPlace(asked, predicted);
        context.getStore(NAMESPACE).put(ReplayPlace.class, place);
        var text = new AnomalyText(asked, predicted, BuildTool.testName(context));
        return Finding.of(predicted, asked).stream().map(finding -> new FindingInvocation(finding, place, text));
    }

    /** Refuses a method that is a test twice, which JUnit would run twice. */
    @Override
    public void interceptTestMethod(
            Invocation<@Nullable Void> invocation,
            ReflectiveInvocationContext<Method> called,
            ExtensionContext context) {
        invocation.skip();
        throw Refusals.of(BuildTool.testName(context)
                + " has both @Test and @AnomaliesOf, which makes it a test by itself; remove @Test");
    }
}
