package moirai.cli.exploring;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import moirai.cli.options.Nearest;
import moirai.exploration.applications.Applications;
import moirai.exploration.examples.JdbcExamples;
import moirai.exploration.search.Explorable;
import moirai.history.Seed;

/** Programs that can be explored, by name: those of Moirai, and classes of the user. */
public final class ExploredPrograms {

    private ExploredPrograms() {}

    /**
     * Client programs by lot.
     *
     * @param sessions from 1
     * @param txns of each session, from 1
     */
    public record Lot(int sessions, int txns, Seed seed) {}

    /** Those that need no class. */
    public static List<String> names() {
        var names = new ArrayList<>(JdbcExamples.names());
        names.addAll(Applications.names());
        names.addAll(Applications.clients());
        names.addAll(Applications.sessionScaling());
        names.addAll(Applications.txnScaling());
        return names;
    }

    /**
     * The program of a name.
     *
     * @param name one of {@link #names}; or a file with a client program, which ends in {@code .txt}; or a class with a
     *     constructor without parameters that is a {@link Supplier} of an {@link Explorable}
     * @param lot for the name of an application
     * @param classpath jars and folders in which classes are looked for
     * @throws IllegalArgumentException if there is none; the message says what would be accepted
     */
    public static Explorable named(String name, Lot lot, List<Path> classpath) {
        if (JdbcExamples.names().contains(name)) {
            return JdbcExamples.named(name).orElseThrow();
        }
        if (Applications.names().contains(name)) {
            return Applications.random(name, lot.sessions(), lot.txns(), lot.seed())
                    .withInvariants();
        }
        if (names().contains(name)) {
            return Applications.client(name).withInvariants();
        }
        return name.endsWith(".txt") ? ofFile(Path.of(name)) : ofClass(name, classpath);
    }

    private static Explorable ofFile(Path file) {
        try {
            return Applications.parse(file.toString(), Files.readString(file)).withInvariants();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static Explorable ofClass(String name, List<Path> classpath) {
        try {
            Object made = loader(classpath).loadClass(name).getConstructor().newInstance();
            if (made instanceof Supplier<?> supplier && supplier.get() instanceof Explorable program) {
                return program;
            }
            throw new IllegalArgumentException("class " + name + " is not a java.util.function.Supplier of a"
                    + " moirai.exploration.program.Program or a moirai.exploration.jdbc.JdbcProgram");
        } catch (ClassNotFoundException unknown) {
            throw new IllegalArgumentException(
                    "'" + name + "' is neither a program nor a class on the class path" + Nearest.hint(name, names())
                            + ". Known programs: " + String.join(", ", names())
                            + "; for a class of your own give its full name, and --classpath",
                    unknown);
        } catch (NoSuchMethodException | InstantiationException | IllegalAccessException unusable) {
            throw new IllegalArgumentException(
                    "class " + name + " has no public constructor without parameters", unusable);
        } catch (InvocationTargetException failed) {
            throw new IllegalArgumentException("class " + name + " cannot be made: " + failed.getCause(), failed);
        }
    }

    private static ClassLoader loader(List<Path> classpath) {
        var urls = new ArrayList<URL>();
        for (Path path : classpath) {
            if (!Files.exists(path)) {
                throw new IllegalArgumentException(
                        "--classpath: " + path + " does not exist; expected jars and folders");
            }
            try {
                urls.add(path.toUri().toURL());
            } catch (MalformedURLException impossible) {
                throw new IllegalArgumentException("--classpath: " + path + " cannot be used", impossible);
            }
        }
        return new URLClassLoader(urls.toArray(URL[]::new), ExploredPrograms.class.getClassLoader());
    }
}
