package moirai.reenactment.code;

import java.io.IOException;
import java.io.InputStream;
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
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import moirai.directed.encoding.Scenario;
import moirai.scheduling.ScheduledDataSource;
import moirai.sources.SourceCode;
import moirai.sources.TxnSource;

/**
 * The methods of a program, loaded. They see the given class path and the JDK, and no class of Moirai. A class is
 * initialized when one of its methods is called, and calls that end the process {@linkplain ExitCalls are refused}.
 */
public final class LoadedCode implements AutoCloseable {

    private final SourceCode source;
    private final List<Path> compiled;
    private final URLClassLoader loader;
    private final CodeValues values;
    private final Map<String, Loaded> methods = new LinkedHashMap<>();

    private record Loaded(TxnSource source, Class<?> type, Method method) {}

    /** A loader of compiled sources before the classes of a class path. */
    private static final class Classes extends URLClassLoader {

        private final CompiledSources compiled;

        Classes(URL[] urls, CompiledSources compiled) {
            super(urls, ClassLoader.getPlatformClassLoader());
            this.compiled = compiled;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            Optional<byte[]> own = compiled.bytes(name);
            byte[] bytes = own.isPresent() ? own.get() : onPath(name);
            Optional<byte[]> changed = ExitCalls.without(bytes);
            if (own.isEmpty() && changed.isEmpty()) {
                return super.findClass(name); // It keeps its package, source and signers.
            }
            byte[] safe = changed.orElse(bytes);
            return defineClass(name, safe, 0, safe.length);
        }

        private byte[] onPath(String name) throws ClassNotFoundException {
            try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (in == null) {
                    throw new ClassNotFoundException(name);
                }
                return in.readAllBytes();
            } catch (IOException unreadable) {
                throw new ClassNotFoundException(name, unreadable);
            }
        }
    }

    private LoadedCode(SourceCode source, List<Path> compiled, URLClassLoader loader) {
        this.source = source;
        this.compiled = List.copyOf(compiled);
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
        return load(source, classpath, List.of(), CompiledSources.none());
    }

    /**
     * Loads the classes of all transactions. They are compiled in memory if the class path has none of them.
     *
     * @param paths the Java files that the sources were read from, and folders of them
     * @param classpath folders of classes and jars; perhaps only those that the sources need
     * @throws CodeException if the sources do not compile, or classes are not usable
     */
    public static LoadedCode of(SourceCode source, List<Path> paths, List<Path> classpath) {
        Set<String> wanted = source.txns().stream().map(TxnSource::className).collect(Collectors.toSet());
        return isOn(classpath, wanted)
                ? load(source, classpath)
                : load(source, classpath, paths, CompiledSources.of(paths, wanted, classpath));
    }

    private static boolean isOn(List<Path> classpath, Set<String> wanted) {
        URL[] urls = classpath.stream().map(LoadedCode::url).toArray(URL[]::new);
        try (var loader = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader())) {
            return wanted.stream().anyMatch(name -> loader.getResource(name.replace('.', '/') + ".class") != null);
        } catch (IOException unclosed) {
            throw new CodeException("cannot close the class path: " + unclosed.getMessage());
        }
    }

    private static LoadedCode load(
            SourceCode source, List<Path> classpath, List<Path> paths, CompiledSources compiled) {
        URL[] urls = classpath.stream().map(LoadedCode::url).toArray(URL[]::new);
        var code = new LoadedCode(source, paths, new Classes(urls, compiled));
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
            Class<?> type = Class.forName(txn.className(), false, loader);
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
            throw unusable(txn.className(), broken);
        }
    }

    private static CodeException unusable(String className, LinkageError broken) {
        return new CodeException("class " + className + " cannot be loaded: "
                + ExitCalls.called(broken)
                        .map(name -> "it calls " + name + ", which ends the process")
                        .orElseGet(() -> cause(broken) + "; expected classes that were compiled from these sources"));
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

    /** Returns the sources that were compiled; none if the classes were on the class path. */
    public List<Path> compiled() {
        return compiled;
    }

    CodeValues values() {
        return values;
    }

    /**
     * Calls the method of a transaction.
     *
     * @throws CodeException if its class cannot be initialized, its arguments cannot be made, or it needs a class that
     *     is not there
     * @throws Exception if the method throws it; an error of the method is thrown as well
     */
    void call(Scenario.Call call, ScheduledDataSource database) throws Exception {
        Loaded loaded = methods.get(call.txn());
        if (loaded == null) {
            throw new CodeException(
                    "no transaction " + call.txn() + " in the sources; expected one of " + methods.keySet());
        }
        Thread.currentThread().setContextClassLoader(loader);
        initialize(loaded.type());
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
                case LinkageError broken -> throw linkage(loaded.source(), broken);
                case Error error -> throw error;
                case Exception failure -> throw failure;
                case null, default -> throw thrown;
            }
        } catch (InstantiationException | IllegalAccessException | NoSuchMethodException unusable) {
            throw new CodeException("cannot call " + loaded.source().signature() + ": " + unusable);
        }
    }

    private void initialize(Class<?> type) throws ClassNotFoundException {
        try {
            Class.forName(type.getName(), true, loader);
        } catch (NoClassDefFoundError missing) {
            throw isMissing(missing) ? missing(type.getName(), missing) : unusable(type.getName(), missing);
        } catch (LinkageError broken) {
            throw unusable(type.getName(), broken);
        }
    }

    /**
     * Returns an error of linking that the code itself caused: by a class whose initialization failed, or by a call
     * that ends the process.
     *
     * @throws CodeException if the class path is the cause
     */
    private static LinkageError linkage(TxnSource source, LinkageError broken) {
        if (broken instanceof NoClassDefFoundError missing && isMissing(missing)) {
            throw missing(source.className(), missing);
        }
        boolean isOfCode = broken instanceof NoClassDefFoundError
                || broken instanceof ExceptionInInitializerError
                || ExitCalls.called(broken).isPresent();
        if (isOfCode) {
            return broken;
        }
        throw new CodeException(source.signature() + " cannot be run: " + broken
                + "; expected a class path like the application's own");
    }

    /** Returns whether the class is not on the class path. Otherwise it is there, and its initialization failed. */
    private static boolean isMissing(NoClassDefFoundError error) {
        return error.getCause() instanceof ClassNotFoundException;
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
