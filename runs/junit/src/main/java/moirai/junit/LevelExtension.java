package moirai.junit;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import moirai.history.level.IsolationLevel;
import moirai.junit.weak.Failure;
import moirai.junit.weak.FailureSearch;
import moirai.junit.weak.MisuseException;
import moirai.junit.weak.SearchOptions;
import moirai.junit.weak.Tries;
import moirai.junit.weak.choices.SavedTry;
import moirai.mockstore.jdbc.MockDatabases;
import moirai.mockstore.levels.StoreLevel;
import moirai.mockstore.sql.SqlDatabase;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.extension.TestInstancePostProcessor;
import org.junit.platform.commons.support.ReflectionSupport;
import org.opentest4j.AssertionFailedError;

/**
 * Provides the store of one level, runs the tries, and reports their failure.
 *
 * <p>A store that exists already is taken over before the test's set-up, which may use it through an application alone:
 * a set-up that read old values, as the level of the store's URL may allow, would fail now and then.
 */
final class LevelExtension
        implements TestInstancePostProcessor, BeforeEachCallback, ParameterResolver, InvocationInterceptor {

    private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace.create(LevelExtension.class);

    /** The stores that exist outside of tests, by name; one test at a time uses each. */
    private static final Map<String, ReentrantLock> SHARED = new ConcurrentHashMap<>();

    private final IsolationSettings settings;
    private final StoreLevel level;
    private final IsolationLevel name;

    /**
     * The store of the invocation with the tries behind it, closed with the invocation. JUnit closes an {@code
     * AutoCloseable} since version 5.13, and the other type before.
     */
    @SuppressWarnings("deprecation")
    private record Opened(WeakStore store, Tries tries, Runnable release)
            implements ExtensionContext.Store.CloseableResource, AutoCloseable {

        @Override
        public void close() {
            try {
                store.forgetUrl();
                tries.close();
            } finally {
                release.run();
            }
        }
    }

    LevelExtension(IsolationSettings settings, StoreLevel level, IsolationLevel name) {
        this.settings = settings;
        this.level = level;
        this.name = name;
    }

    /** A constructor's store belongs to the invocation as well, and not to the class with all its levels. */
    @Override
    public ExtensionContextScope getTestInstantiationExtensionContextScope(ExtensionContext root) {
        return ExtensionContextScope.TEST_METHOD;
    }

    /** Takes over the store of an application context, which earlier extensions have just made. */
    @Override
    public void postProcessTestInstance(Object instance, ExtensionContext context) {
        takeOver(context);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        takeOver(context);
    }

    private void takeOver(ExtensionContext context) {
        if (MockDatabases.find(settings.database()).isPresent()
                && context.getTestMethod().isPresent()) {
            opened(context);
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == WeakStore.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return opened(context).store();
    }

    private Opened opened(ExtensionContext context) {
        ExtensionContext.Store kept = context.getStore(NAMESPACE);
        Opened known = kept.get(Opened.class, Opened.class);
        if (known != null) {
            return known;
        }
        Opened opened = open();
        kept.put(Opened.class, opened);
        return opened;
    }

    private Opened open() {
        if (settings.database().isEmpty()) {
            Tries tries = Tries.onNew(level, settings.conflicts());
            return new Opened(new WeakStore(tries, name), tries, () -> {});
        }
        SqlDatabase database = MockDatabases.find(settings.database())
                .orElseThrow(() -> new ParameterResolutionException("there is no store '" + settings.database()
                        + "'; expected one that a connection to jdbc:moirai:mem:" + settings.database()
                        + " has made before the test"));
        ReentrantLock lock = SHARED.computeIfAbsent(settings.database(), name -> new ReentrantLock());
        lock.lock();
        boolean isOpened = false;
        try {
            Tries tries = Tries.on(database, level, settings.conflicts());
            isOpened = true;
            return new Opened(new WeakStore(tries, name), tries, lock::unlock);
        } finally {
            if (!isOpened) {
                lock.unlock();
            }
        }
    }

    @Override
    public void interceptTestTemplateMethod(
            Invocation<@Nullable Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        boolean mayFail = settings.mayFailAt(level);
        SearchOptions options = settings.search();
        var search = new FailureSearch(
                opened(context).tries(),
                mayFail ? new SearchOptions(options.tries(), options.seed(), Duration.ZERO) : options,
                body(invocation, method));
        var files = new TryFiles(settings, context, level);
        Optional<SavedTry> saved = mayFail ? Optional.empty() : files.read();
        Optional<Failure> failure;
        try {
            failure = settings.isExhaustive() ? search.runAll(saved) : search.run(saved);
            if (failure.isPresent() && mayFail && isExpected(failure.get())) {
                files.delete();
                return;
            }
        } finally {
            opened(context).tries().end();
        }
        if (search.aborted().isPresent()) {
            throw search.aborted().get();
        }
        if (!search.isStoreUsed()) {
            throw new MisuseException("the calls use no transaction of "
                    + (settings.database().isEmpty()
                            ? "the store: give the application store.dataSource() or store.url()"
                            : "the store '" + settings.database() + "': check that the application, as it is tested,"
                                    + " connects to jdbc:moirai:mem:" + settings.database()));
        }
        if (failure.isPresent()) {
            throw report(failure.get(), mayFail, files, context);
        }
        if (!search.isTelling()) {
            throw new MisuseException("in no try were there two calls beside each other of which one took effect: give"
                    + " inParallel two calls or more,\nand look at why all of them are aborted");
        }
        if (settings.isExhaustive()) {
            requireExhausted(search, context);
        }
        if (mayFail) {
            throw new AssertionFailedError("at " + WeakLevels.label(level) + ", all " + search.ran()
                    + " tries passed, though the test\nis said to hold only from "
                    + WeakLevels.label(StoreLevel.of(settings.holdsFrom())) + " on:\nset holdsFrom to a weaker level"
                    + (settings.isExhaustive() ? "" : ", or raise tries"));
        }
        files.delete();
    }

    private void requireExhausted(FailureSearch search, ExtensionContext context) {
        String seen = search.behaviourCount() + " behaviours in " + search.ran() + " runs"
                + (search.discarded() == 0 ? "" : ", " + search.discarded() + " of them ruled out by assumptions,");
        if (!search.isExhausted()) {
            throw new AssertionFailedError("at " + WeakLevels.label(level) + ", no failure in " + seen
                    + ", but there are more: raise runsMax, or test fewer calls and rows.\n"
                    + "A call that tries again until it succeeds may have behaviours without end");
        }
        context.publishReportEntry("moirai", "all " + seen + " at " + WeakLevels.label(level));
    }

    private static Tries.Body body(Invocation<@Nullable Void> invocation, ReflectiveInvocationContext<Method> method) {
        var first = new ArrayList<>(List.of(invocation));
        return () -> {
            if (first.isEmpty()) {
                ReflectionSupport.invokeMethod(
                        method.getExecutable(),
                        method.getTarget().orElse(null),
                        method.getArguments().toArray());
            } else {
                first.removeFirst().proceed();
            }
        };
    }

    /** Returns whether a failure is one of the level: the same calls are right one after the other. */
    private static boolean isExpected(Failure failure) {
        return !failure.isAtEveryLevel() && !failure.failsInOrder();
    }

    private AssertionFailedError report(Failure failure, boolean mayFail, TryFiles files, ExtensionContext context) {
        String text = context.getRequiredTestClass().getSimpleName() + "."
                + context.getRequiredTestMethod().getName() + " fails at " + WeakLevels.label(level) + ": "
                + failure.text()
                + (mayFail && !failure.isAtEveryLevel()
                        ? "no expected failure: the calls fail one after the other as well\n"
                        : "")
                + files.advice(failure);
        return failure.thrown() instanceof AssertionFailedError known
                        && known.isExpectedDefined()
                        && known.isActualDefined()
                ? new AssertionFailedError(text, known.getExpected(), known.getActual(), known)
                : new AssertionFailedError(text, failure.thrown());
    }
}
