package moirai.junit;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.levels.ProductLevel;
import moirai.mockstore.levels.StoreLevel;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;

/** Makes an {@link IsolationTest} or an {@link EveryBehaviour} one test for each level. */
final class IsolationExtension implements TestTemplateInvocationContextProvider {

    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return AnnotationSupport.isAnnotated(context.getTestMethod(), IsolationTest.class)
                || AnnotationSupport.isAnnotated(context.getTestMethod(), EveryBehaviour.class);
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        Method method = context.getRequiredTestMethod();
        Optional<IsolationTest> random = AnnotationSupport.findAnnotation(method, IsolationTest.class);
        Optional<EveryBehaviour> every = AnnotationSupport.findAnnotation(method, EveryBehaviour.class);
        if (random.isPresent() && every.isPresent()) {
            throw new ExtensionConfigurationException(
                    method.getName() + " is an @IsolationTest and an @EveryBehaviour; expected one of the two");
        }
        IsolationSettings settings = random.map(test -> IsolationSettings.of(test, context))
                .orElseGet(() -> IsolationSettings.of(every.orElseThrow(), context));
        IsolationLevel[] named = random.map(IsolationTest::levels)
                .orElseGet(() -> every.orElseThrow().level());
        ProductLevel[] products = random.map(IsolationTest::products)
                .orElseGet(() -> every.orElseThrow().products());
        boolean isOpen = random.isPresent() && named.length == 0 && products.length == 0;
        IsolationLevel holdsFrom = random.map(IsolationTest::holdsFrom)
                .orElseGet(() -> every.orElseThrow().holdsFrom());
        if (holdsFrom != IsolationLevel.READ_UNCOMMITTED && named.length == 0 && products.length > 0) {
            throw new ExtensionConfigurationException(method.getName() + " has holdsFrom = " + holdsFrom.name()
                    + ", which says nothing of products; expected levels beside them, or no holdsFrom");
        }
        List<IsolationLevel> levels = isOpen ? WeakLevels.DEFAULTS : List.of(named);
        if (levels.isEmpty() && products.length == 0) {
            throw new ExtensionConfigurationException(method.getName() + " has no levels; expected one or more of "
                    + WeakLevels.accepted() + WeakLevels.PRODUCTS);
        }
        return Stream.concat(
                levels.stream().map(level -> new LevelInvocation(settings, storeLevel(level, method), level)),
                Arrays.stream(products).map(product -> new LevelInvocation(settings, product, product.guarantee())));
    }

    private static StoreLevel storeLevel(IsolationLevel level, Method method) {
        return WeakLevels.ofStore(level)
                .map(StoreLevel::of)
                .orElseThrow(() -> new ExtensionConfigurationException(method.getName() + " has the level "
                        + level.name() + "; expected one of " + WeakLevels.accepted() + WeakLevels.PRODUCTS));
    }
}
