package moirai.observation.classes;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import moirai.observation.Observer;
import moirai.observation.recording.RecordedSource;
import moirai.observation.txns.ObservationException;
import moirai.observation.txns.ObservedApplication;
import moirai.observation.txns.ObservedTxn;
import moirai.sources.Translation;

/**
 * An application that is given by the name of its class, which needs no type of Moirai. One kind is a public class with
 * a public constructor that takes a data source, whose public methods are transactions. Another has a public
 * constructor without parameters, and public methods that take a connection that the caller commits, or a data source.
 * A static method {@code schema()}, which returns a list of texts, makes the tables. The third kind is an
 * {@link ObservedApplication}.
 */
public final class ObservedClass {

    private final Class<?> type;

    private ObservedClass(Class<?> type) {
        this.type = type;
    }

    /** Finds a class by its full name; throws ObservationException if there is none, or no public one. */
    public static ObservedClass of(String name, ClassLoader loader) {
        Optional<Class<?>> found = load(name, loader);
        if (found.isEmpty()) {
            // A nested class has a dollar in its name where its source has a dot.
            String hint = load(name.replaceFirst("\\.([^.]*)$", "\\$$1"), loader)
                    .map(nested -> "; did you mean '" + nested.getName() + "'?")
                    .orElse("");
            throw new ObservationException("class '" + name + "' is not on the class path" + hint
                    + "; expected the full name of a compiled class, and --classpath with its jars and folders");
        }
        Class<?> type = found.get();
        if (!Modifier.isPublic(type.getModifiers()) || Modifier.isAbstract(type.getModifiers())) {
            throw new ObservationException("class " + name + " is not public, or abstract; expected a public class");
        }
        return new ObservedClass(type);
    }

    private static Optional<Class<?>> load(String name, ClassLoader loader) {
        try {
            return Optional.of(Class.forName(name, true, loader));
        } catch (ClassNotFoundException unknown) {
            return Optional.empty();
        } catch (LinkageError unusable) {
            throw new ObservationException(
                    "class " + name + " cannot be loaded: " + unusable
                            + "; expected --classpath with all classes that it uses",
                    unusable);
        }
    }

    /**
     * Runs its transactions on a database in memory, and makes a program of them.
     *
     * @throws ObservationException if it cannot be made, or a transaction cannot be observed
     */
    public Translation observe(ClassOptions options) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        // Libraries look for what they load by name there.
        thread.setContextClassLoader(type.getClassLoader());
        try (var database = EmbeddedDatabase.of(options.product())) {
            var source = new RecordedSource(database.source());
            database.define(options.definitions());
            List<ObservedTxn> txns = ArgumentSizes.of(txns(database, source.source(), options), options.sizes());
            return new Observer(source, options.options()).observe(type.getSimpleName(), txns);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private List<ObservedTxn> txns(EmbeddedDatabase database, DataSource source, ClassOptions options) {
        if (ObservedApplication.class.isAssignableFrom(type)) {
            return application(database, source, options.txns());
        }
        boolean hasSource = isMadeWith(DataSource.class);
        if (options.definitions().isEmpty()) {
            database.define(schema());
        }
        var methods = new TxnMethods(type, hasSource);
        List<Method> chosen = methods.chosen(options.txns());
        boolean isStatic = chosen.stream().allMatch(method -> Modifier.isStatic(method.getModifiers()));
        Object target = isStatic ? null : hasSource ? made(source) : made();
        Map<Method, String> names = methods.names(chosen);
        return chosen.stream()
                .map(method -> new TxnCall(target, method, source).txn(names.getOrDefault(method, method.getName())))
                .toList();
    }

    private List<ObservedTxn> application(EmbeddedDatabase database, DataSource source, List<String> names) {
        var application = (ObservedApplication) made();
        try {
            database.define(application.schema());
            List<ObservedTxn> all = application.txns(source);
            List<String> known = all.stream().map(ObservedTxn::name).toList();
            for (String name : names) {
                if (!known.contains(name)) {
                    throw new ObservationException("no transaction '" + name + "' in application " + type.getName()
                            + "; expected one of " + known);
                }
            }
            return all.stream()
                    .filter(txn -> names.isEmpty() || names.contains(txn.name()))
                    .toList();
        } catch (ObservationException known) {
            throw known;
        } catch (Exception | LinkageError failed) {
            throw failed("application " + type.getName() + " does not start", failed);
        }
    }

    private List<String> schema() {
        try {
            Method schema = type.getMethod("schema");
            boolean isList = Modifier.isStatic(schema.getModifiers()) && List.class == schema.getReturnType();
            return isList && schema.invoke(null) instanceof List<?> texts
                    ? texts.stream().map(String::valueOf).toList()
                    : List.of();
        } catch (NoSuchMethodException none) {
            return List.of();
        } catch (ReflectiveOperationException | LinkageError failed) {
            throw failed(type.getName() + ".schema() fails", failed);
        }
    }

    private boolean isMadeWith(Class<?>... parameters) {
        return Arrays.stream(type.getConstructors())
                .anyMatch(constructor -> Arrays.equals(constructor.getParameterTypes(), parameters));
    }

    /** Makes an object, with a constructor that takes this argument, or none. */
    private Object made(Object... arguments) {
        Class<?>[] parameters = arguments.length == 0 ? new Class<?>[0] : new Class<?>[] {DataSource.class};
        if (!isMadeWith(parameters)) {
            throw new ObservationException("class " + type.getName() + " has no public constructor that takes a"
                    + " javax.sql.DataSource or nothing; expected one");
        }
        try {
            return type.getConstructor(parameters).newInstance(arguments);
        } catch (ReflectiveOperationException | LinkageError failed) {
            throw failed("class " + type.getName() + " cannot be made", failed);
        }
    }

    private static ObservationException failed(String what, Throwable failed) {
        Throwable cause =
                failed instanceof InvocationTargetException && failed.getCause() != null ? failed.getCause() : failed;
        String expected = cause instanceof LinkageError
                ? "; expected --classpath with all classes that it uses"
                : "; expected code that runs on an empty database in memory";
        return new ObservationException(what + ": " + cause + expected, cause);
    }
}
