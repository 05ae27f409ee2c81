package moirai.junit.fuzzing;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.Stream;
import moirai.junit.build.BuildTool;
import moirai.runs.store.RunStore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;

/** Runs the methods of {@link FuzzDatabase}: gives them their parameter, and requires that there was a run. */
final class FuzzExtension implements TestTemplateInvocationContextProvider, ParameterResolver, InvocationInterceptor {

    private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace.create(FuzzExtension.class);

    /** Returns whether the method is a template by this annotation alone; others make invocations of their own. */
    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return Arrays.stream(context.getRequiredTestMethod().getAnnotations())
                .noneMatch(FuzzExtension::isOtherTemplate);
    }

    private static boolean isOtherTemplate(Annotation annotation) {
        Class<? extends Annotation> type = annotation.annotationType();
        boolean isOurs = type == FuzzDatabase.class || AnnotationSupport.isAnnotated(type, FuzzDatabase.class);
        return !isOurs && (type == TestTemplate.class || AnnotationSupport.isAnnotated(type, TestTemplate.class));
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        FuzzDatabase asked = asked(context);
        String where = asked.product().isEmpty() ? "" : asked.product() + ", ";
        return Stream.of(new TestTemplateInvocationContext() {
            @Override
            public String getDisplayName(int invocationIndex) {
                return where + asked.workload() + " at " + asked.expect().label();
            }
        });
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Fuzzing.class
                && context.getTestMethod()
                        .filter(parameter.getDeclaringExecutable()::equals)
                        .isPresent();
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return fuzzing(context);
    }

    @Override
    public void interceptTestTemplateMethod(
            Invocation<@Nullable Void> invocation, ReflectiveInvocationContext<Method> called, ExtensionContext context)
            throws Throwable {
        Fuzzing fuzzing = fuzzing(context);
        fuzzing.begin();
        invocation.proceed();
        fuzzing.requireRun();
        fuzzing.removeRun();
    }

    /** Refuses a method that is a test twice, which JUnit would run twice. */
    @Override
    public void interceptTestMethod(
            Invocation<@Nullable Void> invocation,
            ReflectiveInvocationContext<Method> called,
            ExtensionContext context) {
        invocation.skip();
        throw new IllegalStateException(BuildTool.testName(context)
                + " has both @Test and @FuzzDatabase, which makes it a test by itself; remove @Test");
    }

    /** Returns the run of the invocation. JUnit's method that computes what is absent has another name before 6. */
    private static Fuzzing fuzzing(ExtensionContext context) {
        ExtensionContext.Store kept = context.getStore(NAMESPACE);
        Fuzzing known = kept.get(Fuzzing.class, Fuzzing.class);
        if (known != null) {
            return known;
        }
        var made = new Fuzzing(
                () -> FuzzPlan.of(asked(context), BuildTool.testName(context), BuildTool.seed(context)),
                new RunStore(BuildTool.directory(context)));
        kept.put(Fuzzing.class, made);
        return made;
    }

    private static FuzzDatabase asked(ExtensionContext context) {
        return AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), FuzzDatabase.class)
                .orElseThrow();
    }
}
