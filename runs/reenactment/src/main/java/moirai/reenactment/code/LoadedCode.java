package moirai.reenactment.code;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import moirai.directed.encoding.Scenario;
import moirai.scheduling.ScheduledDataSource;
import moirai.sources.SourceCode;
import moirai.sources.TxnSource;

/** The methods of a program, loaded. They see the given class path and the JDK, and no class of Moirai. */
public final class LoadedCode implements AutoCloseable {

    private final SourceCode source;
    private final URLClassLoader loader;
    private final CodeValues values;
    private final Map<String, Loaded> methods = new LinkedHashMap<>();

    private record Loaded(TxnSource source, Class<?> type, Method method) {}

    private LoadedCode(SourceCode source, URLClassLoader loader) {
        this.source = source;
        this.loader = loader;
        this.values = new CodeValues(source.texts());
    }

    /**
     * Loads the classes of all transactions.
     *
     * @param classpath folders of classes and jars
     * @throws CodeException if a file, class or method is not there, or not usable
     */
    public static LoadedCode load(SourceCode source, List<Path> classpath) {
        URL[] urls = classpath.stream().map(LoadedCode::url).toArray(URL[]::new);
        var code = new LoadedCode(source, new URLClassLoader(urls, ClassLoader.getPlatformClassLoader()));
        try {
            source.txns().forEach(txn -> code.methods.put(txn.txn(), code.load(txn, classpath)));
            return code;
        } catch (RuntimeException unusable) {
            code.close();
            throw unusable;
        }
    }

    private static URL url(Path path) {
        if (!Files.exists(path)) {
            throw new CodeException("no file or folder " + path + "; expected folders of classes and jars");
        }
        try {
            return path.toUri().toURL();
        } catch (MalformedURLException impossible) {
            throw new CodeException("cannot load classes from " + path + "; expected folders of classes and jars");
        }
    }

    private Loaded load(TxnSource txn, List<Path> classpath) {
        try {
            Class<?> type = Class.forName(txn.className(), true, loader);
            Method method = Arrays.stream(type.getDeclaredMethods())
                    .filter(candidate -> candidate.getName().equals(txn.method()) && !candidate.isSynthetic())
                    .filter(candidate -> CodeArguments.isDeclared(candidate.getParameterTypes(), txn.parameters()))
                    .findFirst()
                    .orElseThrow(() -> new CodeException("class " + txn.className() + " on " + classpath
                            + " has no method " + txn.signature() + ", which the source has; expected classes that"
                            + " were compiled from these sources"));
            method.setAccessible(true);
            return new Loaded(txn, type, method);
        } catch (ClassNotFoundException missing) {
            throw new CodeException("no class " + txn.className() + " on " + classpath
                    + "; expected the folder or jar that the sources were compiled to");
        } catch (UnsupportedClassVersionError newer) {
            throw new CodeException("class " + txn.className() + " was compiled for a newer Java than "
                    + Runtime.version().feature() + "; expected that one or an older one");
        } catch (NoClassDefFoundError missing) {
            throw missing(txn.className(), missing);
        } catch (LinkageError broken) {
            throw new CodeException("class " + txn.className() + " cannot be loaded: " + cause(broken)
                    + "; expected classes that were compiled from these sources");
        }
    }

    private static CodeException missing(String className, NoClassDefFoundError missing) {
        String name = String.valueOf(missing.getMessage()).replace('/', '.');
        return new CodeException("class " + className + " needs " + name
                + ", which is not on the class path; expected the jars that the application needs as well");
    }

    private static String cause(Throwable failure) {
        return String.valueOf(failure.getCause() == null ? failure : failure.getCause());
    }

    /** Returns the sources of the code. */
    public SourceCode source() {
        return source;
    }

    CodeValues values() {
        return values;
    }

    /**
     * Calls the method of a transaction.
     *
     * @throws CodeException if its arguments cannot be made, or it needs a class that is not there
     * @throws Exception what the method throws
     */
    void call(Scenario.Call call, ScheduledDataSource database) throws Exception {
        Loaded loaded = methods.get(call.txn());
        if (loaded == null) {
            throw new CodeException(
                    "no transaction " + call.txn() + " in the sources; expected one of " + methods.keySet());
        }
        Thread.currentThread().setContextClassLoader(loader);
        var arguments = new CodeArguments(values, call.arguments(), database);
        try {
            boolean isStatic = Modifier.isStatic(loaded.method().getModifiers());
            Object self = isStatic
                    ? loaded.type()
                    : arguments.instance(loaded.type(), loaded.source().constructors());
            Object[] given = arguments.of(
                    loaded.method().getGenericParameterTypes(), loaded.source().parameters());
            loaded.method().invoke(self, given);
        } catch (InvocationTargetException thrown) {
            switch (thrown.getCause()) {
                case NoClassDefFoundError missing ->
                    throw missing(loaded.source().className(), missing);
                case LinkageError broken ->
                    throw new CodeException(loaded.source().signature() + " cannot be run: " + broken
                            + "; expected a class path like the application's own");
                case AssertionError failed -> throw new IllegalStateException(failed);
                case Error error -> throw error;
                case Exception failure -> throw failure;
                case null, default -> throw thrown;
            }
        } catch (InstantiationException | IllegalAccessException | NoSuchMethodException unusable) {
            throw new CodeException("cannot call " + loaded.source().signature() + ": " + unusable);
        }
    }

    /** Unloads the classes. */
    @Override
    public void close() {
        try {
            loader.close();
        } catch (IOException unclosed) {
            throw new CodeException("cannot close the class path: " + unclosed.getMessage());
        }
    }
}
